//! This process's standard streams, without a thread where the system can tell when they are ready.
use super::blocking::Stdin;
#[cfg(unix)]
use super::direct::Direct;
use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf, Stdout, stdout};

/// Standard input.
pub(super) enum Input {
    #[cfg(unix)]
    Direct(Direct),
    Blocking(Stdin),
}

impl Input {
    pub(super) fn standard() -> Self {
        #[cfg(unix)]
        if let Some(direct) = Direct::of(&io::stdin()) {
            return Self::Direct(direct);
        }
        Self::Blocking(Stdin::start())
    }
}

impl AsyncRead for Input {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            #[cfg(unix)]
            Self::Direct(direct) => direct.poll_read(cx, into),
            Self::Blocking(stdin) => Pin::new(stdin).poll_read(cx, into),
        }
    }
}

/// Standard output.
pub(super) enum Output {
    #[cfg(unix)]
    Direct(Direct),
    Blocking(Stdout),
}

impl Output {
    pub(super) fn standard() -> Self {
        #[cfg(unix)]
        if let Some(direct) = Direct::of(&io::stdout()) {
            return Self::Direct(direct);
        }
        Self::Blocking(stdout())
    }
}

impl AsyncWrite for Output {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            #[cfg(unix)]
            Self::Direct(direct) => direct.poll_write(cx, bytes),
            Self::Blocking(stdout) => Pin::new(stdout).poll_write(cx, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            #[cfg(unix)]
            Self::Direct(_) => Poll::Ready(Ok(())),
            Self::Blocking(stdout) => Pin::new(stdout).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(cx)
    }
}
