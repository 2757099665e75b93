//! Any text as a manifest: no panic and no hang; it ends in diagnostics or in source that parses.
#![no_main]

#[path = "../../tests/hostile/end.rs"]
#[allow(dead_code)]
mod end;

// The lenient mode reads every tool, whatever is wrong with the others.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Err(fault) = end::once(&String::from_utf8_lossy(bytes), true) {
        panic!("{fault}");
    }
});
