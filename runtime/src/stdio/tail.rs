//! The last lines of a server's standard error: what explains a failure best.
use crate::{message::cut, shown::Visible};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

const MAX_LINES: usize = 20;
const MAX_BYTES: usize = 8 * 1024;

/// The last lines that a server wrote to its standard error: 20 of them, 8 KiB at most. Errors of the transport quote
/// them.
#[derive(Clone, Debug, Default)]
pub struct StderrTail(Arc<Mutex<Tail>>);

#[derive(Debug, Default)]
struct Tail {
    lines: VecDeque<String>,
    bytes: usize,
    /// A line that has not ended yet.
    open: Vec<u8>,
}

impl StderrTail {
    /// The lines, oldest first.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let tail = self.tail();
        let open = String::from_utf8_lossy(&tail.open).trim_end().to_owned();
        let open = Some(open).filter(|line| !line.is_empty());
        tail.lines.iter().cloned().chain(open).collect()
    }

    /// The lines as the end of a sentence, if there are any.
    pub(super) fn quote(&self) -> Option<String> {
        let lines = self.lines();
        (!lines.is_empty()).then(|| {
            let lines = lines.join("\n  ");
            format!("its last stderr lines:\n  {}", Visible(&lines))
        })
    }

    pub(super) fn clear(&self) {
        *self.tail() = Tail::default();
    }

    pub(super) fn push(&self, bytes: &[u8]) {
        let mut tail = self.tail();
        for part in bytes.split_inclusive(|b| *b == b'\n') {
            // A line that is longer than everything kept loses its end.
            let room = MAX_BYTES.saturating_sub(tail.open.len());
            tail.open.extend(part.iter().take(room));
            if part.ends_with(b"\n") {
                tail.end_line();
            }
        }
    }

    fn tail(&self) -> MutexGuard<'_, Tail> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tail {
    fn end_line(&mut self) {
        let open = std::mem::take(&mut self.open);
        let text = String::from_utf8_lossy(&open);
        let line = cut(text.trim_end(), MAX_BYTES).to_owned();
        if line.is_empty() {
            return;
        }
        self.bytes += line.len();
        self.lines.push_back(line);
        while self.lines.len() > MAX_LINES || self.bytes > MAX_BYTES {
            match self.lines.pop_front() {
                Some(old) => self.bytes -= old.len(),
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_last_lines_only() {
        let tail = StderrTail::default();
        for i in 0..30 {
            tail.push(format!("line {i}\n").as_bytes());
        }
        tail.push(b"half a li");
        let lines = tail.lines();
        assert_eq!(lines.first().map(String::as_str), Some("line 10"));
        assert_eq!(lines.last().map(String::as_str), Some("half a li"));
    }

    #[test]
    fn is_bounded_whatever_comes() {
        let tail = StderrTail::default();
        for _ in 0..100 {
            tail.push(&[b'x'; 5000]);
            tail.push(b"\n");
            tail.push(&[0xff; 5000]);
        }
        let bytes: usize = tail.lines().iter().map(String::len).sum();
        assert!(bytes <= 4 * MAX_BYTES, "{bytes}");
    }
}
