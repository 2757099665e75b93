//! Chance as a list of bytes: the shorter the list and the smaller its bytes, the simpler is what is built from it.

/// The choices to come. Where they end, the first of several is taken, which is the simplest.
#[derive(Debug)]
pub(crate) struct Choices {
    bytes: std::vec::IntoIter<u8>,
    faults: bool,
}

impl Choices {
    /// `faults`: a few of the choices are for what is wrong.
    pub(crate) fn new(bytes: Vec<u8>, faults: bool) -> Self {
        Self { bytes: bytes.into_iter(), faults }
    }

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
