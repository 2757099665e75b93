//! Messages as lines of a byte stream.
use crate::{Incoming, Outgoing, Transport};
use std::{
    fmt, io,
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// How much is read at once.
const CHUNK: usize = 32 * 1024;
/// How much may wait to be written before messages have to wait.
const WRITE_AHEAD: usize = 256 * 1024;
/// How much room for input is kept when a longer line was read.
const KEPT: usize = 1024 * 1024;
/// The longest line that is read, unless told otherwise, in bytes.
pub(super) const MAX_LINE: usize = 64 * 1024 * 1024;

/// One message a line, over any pair of byte streams: what standard streams speak, over a socket for one.
///
/// Each line is UTF-8, a blank one counts for nothing, and the last needs no line break. A line of more than 64 MiB ends the
/// connection.
///
/// ```
/// use mcp_bindings::{Connection, Options, stdio::Lines};
/// # async fn demo(socket: tokio::net::TcpStream) {
/// let (reader, writer) = socket.into_split();
/// let (connection, driver) = Connection::new(Lines::new(reader, writer), Options::default());
/// tokio::spawn(driver);
/// # drop(connection);
/// # }
/// ```
pub struct Lines<R, W> {
    reader: R,
    writer: Option<W>,
    input: LineBuffer,
    chunk: Box<[u8]>,
    ended: bool,
    output: Vec<u8>,
    written: usize,
}

impl<R, W> fmt::Debug for Lines<R, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").field("ended", &self.ended).finish_non_exhaustive()
    }
}

impl<R, W> Lines<R, W> {
    /// Reads messages from one stream and writes them to the other.
    #[must_use]
    pub fn new(reader: R, writer: W) -> Self {
        Self {
            reader,
            writer: Some(writer),
            input: LineBuffer::new(MAX_LINE),
            chunk: vec![0; CHUNK].into_boxed_slice(),
            ended: false,
            output: Vec::new(),
            written: 0,
        }
    }

    /// The longest line that is read, in bytes.
    #[must_use]
    pub fn max_line(mut self, bytes: usize) -> Self {
        self.input.max = bytes;
        self
    }

    /// Whether the other end has closed its output.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Closes the output, which tells the other end that there is no more to come.
    pub(super) fn close_output(&mut self) {
        self.writer = None;
    }

    fn poll_write(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>>
    where
        W: AsyncWrite + Unpin,
    {
        let Some(writer) = &mut self.writer else {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        };
        while let Some(rest) = self.output.get(self.written..).filter(|rest| !rest.is_empty()) {
            match ready!(Pin::new(&mut *writer).poll_write(cx, rest))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                count => self.written += count,
            }
        }
        self.output.clear();
        self.written = 0;
        Pin::new(writer).poll_flush(cx)
    }
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Transport for Lines<R, W> {
    fn poll_send(
        &mut self,
        cx: &mut Context<'_>,
        message: &mut Option<Outgoing>,
    ) -> Poll<io::Result<()>> {
        if self.output.len() >= WRITE_AHEAD {
            ready!(self.poll_write(cx))?;
        }
        if let Some(message) = message.take() {
            push_line(&mut self.output, &message.text);
        }
        Poll::Ready(Ok(()))
    }

    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.output.is_empty() { Poll::Ready(Ok(())) } else { self.poll_write(cx) }
    }

    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Incoming>>> {
        loop {
            if let Some(line) = self.input.next(self.ended) {
                return Poll::Ready(Some(Ok(line)));
            }
            if self.ended {
                return Poll::Ready(None);
            }
            let mut chunk = ReadBuf::new(&mut self.chunk);
            ready!(Pin::new(&mut self.reader).poll_read(cx, &mut chunk))?;
            match chunk.filled() {
                [] => self.ended = true,
                bytes => self.input.push(bytes)?,
            }
        }
    }
}

/// Appends a message as a line. A line break can only stand between tokens, where a blank does as well.
fn push_line(out: &mut Vec<u8>, text: &str) {
    let start = out.len();
    out.extend_from_slice(text.as_bytes());
    let line = out.get_mut(start..).unwrap_or_default();
    if memchr::memchr2(b'\n', b'\r', line).is_some() {
        line.iter_mut().filter(|b| matches!(**b, b'\n' | b'\r')).for_each(|b| *b = b' ');
    }
    out.push(b'\n');
}

/// Bytes in, lines out, wherever the bytes were cut. Blank lines, carriage returns and a byte order mark are dropped.
#[derive(Debug)]
struct LineBuffer {
    bytes: Vec<u8>,
    /// Where the next line starts.
    start: usize,
    /// Up to where no line break is.
    searched: usize,
    max: usize,
}

impl LineBuffer {
    fn new(max: usize) -> Self {
        Self { bytes: Vec::new(), start: 0, searched: 0, max }
    }

    fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
            // One long line is no reason to hold so much for ever.
            if self.bytes.capacity() > KEPT && self.bytes.len() < KEPT {
                self.bytes.shrink_to(KEPT);
            }
        }
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > self.max && memchr::memchr(b'\n', bytes).is_none() {
            let text =
                format!("a line is longer than {} bytes, the limit of this connection", self.max);
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Ok(())
    }

    /// The next line that is not blank. At the end a line needs no line break.
    fn next(&mut self, ended: bool) -> Option<Incoming> {
        loop {
            let rest = self.bytes.get(self.searched..)?;
            let (line_end, next) = match memchr::memchr(b'\n', rest) {
                Some(i) => (self.searched + i, self.searched + i + 1),
                None if ended && self.start < self.bytes.len() => {
                    (self.bytes.len(), self.bytes.len())
                }
                None => {
                    self.searched = self.bytes.len();
                    return None;
                }
            };
            let line = self.bytes.get(self.start..line_end).unwrap_or_default();
            let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
            let message = (!line.is_empty()).then(|| Incoming::from_bytes(line));
            self.start = next;
            self.searched = next;
            if message.is_some() {
                return message;
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn lines(chunks: &[&[u8]]) -> Vec<String> {
        let mut buffer = LineBuffer::new(MAX_LINE);
        let mut found = Vec::new();
        for chunk in chunks {
            buffer.push(chunk).unwrap();
            found.extend(std::iter::from_fn(|| buffer.next(false)).map(|m| m.text));
        }
        found.extend(std::iter::from_fn(|| buffer.next(true)).map(|m| m.text));
        found
    }

    #[test]
    fn line_ends_marks_and_blank_lines() {
        let chunks: [&[u8]; 3] =
            [b"\xef\xbb\xbf", b"{\"a\":1}\r\n\r\n\n{\"a\":2}\n   \n", b"{\"a\":3}"];
        assert_eq!(lines(&chunks), ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"]);
    }

    #[test]
    fn characters_may_be_split_anywhere() {
        let text = "{\"text\":\"\u{1f642}\u{e9}\u{2014}\u{8aad}\"}";
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(lines(&bytes), [text]);
    }

    #[test]
    fn long_lines_arrive_whole_and_too_long_ones_are_refused() {
        let line = vec![b'x'; 4_000_000];
        let mut buffer = LineBuffer::new(MAX_LINE);
        for chunk in line.chunks(8192) {
            buffer.push(chunk).unwrap();
            assert!(buffer.next(false).is_none());
        }
        buffer.push(b"\n").unwrap();
        assert_eq!(buffer.next(false).map(|m| m.text.len()), Some(line.len()));
        buffer.push(b"{}\n").unwrap();
        assert!(buffer.bytes.capacity() < line.len());
        assert_eq!(buffer.next(false).map(|m| m.text), Some("{}".to_owned()));

        let mut small = LineBuffer::new(10);
        small.push(b"0123456789").unwrap();
        assert!(small.push(b"0").unwrap_err().to_string().contains("10 bytes"));
    }

    #[test]
    fn a_message_is_exactly_one_line() {
        let mut out = Vec::new();
        push_line(&mut out, "{\"a\":\r\n [1,\n2]}");
        assert_eq!(out, b"{\"a\":   [1, 2]}\n");
    }
}
