//! One end is the code under test, the other end is the test, message by message. No executor, no real time.
use mcp_bindings::{
    BoxFuture, Connection, Driver, Error, Memory, Negotiation, Options, Revision, ServerInfo,
    Service, Timer, Value, pair,
};
use serde_json::json;
use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, Waker},
    time::Duration,
};

/// Polls once; the future must be done.
#[track_caller]
pub fn now<F: Future>(future: F) -> F::Output {
    match std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("not done yet"),
    }
}

/// Polls once; the future must not be done.
#[track_caller]
pub fn pending<F: Future + Unpin>(future: &mut F) {
    let polled = Pin::new(future).poll(&mut Context::from_waker(Waker::noop()));
    assert!(polled.is_pending(), "done too early");
}

/// `Connection::ready` with its own hold on the connection.
pub async fn ready(connection: Connection) -> Result<Arc<ServerInfo>, Error> {
    connection.ready().await
}

/// The far end of a connection, played by the test.
pub struct Far(pub Memory);

impl Far {
    pub fn next(&self) -> Option<Value> {
        Some(serde_json::from_str(&self.0.try_receive()?).expect("JSON"))
    }
}

/// A client under test.
pub struct Rig {
    pub connection: Connection,
    pub driver: Driver<Memory>,
    pub far: Far,
}

impl Rig {
    pub fn new(options: Options) -> Self {
        let (near, far) = pair();
        let (connection, driver) = Connection::new(near, options);
        Self { connection, driver, far: Far(far) }
    }

    /// A client whose handshake is done, in the revision.
    pub fn ready(options: Options, revision: Revision) -> Self {
        let modern = revision == Revision::LATEST;
        let negotiation = if modern { Negotiation::Auto } else { Negotiation::Only(revision) };
        let mut rig = Self::new(options.negotiation(negotiation));
        let connection = rig.connection.clone();
        let mut ready = std::pin::pin!(connection.ready());
        pending(&mut ready);
        let id = rig.sent()["id"].clone();
        let result = if modern {
            json!({"resultType": "complete", "supportedVersions": [revision.as_str()], "capabilities": {"tools": {}},
                "ttlMs": 0, "cacheScope": "private", "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "s", "version": "1"}}})
        } else {
            json!({"protocolVersion": revision.as_str(), "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}})
        };
        rig.reply(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
        assert_eq!(now(ready.as_mut()).unwrap().revision(), revision);
        if !modern {
            assert_eq!(
                rig.sent(),
                json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
            );
        }
        rig
    }

    pub fn modern() -> Self {
        Self::ready(Options::default(), Revision::LATEST)
    }

    /// Lets the driver do all that it can.
    pub fn drive(&mut self) {
        for _ in 0..4 {
            let _ = Pin::new(&mut self.driver).poll(&mut Context::from_waker(Waker::noop()));
        }
    }

    /// The next message from the client.
    #[track_caller]
    pub fn sent(&mut self) -> Value {
        self.drive();
        self.far.next().expect("a message")
    }

    #[track_caller]
    pub fn quiet(&mut self) {
        self.drive();
        if let Some(message) = self.far.next() {
            panic!("unexpected: {message}");
        }
    }

    pub fn reply(&mut self, message: &Value) {
        self.reply_text(message.to_string());
    }

    pub fn reply_text(&mut self, text: impl Into<String>) {
        self.far.0.send(text);
        self.drive();
    }

    /// Takes the next request and answers it with a result.
    #[track_caller]
    pub fn answer(&mut self, result: Value) -> Value {
        let request = self.sent();
        self.reply(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
        request
    }

    /// Takes the next request and answers it with an error.
    #[track_caller]
    pub fn refuse(&mut self, error: Value) -> Value {
        let request = self.sent();
        self.reply(&json!({"jsonrpc": "2.0", "id": request["id"], "error": error}));
        request
    }
}

/// A server under test.
pub struct ServerRig {
    driver: Driver<Memory>,
    near: Far,
}

impl ServerRig {
    pub fn new(service: &Service) -> Self {
        let (near, far) = pair();
        Self { driver: service.serve(far), near: Far(near) }
    }

    /// A server with a legacy session of that revision.
    pub fn legacy(service: &Service, revision: &str) -> Self {
        let mut rig = Self::new(service);
        let result = rig.ask(json!({"jsonrpc": "2.0", "id": "open", "method": "initialize", "params": {
            "protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}}));
        assert_eq!(result["result"]["protocolVersion"], revision);
        rig.tell(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
        rig
    }

    pub fn drive(&mut self) {
        for _ in 0..4 {
            let _ = Pin::new(&mut self.driver).poll(&mut Context::from_waker(Waker::noop()));
        }
    }

    /// Sends a text; gives the answer, if one came.
    pub fn tell(&mut self, text: &str) -> Option<Value> {
        self.near.0.send(text);
        self.drive();
        self.near.next()
    }

    #[track_caller]
    pub fn ask(&mut self, message: Value) -> Value {
        self.tell(&message.to_string()).expect("an answer")
    }

    /// A modern request with a complete envelope; `params` without `_meta`.
    #[track_caller]
    pub fn modern(&mut self, id: impl Into<Value>, method: &str, params: Value) -> Value {
        self.ask(modern(id, method, params))
    }

    pub fn next(&mut self) -> Option<Value> {
        self.drive();
        self.near.next()
    }
}

pub fn modern(id: impl Into<Value>, method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params})
}

/// Time that passes when the test says so.
#[derive(Clone, Default)]
pub struct Clock(Arc<Mutex<Time>>);

#[derive(Default)]
struct Time {
    now: Duration,
    sleepers: Vec<Waker>,
}

impl Clock {
    pub fn advance(&self, by: Duration) {
        let mut state = self.0.lock().unwrap();
        state.now += by;
        state.sleepers.drain(..).for_each(Waker::wake);
    }
}

impl Timer for Clock {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let clock = self.0.clone();
        let until = clock.lock().unwrap().now + duration;
        Box::pin(std::future::poll_fn(move |cx| {
            let mut state = clock.lock().unwrap();
            if state.now >= until {
                return Poll::Ready(());
            }
            state.sleepers.push(cx.waker().clone());
            Poll::Pending
        }))
    }

    fn now(&self) -> Option<Duration> {
        Some(self.0.lock().unwrap().now)
    }
}
