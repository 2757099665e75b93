//! What a server prints between its messages.

use mcp_bindings::Event;
use std::sync::{Arc, Mutex, PoisonError};

/// How much of a line a warning shows.
const MOST_CHARS: usize = 200;

/// Lines on standard output that are no messages: how many, and the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Noise(Arc<Mutex<Heard>>);

#[derive(Debug, Default)]
struct Heard {
    lines: usize,
    first: String,
}

impl Noise {
    /// Takes note of noise while messages are read.
    pub(super) fn listener(&self) -> impl Fn(&Event<'_>) + Send + Sync + 'static {
        let heard = Arc::clone(&self.0);
        move |event| {
            if let Event::Noise { text, .. } = event {
                let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
                if heard.lines == 0 {
                    heard.first = text.chars().take(MOST_CHARS).collect();
                }
                heard.lines += 1;
            }
        }
    }

    /// A warning's code and text, if there was noise.
    pub(super) fn complaint(&self) -> Option<(&'static str, String)> {
        let heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (heard.lines > 0).then(|| {
            let Heard { lines, first } = &*heard;
            let text = format!("printed {lines} lines to its standard output that are no messages, the first: {first}");
            ("noise", text)
        })
    }
}
