//! Lines of Rust, indented as they nest.

const STEP: &str = "    ";

/// Longer heads of functions are broken, one parameter a line.
const WIDTH: usize = 100;

/// Source being written.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    /// Lines that begin at a depth of nesting.
    pub(crate) fn at(depth: usize) -> Self {
        Self { text: String::new(), depth }
    }

    /// The text so far.
    pub(crate) fn finish(self) -> String {
        self.text
    }

    /// One line; text of the input in it is quoted already, so that it has no break.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        if !line.is_empty() {
            (0..self.depth).for_each(|_| self.text.push_str(STEP));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// `head {`, what `body` writes one step deeper, and `}`.
    pub(crate) fn block(&mut self, head: impl AsRef<str>, body: impl FnOnce(&mut Self)) {
        self.line(format!("{} {{", head.as_ref()));
        self.depth += 1;
        body(self);
        self.depth -= 1;
        self.line("}");
    }

    /// Rustdoc: lines made safe before (see `crate::text`).
    pub(crate) fn docs<S: AsRef<str>>(&mut self, lines: &[S]) {
        for line in lines {
            match line.as_ref() {
                "" => self.line("///"),
                line => self.line(format!("/// {line}")),
            }
        }
    }

    pub(crate) fn deprecated(&mut self, is: bool) {
        if is {
            self.line("#[deprecated]");
        }
    }

    /// A function: `start(parameters) end`, then its body in braces, or a semicolon without one.
    pub(crate) fn function(
        &mut self,
        start: &str,
        parameters: &[String],
        end: &str,
        body: &[String],
    ) {
        let one_line = format!("{start}({}){end}", parameters.join(", "));
        let tail = if body.is_empty() { ";" } else { " {" };
        if one_line.len() + self.depth * STEP.len() <= WIDTH {
            self.line(format!("{one_line}{tail}"));
        } else {
            self.line(format!("{start}("));
            self.depth += 1;
            parameters.iter().for_each(|p| self.line(format!("{p},")));
            self.depth -= 1;
            self.line(format!("){end}{tail}"));
        }
        if !body.is_empty() {
            self.depth += 1;
            body.iter().for_each(|line| self.line(line));
            self.depth -= 1;
            self.line("}");
        }
    }
}
