//! A client that sends faster than it reads, or more than there is room for: it is not read from meanwhile.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
mod common;

use common::{hub, modern};
use hub::{Hub, service};
use mcp_bindings::{Driver, Incoming, Memory, Outgoing, Transport, pair};
use serde_json::json;
use std::{
    future::Future,
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    task::{Context, Poll, Wake, Waker},
};

/// A transport that can be blocked, and counts what was read from it.
struct Gate {
    inner: Memory,
    open: Arc<AtomicBool>,
    read: Arc<AtomicUsize>,
}

impl Transport for Gate {
    fn poll_send(
        &mut self,
        cx: &mut Context<'_>,
        message: &mut Option<Outgoing>,
    ) -> Poll<io::Result<()>> {
        if self.open.load(Relaxed) { self.inner.poll_send(cx, message) } else { Poll::Pending }
    }
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Incoming>>> {
        let polled = self.inner.poll_receive(cx);
        self.read.fetch_add(usize::from(polled.is_ready()), Relaxed);
        polled
    }
}

#[derive(Default)]
struct Woken(AtomicBool);
impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Relaxed);
    }
}

/// Polls as an executor does: as long as something wakes it.
fn run<T: Transport>(driver: &mut Driver<T>) {
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    loop {
        woken.0.store(false, Relaxed);
        let _ = Pin::new(&mut *driver).poll(&mut Context::from_waker(&waker));
        if !woken.0.load(Relaxed) {
            return;
        }
    }
}

#[test]
fn a_client_that_reads_no_answers_is_not_read_from() {
    let (near, far) = pair();
    let (open, read) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let gate = Gate { inner: far, open: Arc::clone(&open), read: Arc::clone(&read) };
    let mut driver = service(Hub::default()).serve(gate);
    let id = "x".repeat(10_000);
    const SENT: usize = 2_000;
    for _ in 0..SENT {
        near.send(format!(r#"{{"jsonrpc":"2.0","id":"{id}","method":"ping"}}"#));
    }
    run(&mut driver);
    // 1 MiB is some hundred answers, and one turn reads some hundred more.
    assert!(read.load(Relaxed) < 500, "{read:?}");
    open.store(true, Relaxed);
    run(&mut driver);
    assert_eq!(std::iter::from_fn(|| near.try_receive()).count(), SENT);
}

#[test]
fn no_more_than_so_many_handlers_run_and_none_is_lost() {
    let hub = Hub::default();
    let (started, gate) = (Arc::clone(&hub.started), hub.gate.clone());
    let (near, far) = pair();
    let mut driver = service(hub).serve(far);
    for id in 0..3_000 {
        let params = json!({"name": "search_issues", "arguments": {"query": "wait"}});
        near.send(modern(id, "tools/call", params).to_string());
    }
    run(&mut driver);
    assert_eq!(started.load(Relaxed), 1_024);
    assert!(near.try_receive().is_none());
    gate.cancel();
    run(&mut driver);
    assert_eq!(std::iter::from_fn(|| near.try_receive()).count(), 3_000);
}
