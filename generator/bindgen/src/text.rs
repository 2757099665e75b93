//! Text of the input made safe to show: in a terminal, in source, in rustdoc.

/// Characters that hide or reorder what stands around them, or that no terminal should get.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// The text with hidden characters, line breaks among them, written as `\u{..}`: it stays on its line.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

/// The text for rustdoc, line by line: no code block, no link, no HTML, no hidden character survives in it.
pub(crate) fn doc_lines(text: &str) -> Vec<String> {
    const MOST: usize = 60;
    let mut lines: Vec<String> = Vec::new();
    for line in text.split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}', '\u{b}', '\u{c}']) {
        let line = doc_line(line);
        if line.is_empty() && lines.last().is_none_or(String::is_empty) {
            continue;
        }
        lines.push(line);
    }
    if lines.len() > MOST {
        lines.truncate(MOST);
        lines.push("..".to_owned());
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// One line of rustdoc, safe as it stands.
pub(crate) fn doc_line(line: &str) -> String {
    let clean: String = line.chars().filter(|c| !is_hidden(*c) || *c == '\t').collect();
    let words: Vec<&str> = clean.split_whitespace().collect();
    let line = words.join(" ");
    let ticks = line.matches('`').count();
    let code_spans = ticks % 2 == 0 && !line.contains("``");
    let mut out = String::with_capacity(line.len() + 8);
    for (i, part) in line.split('`').enumerate() {
        if i > 0 {
            out.push_str(if code_spans { "`" } else { "\\`" });
        }
        if code_spans && i % 2 == 1 { out.push_str(part) } else { escape_markdown(part, &mut out) }
    }
    guard_start(out)
}

fn escape_markdown(text: &str, out: &mut String) {
    let mut before = ' ';
    for c in text.chars() {
        let link = matches!(c, '[' | ']' | '<' | '>' | '\\' | '*' | '|' | '&')
            || (c == '_' && !before.is_alphanumeric())
            || (c == '/' && before == ':')
            || (c == '~' && before == '~')
            || c == '@';
        if link {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
}

/// What means something only at the start of a line: headings, rules, fences, list items that could nest code.
fn guard_start(line: String) -> String {
    let risky = line.starts_with(['#', '=', '-', '+', '~', ':'])
        || line
            .split_once(['.', ')'])
            .is_some_and(|(n, _)| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    if !risky {
        return line;
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (head, tail) = line.split_at(digits);
    format!("{head}\\{tail}")
}

/// A wire name as an inline code span; backticks and hidden characters in it are written as escapes.
pub(crate) fn code_span(name: &str) -> String {
    let mut out = String::from("`");
    for c in name.chars() {
        if is_hidden(c) || c == '`' {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    if name.is_empty() || name.starts_with(' ') || name.ends_with(' ') {
        return doc_line(&format!("{:?}", visible(name)));
    }
    out.push('`');
    out
}

/// The nearest of some names, for a "did you mean".
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|k| (distance(name, k), k))
        .min()
        .filter(|(d, k)| *d <= 1 + k.chars().count() / 4)
        .map(|(_, k)| k)
}

/// Edits between two words (insert, delete, replace).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut left = i + 1;
        let mut next = vec![left];
        for (y, pair) in b.iter().zip(row.windows(2)) {
            let [diagonal, above] = pair else { continue };
            left = (left + 1).min(above + 1).min(diagonal + usize::from(x != *y));
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_shown() {
        assert_eq!(visible("a\u{202e}b\u{1b}[0m"), "a\\u{202e}b\\u{1b}[0m");
    }

    #[test]
    fn rustdoc_gets_no_block_no_link_no_html() {
        assert_eq!(
            doc_lines("    indented\n```rust\nfn x() {}\n```"),
            ["indented", "\\`\\`\\`rust", "fn x() {}", "\\`\\`\\`"]
        );
        assert_eq!(
            doc_line("see [x](http://a.example) <b>"),
            "see \\[x\\](http:\\//a.example) \\<b\\>"
        );
        assert_eq!(doc_line("use `a_b` now"), "use `a_b` now");
        assert_eq!(doc_line("# big"), "\\# big");
        assert_eq!(doc_line("1. one"), "1\\. one");
        assert_eq!(doc_line("a\u{202e}b\u{e0041}"), "ab");
    }

    #[test]
    fn nearest_is_near() {
        assert_eq!(nearest("integr", ["string", "integer", "number"]), Some("integer"));
        assert_eq!(nearest("zebra", ["string", "integer"]), None);
    }
}
