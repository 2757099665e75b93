//! Chance as a list of bytes: proptest makes the list shorter and its bytes smaller, and what is built from it gets simpler.

use proptest::collection::vec;
use proptest::prelude::*;

/// The choices to come. Where they end, the first of several is taken, which is the simplest.
#[derive(Debug)]
pub(crate) struct Choices {
    bytes: std::vec::IntoIter<u8>,
    faults: bool,
}

/// Lists of choices. `faults`: a few of them are for what is wrong.
pub(crate) fn choices(faults: bool) -> impl Strategy<Value = Choices> {
    vec(any::<u8>(), 0..600).prop_map(move |bytes| Choices { bytes: bytes.into_iter(), faults })
}

impl Choices {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::from(self.bytes.next().unwrap_or(0)) % end
    }

    pub(crate) fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// True once in so many times, while there are choices.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// Whether something wrong is wanted here.
    pub(crate) fn fault(&mut self) -> bool {
        self.faults && self.once_in(60)
    }

    pub(crate) fn number(&mut self) -> u64 {
        (0..8).fold(0, |number, _| number << 8 | u64::from(self.bytes.next().unwrap_or(0)))
    }

    /// Up to so many things.
    pub(crate) fn some<T>(&mut self, most: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let many = self.below(most + 1);
        (0..many).map(|_| one(self)).collect()
    }
}
