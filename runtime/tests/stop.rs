//! Calls that end before their answer: dropped, cancelled, too late; and progress on the way.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
mod common;

use common::{Clock, Rig, hub, now, pending, ready};
use hub::{Client, EchoArgs};
use mcp_bindings::{CancelToken, Error, Options, Revision, Value};
use serde_json::json;
use std::{
    future::IntoFuture,
    sync::{Arc, Mutex},
    time::Duration,
};

fn client(rig: &Rig) -> Client {
    Client::new(rig.connection.clone())
}

#[track_caller]
fn expect_cancelled(rig: &mut Rig, id: &Value) {
    let message = rig.sent();
    assert_eq!(message["method"], "notifications/cancelled");
    assert_eq!(&message["params"]["requestId"], id);
    assert!(message.get("id").is_none());
    rig.quiet();
}

#[test]
fn dropping_a_call_tells_the_server() {
    for revision in Revision::ALL {
        let mut rig = Rig::ready(Options::default(), revision);
        let mut running = client(&rig).echo(EchoArgs::default()).into_owned().into_future();
        pending(&mut running);
        let id = rig.sent()["id"].clone();
        drop(running);
        expect_cancelled(&mut rig, &id);
    }
}

#[test]
fn an_answered_call_is_not_cancelled() {
    let mut rig = Rig::modern();
    let mut running = client(&rig).echo(EchoArgs::default()).into_owned().into_future();
    pending(&mut running);
    rig.answer(json!({"content": []}));
    now(running).unwrap();
    rig.quiet();
}

#[test]
fn a_call_that_is_dropped_with_its_answer_waiting_is_not_cancelled() {
    let mut rig = Rig::modern();
    let mut running = client(&rig).echo(EchoArgs::default()).into_owned().into_future();
    pending(&mut running);
    rig.answer(json!({"content": []}));
    drop(running);
    rig.quiet();
}

#[test]
fn an_answer_is_better_than_being_cancelled_at_the_same_time() {
    let mut rig = Rig::modern();
    let token = CancelToken::new();
    let client = client(&rig);
    let mut running = client.echo(EchoArgs::default()).cancel_on(token.clone()).into_future();
    pending(&mut running);
    rig.answer(json!({"content": []}));
    token.cancel();
    assert!(now(running).is_ok());
    rig.quiet();
}

#[test]
fn closing_ends_the_far_end_and_whoever_waits_to_get_ready() {
    let mut rig = Rig::new(Options::default());
    let mut waiting = Box::pin(ready(rig.connection.clone()));
    pending(&mut waiting);
    rig.sent();
    let connection = rig.connection.clone();
    let mut closing = Box::pin(connection.close());
    pending(&mut closing);
    rig.drive();
    now(closing);
    assert!(matches!(now(waiting), Err(Error::Connect(_))));
    let cx = &mut std::task::Context::from_waker(std::task::Waker::noop());
    let ended = mcp_bindings::Transport::poll_receive(&mut rig.far.0, cx);
    assert!(matches!(ended, std::task::Poll::Ready(None)));
}

#[test]
fn a_call_that_never_started_sends_nothing() {
    let mut rig = Rig::modern();
    drop(client(&rig).echo(EchoArgs::default()).into_future());
    rig.quiet();
}

#[test]
fn a_token_cancels_every_call_that_has_it() {
    let mut rig = Rig::modern();
    let token = CancelToken::new();
    let client = client(&rig);
    let mut calls: Vec<_> = (0..3)
        .map(|_| client.echo(EchoArgs::default()).cancel_on(token.clone()).into_future())
        .collect();
    calls.iter_mut().for_each(pending);
    let ids: Vec<_> = (0..3).map(|_| rig.sent()["id"].clone()).collect();
    token.cancel();
    for (call, id) in calls.into_iter().zip(ids) {
        assert!(matches!(now(call), Err(Error::Cancelled)));
        expect_cancelled(&mut rig, &id);
    }
    assert!(matches!(
        now(client.echo(EchoArgs::default()).cancel_on(token).into_future()),
        Err(Error::Cancelled)
    ));
    rig.quiet();
}

#[test]
fn any_future_cancels() {
    let mut rig = Rig::modern();
    let client = client(&rig);
    let running = client.echo(EchoArgs::default()).cancel_on(std::future::ready(())).into_future();
    assert!(matches!(now(running), Err(Error::Cancelled)));
    rig.quiet();
}

#[test]
fn a_call_times_out_and_says_so() {
    let clock = Clock::default();
    let mut rig = Rig::ready(Options::default().timer(clock.clone()), Revision::LATEST);
    let mut running = client(&rig)
        .echo(EchoArgs::default())
        .into_owned()
        .timeout(Duration::from_secs(5))
        .into_future();
    pending(&mut running);
    let id = rig.sent()["id"].clone();
    clock.advance(Duration::from_millis(4999));
    pending(&mut running);
    rig.quiet();
    clock.advance(Duration::from_millis(1));
    let Err(Error::TimedOut(error)) = now(running) else { panic!() };
    assert_eq!(error.after(), Duration::from_secs(5));
    assert_eq!(error.to_string(), "no answer to tools/call `echo` within 5s");
    expect_cancelled(&mut rig, &id);
}

#[test]
fn the_connection_has_a_time_out_of_its_own() {
    let clock = Clock::default();
    let mut rig = Rig::ready(Options::default().timer(clock.clone()), Revision::LATEST);
    let client = client(&rig);
    let mut plain = client.echo(EchoArgs::default()).into_future();
    let mut patient = client.echo(EchoArgs::default()).timeout(None).into_future();
    pending(&mut plain);
    pending(&mut patient);
    clock.advance(Duration::from_secs(60));
    assert!(matches!(now(plain), Err(Error::TimedOut(_))));
    clock.advance(Duration::from_secs(6000));
    pending(&mut patient);
    rig.drive();
}

#[test]
fn a_time_out_names_what_the_server_sent_instead() {
    let clock = Clock::default();
    let mut rig = Rig::ready(Options::default().timer(clock.clone()), Revision::LATEST);
    let mut running = client(&rig).echo(EchoArgs::default()).into_owned().into_future();
    pending(&mut running);
    rig.sent();
    rig.reply_text("Traceback (most recent call last):");
    clock.advance(Duration::from_secs(60));
    let text = now(running).unwrap_err().to_string();
    assert!(text.contains("Traceback (most recent call last):"), "{text}");
}

#[test]
fn a_time_out_names_nothing_that_came_before_its_call() {
    let clock = Clock::default();
    let mut rig = Rig::ready(Options::default().timer(clock.clone()), Revision::LATEST);
    rig.reply_text("Example Server v1.2 started");
    let mut running = client(&rig).echo(EchoArgs::default()).into_owned().into_future();
    pending(&mut running);
    clock.advance(Duration::from_secs(60));
    let text = now(running).unwrap_err().to_string();
    assert!(!text.contains("v1.2"), "{text}");
}

#[test]
fn a_time_out_without_a_timer_is_refused() {
    let mut rig = Rig::modern();
    let client = client(&rig);
    let refused =
        now(client.echo(EchoArgs::default()).timeout(Duration::from_secs(1)).into_future());
    assert!(matches!(refused, Err(Error::Usage(_))));
    rig.quiet();
}

#[test]
fn handshakes_are_never_cancelled() {
    let clock = Clock::default();
    let mut rig =
        Rig::new(Options::default().timer(clock.clone()).probe_timeout(Duration::from_secs(1)));
    let mut running = Box::pin(ready(rig.connection.clone()));
    pending(&mut running);
    assert_eq!(rig.sent()["method"], "server/discover");
    clock.advance(Duration::from_secs(1));
    assert_eq!(rig.sent()["method"], "initialize");
    clock.advance(Duration::from_secs(60));
    rig.quiet();
    let text = now(running).unwrap_err().to_string();
    assert!(text.contains("no answer to initialize"), "{text}");
}

#[test]
fn giving_up_the_wait_does_not_end_the_handshake() {
    let mut rig = Rig::new(Options::default());
    let mut first = Box::pin(ready(rig.connection.clone()));
    pending(&mut first);
    drop(first);
    rig.answer(json!({"supportedVersions": ["2026-07-28"], "capabilities": {}}));
    assert_eq!(now(ready(rig.connection.clone())).unwrap().revision(), Revision::LATEST);
}

#[test]
fn progress_reaches_its_call_until_the_result() {
    let mut rig = Rig::modern();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&seen);
    let client = client(&rig);
    let call =
        client.echo(EchoArgs::default()).on_progress(move |p| listener.lock().unwrap().push(p));
    let mut running = call.into_future();
    pending(&mut running);
    let request = rig.sent();
    let token = request["params"]["_meta"]["progressToken"].clone();
    let report = |progress: f64| {
        json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {
            "progressToken": token, "progress": progress, "total": 1.0, "message": "half way"}})
    };
    rig.reply(&report(0.25));
    rig.reply(&report(0.5));
    rig.reply(&json!({"jsonrpc": "2.0", "id": request["id"], "result": {"content": []}}));
    rig.reply(&report(0.75));
    now(running).unwrap();
    let seen = seen.lock().unwrap();
    assert_eq!(seen.iter().map(|p| p.progress).collect::<Vec<_>>(), [0.25, 0.5]);
    assert_eq!((seen[0].total, seen[0].message.as_deref()), (Some(1.0), Some("half way")));
}

/// Silences the report of panics that are on purpose.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let value = work();
    std::panic::set_hook(hook);
    value
}

#[test]
fn a_listener_that_panics_costs_only_itself() {
    let heard = Arc::new(Mutex::new(0));
    let noted = Arc::clone(&heard);
    let options = Options::default().on_event(move |_| {
        *noted.lock().unwrap() += 1;
        std::panic::panic_any("on purpose");
    });
    let mut rig = Rig::ready(options, Revision::LATEST);
    let client = client(&rig);
    let reports = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&reports);
    let call = client.echo(EchoArgs::default()).on_progress(move |_| {
        *counted.lock().unwrap_or_else(std::sync::PoisonError::into_inner) += 1;
        panic!("on purpose");
    });
    let mut running = call.into_future();
    pending(&mut running);
    let request = rig.sent();
    let token = request["params"]["_meta"]["progressToken"].clone();
    quietly(|| {
        for progress in [1, 2] {
            rig.reply(&json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": token, "progress": progress}}));
            rig.reply_text("noise");
        }
    });
    rig.reply(&json!({"jsonrpc": "2.0", "id": request["id"], "result": {"content": []}}));
    assert!(now(running).is_ok());
    assert_eq!(*reports.lock().unwrap_or_else(std::sync::PoisonError::into_inner), 1);
    assert_eq!(*heard.lock().unwrap_or_else(std::sync::PoisonError::into_inner), 1);
}

#[test]
fn a_handshake_that_panics_is_told_to_who_waits_for_it() {
    struct Broken;
    impl mcp_bindings::Timer for Broken {
        fn sleep(&self, _: Duration) -> mcp_bindings::BoxFuture<'static, ()> {
            panic!("on purpose")
        }
    }
    let mut rig = Rig::new(Options::default().timer(Broken).timeout(None));
    let mut waiting = Box::pin(ready(rig.connection.clone()));
    pending(&mut waiting);
    quietly(|| rig.drive());
    let text = now(waiting).unwrap_err().to_string();
    assert!(text.contains("panicked"), "{text}");
}

#[test]
fn closing_ends_what_still_runs() {
    let mut rig = Rig::modern();
    let mut running = client(&rig).echo(EchoArgs::default()).into_owned().into_future();
    pending(&mut running);
    rig.sent();
    let connection = rig.connection.clone();
    let mut closing = Box::pin(connection.close());
    pending(&mut closing);
    rig.drive();
    now(closing);
    assert!(matches!(now(running), Err(Error::Transport(_))));
}

#[test]
fn the_last_handle_closes_the_connection() {
    let Rig { connection, mut driver, far } = Rig::modern();
    let client = Client::new(connection);
    let mut running = client.echo(EchoArgs::default()).into_owned().into_future();
    drop(client);
    pending(&mut running);
    let poll = |driver: &mut _| {
        std::future::Future::poll(
            std::pin::Pin::new(driver),
            &mut std::task::Context::from_waker(std::task::Waker::noop()),
        )
    };
    assert!(poll(&mut driver).is_pending(), "the call holds the connection");
    assert_eq!(far.next().unwrap()["method"], "tools/call");
    drop(running);
    assert!(poll(&mut driver).is_ready());
    assert_eq!(far.next().unwrap()["method"], "notifications/cancelled");
}

#[test]
fn a_lost_driver_ends_calls_with_a_reason() {
    let Rig { connection, driver, far } = Rig::modern();
    let client = Client::new(connection);
    let mut running = client.echo(EchoArgs::default()).into_future();
    pending(&mut running);
    drop(driver);
    let text = now(running).unwrap_err().to_string();
    assert!(text.contains("driver"), "{text}");
    drop(far);
}
