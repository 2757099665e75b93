//! A standard stream that is a pipe or a socket, waited for by the runtime itself: no thread in between.
use std::{
    fs::File,
    io::{self, IsTerminal, Read, Write},
    os::fd::AsFd,
    task::{Context, Poll, ready},
};
use tokio::io::{ReadBuf, unix::AsyncFd};

/// A pipe or socket in non-blocking mode, which ends with it: the mode is the stream's, not this process's alone.
pub(super) struct Direct(AsyncFd<File>);

impl Direct {
    /// `None` for a terminal, whose mode other programs share, and for what is always ready, such as a file.
    pub(super) fn of(stream: &(impl AsFd + IsTerminal)) -> Option<Self> {
        if stream.is_terminal() {
            return None;
        }
        let file = File::from(stream.as_fd().try_clone_to_owned().ok()?);
        let direct = Self(AsyncFd::new(file).ok()?);
        rustix::io::ioctl_fionbio(direct.0.get_ref(), true).ok()?;
        Some(direct)
    }

    pub(super) fn poll_read(
        &mut self,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let mut guard = ready!(self.0.poll_read_ready(cx))?;
            let unfilled = into.initialize_unfilled();
            if let Ok(read) = guard.try_io(|fd| fd.get_ref().read(unfilled)) {
                into.advance(read?);
                return Poll::Ready(Ok(()));
            }
        }
    }

    pub(super) fn poll_write(
        &mut self,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            let mut guard = ready!(self.0.poll_write_ready(cx))?;
            if let Ok(written) = guard.try_io(|fd| fd.get_ref().write(bytes)) {
                return Poll::Ready(written);
            }
        }
    }
}

impl Drop for Direct {
    fn drop(&mut self) {
        // Nobody is left to tell if the stream is gone.
        let _ = rustix::io::ioctl_fionbio(self.0.get_ref(), false);
    }
}
