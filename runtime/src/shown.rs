//! A peer's text in errors that people read, often on a terminal: what would act on it there is spelled out.
use crate::message::cut;
use std::fmt::{self, Write};

/// A text of several lines.
pub(crate) struct Visible<'a>(pub(crate) &'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '\n' | '\t' => f.write_char(c),
            c if c.is_control() || turns_text(c) => write!(f, "{}", c.escape_default()),
            c => f.write_char(c),
        })
    }
}

/// Whether a character changes the direction of what follows, so that a text reads as another one.
fn turns_text(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Enough of a text for one line of an error.
pub(crate) fn shortened(text: &str) -> String {
    const MAX: usize = 300;
    let (text, end) = if text.len() <= MAX { (text, "") } else { (cut(text, MAX), "..") };
    format!("{}{end}", Visible(text)).replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_is_spelled_out() {
        let text = "a\u{1b}[31mb\r\u{7}\u{9b}\u{202e}c\n\td \u{e9}";
        let shown = "a\\u{1b}[31mb\\r\\u{7}\\u{9b}\\u{202e}c\n\td \u{e9}";
        assert_eq!(Visible(text).to_string(), shown);
        assert_eq!(shortened(text), shown.replace('\n', "\\n"));
        assert_eq!(shortened(&"\u{e9}".repeat(200)), format!("{}..", "\u{e9}".repeat(150)));
    }
}
