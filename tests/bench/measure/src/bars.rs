//! Ratios that must hold.
use std::process::ExitCode;

/// The bars of one run; the program fails when one is missed.
#[derive(Debug, Default)]
pub struct Bars {
    missed: usize,
}

impl Bars {
    pub fn at_most(&mut self, what: &str, ratio: f64, bar: f64) {
        self.note(what, ratio, "at most", bar, ratio <= bar);
    }

    pub fn at_least(&mut self, what: &str, ratio: f64, bar: f64) {
        self.note(what, ratio, "at least", bar, ratio >= bar);
    }

    fn note(&mut self, what: &str, ratio: f64, word: &str, bar: f64, met: bool) {
        self.missed += usize::from(!met);
        let verdict = if met { "met" } else { "NOT MET" };
        println!("  bar: {what} {ratio:.2}, {word} {bar:.2}: {verdict}");
    }

    /// Says how many bars were missed.
    pub fn verdict(self) -> ExitCode {
        println!("\nbars not met: {}", self.missed);
        ExitCode::from(u8::from(self.missed > 0))
    }
}
