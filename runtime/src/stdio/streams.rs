//! This process's standard streams, without a thread where the system can tell when they are ready.
use super::blocking::Stdin;
use tokio::io::{AsyncRead, AsyncWrite};

pub(super) type Reader = Box<dyn AsyncRead + Send + Unpin>;
pub(super) type Writer = Box<dyn AsyncWrite + Send + Unpin>;

/// Standard input; and what gives it its mode back.
pub(super) fn input() -> (Reader, Option<Mode>) {
    #[cfg(unix)]
    if let Some(found) = ready::input(&std::io::stdin()) {
        return found;
    }
    (Box::new(Stdin::start()), None)
}

/// Standard output; and what gives it its mode back.
pub(super) fn output() -> (Writer, Option<Mode>) {
    #[cfg(unix)]
    if let Some(found) = ready::output(&std::io::stdout()) {
        return found;
    }
    (Box::new(tokio::io::stdout()), None)
}

#[cfg(not(unix))]
pub(super) type Mode = std::convert::Infallible;
#[cfg(unix)]
pub(super) use ready::Mode;

/// Pipes and sockets, which are waited for by the runtime itself. Files and terminals are neither.
#[cfg(unix)]
mod ready {
    use super::{Reader, Writer};
    use std::os::{
        fd::{AsFd, OwnedFd},
        unix::net::UnixStream as StdStream,
    };
    use tokio::net::{
        UnixStream,
        unix::pipe::{Receiver, Sender},
    };

    /// A stream that does not block, and blocks again when this is dropped: whoever has the other copies of it, such as
    /// the program that started this one, would not expect it otherwise.
    #[derive(Debug)]
    pub(in super::super) struct Mode(OwnedFd);

    impl Drop for Mode {
        fn drop(&mut self) {
            // Nobody is left to tell if the stream is gone.
            let _ = rustix::io::ioctl_fionbio(&self.0, false);
        }
    }

    pub(super) fn input(stdin: &impl AsFd) -> Option<(Reader, Option<Mode>)> {
        let pipe = copy(stdin).and_then(|fd| Receiver::from_owned_fd(fd).ok());
        let reader: Reader = match pipe {
            Some(pipe) => Box::new(pipe),
            None => Box::new(socket(stdin)?),
        };
        Some((reader, mode(stdin)))
    }

    pub(super) fn output(stdout: &impl AsFd) -> Option<(Writer, Option<Mode>)> {
        let pipe = copy(stdout).and_then(|fd| Sender::from_owned_fd(fd).ok());
        let writer: Writer = match pipe {
            Some(pipe) => Box::new(pipe),
            None => Box::new(socket(stdout)?),
        };
        Some((writer, mode(stdout)))
    }

    fn socket(stream: &impl AsFd) -> Option<UnixStream> {
        let socket = StdStream::from(copy(stream)?);
        socket.local_addr().ok()?; // fails for all that is no such socket
        socket.set_nonblocking(true).ok()?;
        UnixStream::from_std(socket).ok()
    }

    fn mode(stream: &impl AsFd) -> Option<Mode> {
        copy(stream).map(Mode)
    }

    fn copy(stream: &impl AsFd) -> Option<OwnedFd> {
        stream.as_fd().try_clone_to_owned().ok()
    }
}
