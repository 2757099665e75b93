//! Futures that a driver runs beside the messages. Each is polled only when something woke it.
use crate::{BoxFuture, link::Link};
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

/// What a task leaves: a message to send, if any.
pub(crate) type Work = BoxFuture<'static, Option<String>>;

/// The tasks of one driver.
#[derive(Default)]
pub(crate) struct Tasks(Vec<Task>);

struct Task {
    work: Work,
    /// What to send in place of the work's message when the work panicked.
    on_panic: Option<String>,
    /// Where the message goes, if not to the peer by itself.
    batch: Option<Place>,
    woken: Arc<Woken>,
    waker: Waker,
}

/// The answers to a batch, sent together when the last of its requests is answered or dropped.
pub(crate) struct Batch {
    link: Arc<Link>,
    answers: Mutex<BTreeMap<usize, String>>,
}

/// A request's place in the answer to its batch.
pub(crate) struct Place {
    batch: Arc<Batch>,
    index: usize,
}

impl Batch {
    pub(crate) fn new(link: &Arc<Link>) -> Arc<Self> {
        Arc::new(Self { link: Arc::clone(link), answers: Mutex::default() })
    }

    pub(crate) fn place(self: &Arc<Self>, index: usize) -> Place {
        Place { batch: Arc::clone(self), index }
    }
}

impl Place {
    pub(crate) fn fill(&self, answer: String) {
        let answers = self.batch.answers.lock();
        answers.unwrap_or_else(PoisonError::into_inner).insert(self.index, answer);
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        let answers = self.answers.get_mut().unwrap_or_else(PoisonError::into_inner);
        if !answers.is_empty() {
            let answers: Vec<&str> = answers.values().map(String::as_str).collect();
            self.link.answer(format!("[{}]", answers.join(",")));
        }
    }
}

struct Woken {
    flag: AtomicBool,
    link: Arc<Link>,
}

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.flag.store(true, Ordering::Release);
        self.link.wake_driver();
    }
}

impl Tasks {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn push(
        &mut self,
        link: &Arc<Link>,
        on_panic: Option<String>,
        batch: Option<Place>,
        work: Work,
    ) {
        let woken = Arc::new(Woken { flag: AtomicBool::new(true), link: Arc::clone(link) });
        let waker = Waker::from(Arc::clone(&woken));
        self.0.push(Task { work, on_panic, batch, woken, waker });
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Polls what was woken; the messages of finished tasks go to the link.
    pub(crate) fn poll(&mut self, link: &Link) {
        self.0.retain_mut(|task| {
            if !task.woken.flag.swap(false, Ordering::AcqRel) {
                return true;
            }
            let mut cx = Context::from_waker(&task.waker);
            // A handler that panics costs its own call, not the connection.
            let polled = catch_unwind(AssertUnwindSafe(|| task.work.as_mut().poll(&mut cx)));
            let message = match polled {
                Ok(Poll::Pending) => return true,
                Ok(Poll::Ready(message)) => message,
                Err(_) => task.on_panic.take(),
            };
            match (message, &task.batch) {
                (None, _) => {}
                (Some(text), None) => link.answer(text),
                (Some(text), Some(place)) => place.fill(text),
            }
            false
        });
    }
}
