//! The state that calls and the driver share: what goes out, and who waits for which answer.
use crate::{
    Outgoing, Progress, Revision, TransportError,
    event::OnProgress,
    message::Parts,
    transport::{Cause, Failure},
};
use std::{
    collections::{BTreeMap, VecDeque},
    future::Future,
    ops::Range,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

/// One connection's queues. Both sides may send requests, so both sides have one.
#[derive(Debug, Default)]
pub(crate) struct Link(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    last_id: u64,
    out: VecDeque<Outgoing>,
    slots: BTreeMap<u64, Slot>,
    driver: Option<Waker>,
    closers: BTreeMap<u64, Waker>,
    last_closer: u64,
    fate: Fate,
    /// Nothing is left of the connection, its transport included.
    done: bool,
    /// The last thing from the peer that was no use, for errors that would otherwise be a riddle; and the last request
    /// when it came.
    trouble: Option<(u64, String)>,
}

#[derive(Debug, Default)]
enum Fate {
    #[default]
    Open,
    Closing,
    Ended(TransportError),
}

#[derive(Debug)]
struct Slot {
    waker: Option<Waker>,
    answer: Option<Answer>,
    on_progress: Option<OnProgress>,
}

/// An answer: the whole message, and where in it the result or error stands.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) body: Range<usize>,
    pub(crate) kind: AnswerKind,
}

#[derive(Clone, Debug)]
pub(crate) enum AnswerKind {
    /// With the places of its parts in the message.
    Result(Parts<Range<usize>>),
    Error,
    /// It was not UTF-8.
    Damaged,
    /// It is no message, for this reason.
    Malformed(&'static str),
    /// There is none and will be none.
    Failed(Failure),
}

impl Answer {
    pub(crate) fn body(&self) -> &str {
        self.text.get(self.body.clone()).unwrap_or_default()
    }

    /// Whether the request was not looked at, for its legacy session is over.
    pub(crate) fn says_session_ended(&self) -> bool {
        matches!(&self.kind, AnswerKind::Failed(failure) if failure.cause == Cause::SessionEnded)
    }
}

/// What became of an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    Taken,
    /// To a request that is over: cancelled, timed out, or answered already.
    Late,
    Unknown,
}

impl Link {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An id that was never used on this link.
    pub(crate) fn next_id(&self) -> u64 {
        let mut state = self.state();
        state.last_id += 1;
        state.last_id
    }

    /// Queues a message from outside of the driver.
    pub(crate) fn send(&self, message: Outgoing) {
        let driver = {
            let mut state = self.state();
            state.out.push_back(message);
            state.driver.take()
        };
        wake(driver);
    }

    /// Queues a request and a place for its answer.
    pub(crate) fn request(
        self: &Arc<Self>,
        id: u64,
        mut message: Outgoing,
        on_progress: Option<OnProgress>,
    ) -> Waiting {
        message.id = Some(id);
        let revision = message.revision;
        let driver = {
            let mut state = self.state();
            if !matches!(state.fate, Fate::Ended(_)) {
                state.slots.insert(id, Slot { waker: None, answer: None, on_progress });
                state.out.push_back(message);
            }
            state.driver.take()
        };
        wake(driver);
        Waiting {
            link: Arc::clone(self),
            id,
            revision,
            on_drop: OnDrop::Cancel("the caller gave up"),
        }
    }

    /// A place for the answer to a request that is sent elsewhere.
    pub(crate) fn expect(self: &Arc<Self>, id: u64) -> Waiting {
        let slot = Slot { waker: None, answer: None, on_progress: None };
        self.state().slots.insert(id, slot);
        let on_drop = OnDrop::Cancel("the handler gave up");
        Waiting { link: Arc::clone(self), id, revision: None, on_drop }
    }

    /// Gives a request up; true when the peer may be at work on it.
    fn forget(&self, id: u64) -> bool {
        let mut state = self.state();
        let unanswered = state.slots.remove(&id).is_some_and(|slot| slot.answer.is_none());
        unanswered && !matches!(state.fate, Fate::Ended(_))
    }

    /// Whether an answer with that id would be one to a request under way.
    pub(crate) fn awaits(&self, id: u64) -> bool {
        self.state().slots.get(&id).is_some_and(|slot| slot.answer.is_none())
    }

    pub(crate) fn deliver(&self, id: u64, answer: Answer) -> Delivery {
        let waker = {
            let mut state = self.state();
            let last = state.last_id;
            match state.slots.get_mut(&id) {
                Some(slot) if slot.answer.is_none() => {
                    slot.answer = Some(answer);
                    slot.on_progress = None;
                    slot.waker.take()
                }
                Some(_) => return Delivery::Late,
                None if id > 0 && id <= last => return Delivery::Late,
                None => return Delivery::Unknown,
            }
        };
        wake(waker);
        Delivery::Taken
    }

    /// Hands progress to its call, outside of the lock; false when no call of that token wants it.
    pub(crate) fn progress(&self, token: u64, progress: Progress) -> bool {
        let listener = self.state().slots.get(&token).and_then(|slot| slot.on_progress.clone());
        match listener {
            Some(listener) => {
                if !listener.survives(|tell| tell(progress)) {
                    if let Some(slot) = self.state().slots.get_mut(&token) {
                        slot.on_progress = None;
                    }
                }
                true
            }
            None => false,
        }
    }

    /// Fails every request that waits, and forgets what is queued: the peer is gone, and another one comes in its place.
    pub(crate) fn lose_all(&self, why: &TransportError) {
        let wakers: Vec<Waker> = {
            let mut state = self.state();
            state.out.clear();
            let failure = Failure::lost_with(why.clone());
            let waiting = state.slots.values_mut().filter(|slot| slot.answer.is_none());
            let lost = waiting.map(|slot| {
                let kind = AnswerKind::Failed(failure.clone());
                slot.answer = Some(Answer { text: String::new(), body: 0..0, kind });
                slot.on_progress = None;
                slot.waker.take()
            });
            lost.flatten().collect()
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    pub(crate) fn set_trouble(&self, trouble: String) {
        let mut state = self.state();
        state.trouble = Some((state.last_id, trouble));
    }

    /// The trouble that came after that request was made.
    pub(crate) fn trouble_since(&self, id: u64) -> Option<String> {
        self.state().trouble.as_ref().filter(|(last, _)| *last >= id).map(|(_, text)| text.clone())
    }

    // ---- for the driver

    pub(crate) fn watch(&self, waker: &Waker) {
        let mut state = self.state();
        match &mut state.driver {
            Some(known) => known.clone_from(waker),
            none => *none = Some(waker.clone()),
        }
    }

    pub(crate) fn wake_driver(&self) {
        let driver = self.state().driver.take();
        wake(driver);
    }

    /// Takes all that is queued.
    pub(crate) fn take(&self, into: &mut VecDeque<Outgoing>) {
        into.append(&mut self.state().out);
    }

    /// How much is queued, in bytes.
    pub(crate) fn queued(&self) -> usize {
        self.state().out.iter().map(|message| message.text.len()).sum()
    }

    /// Queues an answer without waking the driver, which is the one that calls.
    pub(crate) fn answer(&self, text: String) {
        self.state().out.push_back(Outgoing::answer(text));
    }

    // ---- the end

    /// Asks the driver to flush and stop.
    pub(crate) fn close(&self) {
        let driver = {
            let mut state = self.state();
            if matches!(state.fate, Fate::Open) {
                state.fate = Fate::Closing;
            }
            state.driver.take()
        };
        wake(driver);
    }

    pub(crate) fn is_closing(&self) -> bool {
        matches!(self.state().fate, Fate::Closing)
    }

    /// Nothing moves any more: everybody who waits is told why.
    pub(crate) fn end(&self, why: TransportError) {
        let wakers: Vec<Waker> = {
            let mut state = self.state();
            if !matches!(state.fate, Fate::Ended(_)) {
                state.fate = Fate::Ended(why);
            }
            let slots = state.slots.values_mut().filter_map(|slot| slot.waker.take());
            let mut wakers: Vec<Waker> = slots.collect();
            wakers.extend(state.closers.values().cloned());
            wakers
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    /// The transport has ended too, after [`end`](Self::end).
    pub(crate) fn done(&self) {
        let closers = {
            let mut state = self.state();
            state.done = true;
            std::mem::take(&mut state.closers)
        };
        closers.into_values().for_each(Waker::wake);
    }

    /// Waits until the transport has ended, and says why.
    pub(crate) fn closed(&self) -> Closed<'_> {
        let mut state = self.state();
        state.last_closer += 1;
        Closed { link: self, place: state.last_closer, wholly: true }
    }

    /// Waits until nothing moves any more, and says why.
    pub(crate) fn ended(&self) -> Closed<'_> {
        Closed { wholly: false, ..self.closed() }
    }
}

/// Ready once nothing is left of the connection.
pub(crate) struct Closed<'a> {
    link: &'a Link,
    place: u64,
    /// The transport too.
    wholly: bool,
}

impl Future for Closed<'_> {
    type Output = TransportError;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<TransportError> {
        let mut state = self.link.state();
        match &state.fate {
            Fate::Ended(why) if state.done || !self.wholly => Poll::Ready(why.clone()),
            _ => {
                state.closers.insert(self.place, cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl Drop for Closed<'_> {
    fn drop(&mut self) {
        self.link.state().closers.remove(&self.place);
    }
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// Waits for the answer to one request. Dropped before it came, it tells the peer to stop.
#[derive(Debug)]
pub(crate) struct Waiting {
    link: Arc<Link>,
    id: u64,
    revision: Option<Revision>,
    on_drop: OnDrop,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum OnDrop {
    /// Send `notifications/cancelled` with this reason.
    Cancel(&'static str),
    /// Say nothing: handshakes are never cancelled.
    Forget,
    Done,
}

impl Waiting {
    pub(crate) fn on_drop(mut self, on_drop: OnDrop) -> Self {
        self.on_drop = on_drop;
        self
    }

    /// The answer, if it came by now.
    pub(crate) fn answer(&mut self) -> Option<Answer> {
        let answer = self.link.state().slots.get_mut(&self.id)?.answer.take()?;
        self.on_drop = OnDrop::Done;
        self.link.state().slots.remove(&self.id);
        Some(answer)
    }

    /// Why it will be dropped now.
    pub(crate) fn set_reason(&mut self, reason: &'static str) {
        if let OnDrop::Cancel(_) = self.on_drop {
            self.on_drop = OnDrop::Cancel(reason);
        }
    }
}

impl Future for Waiting {
    type Output = Result<Answer, TransportError>;
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let link = Arc::clone(&self.link);
        let mut state = link.state();
        let outcome = match state.slots.get_mut(&self.id) {
            Some(slot) => slot.answer.take().map(Ok),
            None => None,
        };
        let outcome = outcome.or_else(|| match &state.fate {
            Fate::Ended(why) => Some(Err(why.clone())),
            _ => None,
        });
        match outcome {
            Some(outcome) => {
                state.slots.remove(&self.id);
                self.on_drop = OnDrop::Done;
                Poll::Ready(outcome)
            }
            None => {
                if let Some(slot) = state.slots.get_mut(&self.id) {
                    slot.waker = Some(cx.waker().clone());
                }
                Poll::Pending
            }
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let OnDrop::Done = self.on_drop {
            return;
        }
        let id = self.id;
        if !self.link.forget(id) {
            return;
        }
        if let OnDrop::Cancel(reason) = self.on_drop {
            let text = format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id},"reason":"{reason}"}}}}"#
            );
            self.link.send(Outgoing {
                cancels: Some(id),
                revision: self.revision,
                ..Outgoing::of("notifications/cancelled", text)
            });
        }
    }
}
