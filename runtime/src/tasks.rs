//! Futures that a driver runs beside the messages. Each is polled only when something woke it.
use crate::{BoxFuture, link::Link};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

/// What a task leaves: a message to send, if any.
pub(crate) type Work = BoxFuture<'static, Option<String>>;

/// The tasks of one driver, by the id of the request they serve.
#[derive(Default)]
pub(crate) struct Tasks(Vec<Task>);

struct Task {
    /// The request's id as raw JSON text.
    id: Option<String>,
    work: Work,
    /// What to send in place of the work's message when the work panicked.
    on_panic: Option<String>,
    woken: Arc<Woken>,
    waker: Waker,
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
        id: Option<String>,
        on_panic: Option<String>,
        work: Work,
    ) {
        let woken = Arc::new(Woken { flag: AtomicBool::new(true), link: Arc::clone(link) });
        let waker = Waker::from(Arc::clone(&woken));
        self.0.push(Task { id, work, on_panic, woken, waker });
    }

    /// Drops the task that serves a request; nothing more is sent for it.
    pub(crate) fn cancel(&mut self, is: impl Fn(&str) -> bool) {
        self.0.retain(|task| !task.id.as_deref().is_some_and(&is));
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
            if let Some(text) = message {
                link.answer(text);
            }
            false
        });
    }
}
