//! The body of a response: nothing, one message, or messages as they come.
use super::stream::{LegacyEvents, ModernEvents};
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use std::{
    convert::Infallible,
    fmt,
    pin::Pin,
    task::{Context, Poll},
};

/// The body of a response. Dropped before its end, it gives up what it waits for where the era has it so.
pub struct Body(Kind);

enum Kind {
    Whole(Option<Bytes>),
    Modern(Box<ModernEvents>),
    Legacy(Box<LegacyEvents>),
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Body")
    }
}

impl Body {
    pub(super) fn empty() -> Self {
        Self(Kind::Whole(None))
    }

    pub(super) fn whole(text: String) -> Self {
        Self(Kind::Whole(Some(Bytes::from(text))))
    }

    pub(super) fn modern(events: ModernEvents) -> Self {
        Self(Kind::Modern(Box::new(events)))
    }

    pub(super) fn legacy(events: LegacyEvents) -> Self {
        Self(Kind::Legacy(Box::new(events)))
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let polled = match &mut self.0 {
            Kind::Whole(text) => Poll::Ready(text.take()),
            Kind::Modern(events) => events.poll_next(cx),
            Kind::Legacy(events) => events.poll_next(cx),
        };
        polled.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.0, Kind::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Whole(text) => {
                SizeHint::with_exact(text.as_ref().map_or(0, |text| text.len() as u64))
            }
            _ => SizeHint::default(),
        }
    }
}
