//! Counts the allocations of the program, whichever thread makes them.
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;
static COUNT: AtomicU64 = AtomicU64::new(0);

/// How many allocations and reallocations there were so far.
pub fn allocations() -> u64 {
    COUNT.load(Relaxed)
}

/// Two plain moves instead of a locked addition, which would weigh on what is measured: of threads that allocate at
/// the same time some may go uncounted, and the benches have one.
fn count() {
    COUNT.store(COUNT.load(Relaxed) + 1, Relaxed);
}

// SAFETY: every call goes to the system's allocator with the arguments as they came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}
