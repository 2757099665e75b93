//! Streamable HTTP, the server's side: each rule of the specification's page on the transport, request by request, without a socket.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
mod common;

use bytes::Bytes;
use common::{hub, modern};
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hub::{
    EchoArgs, Hub, ListNamesArgs, ListNamesOutput, SearchIssuesArgs, SearchIssuesOutput, Server,
    service,
};
use mcp_bindings::{
    Content, Context, Key, Progress, Service, ToolResult, Value,
    http::{Body, Hosted, Mount},
};
use serde_json::json;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};
use tower_service::Service as _;

/// Tells how far it has come, asks, waits.
#[derive(Clone, Default)]
struct Teller {
    hub: Hub,
    done: Arc<AtomicU32>,
}

impl Server for Teller {
    async fn search_issues(
        &self,
        args: SearchIssuesArgs,
        cx: &Context,
    ) -> ToolResult<SearchIssuesOutput> {
        self.hub.search_issues(args, cx).await
    }
    async fn list_names(&self, args: ListNamesArgs, cx: &Context) -> ToolResult<ListNamesOutput> {
        self.hub.list_names(args, cx).await
    }
    async fn echo(&self, args: EchoArgs, cx: &Context) -> ToolResult<Content> {
        match args.text.as_deref() {
            Some("progress") => {
                cx.progress(Progress::new(1.0).of(2.0));
                cx.progress(Progress::new(2.0).of(2.0));
                Ok("done".into())
            }
            Some("ask") => {
                Ok(cx.elicit_form("q", "?", r#"{"type":"object","properties":{}}"#).await?.into())
            }
            Some("slow") => {
                tokio::time::sleep(Duration::from_millis(300)).await;
                self.done.fetch_add(1, Relaxed);
                Ok("slow".into())
            }
            Some("tell") => {
                cx.changes().tools();
                Ok("told".into())
            }
            Some("who") => Ok(cx.principal().unwrap_or("nobody").into()),
            _ => self.hub.echo(args, cx).await,
        }
    }
}

fn hosted() -> Hosted {
    Mount::new(service(Teller::default())).hosted()
}

fn post(body: impl Into<Bytes>) -> Request<Full<Bytes>> {
    Request::post("/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .body(Full::new(body.into()))
        .unwrap()
}

fn with(
    mut request: Request<Full<Bytes>>,
    headers: &[(&'static str, &str)],
) -> Request<Full<Bytes>> {
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    request
}

/// A modern request with all headers that it should have.
fn fitting(message: &Value) -> Request<Full<Bytes>> {
    let method = message["method"].as_str().unwrap();
    let mut request = with(
        post(message.to_string()),
        &[("mcp-protocol-version", "2026-07-28"), ("mcp-method", method)],
    );
    if method == "tools/call" {
        let name = message["params"]["name"].as_str().unwrap();
        request = with(request, &[("mcp-name", name)]);
    }
    request
}

fn call(text: &str) -> Value {
    modern(1, "tools/call", json!({"name": "echo", "arguments": {"text": text}}))
}

async fn send(hosted: &Hosted, request: Request<Full<Bytes>>) -> Response<Body> {
    hosted.clone().call(request).await.unwrap()
}

async fn text(response: Response<Body>) -> String {
    String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap()
}

async fn answer(hosted: &Hosted, request: Request<Full<Bytes>>) -> (StatusCode, Value) {
    let response = send(hosted, request).await;
    let status = response.status();
    let text = text(response).await;
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// The `data` of a stream's events.
fn events(text: &str) -> Vec<Value> {
    let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
    data.filter_map(|data| serde_json::from_str(data).ok()).collect()
}

#[tokio::test]
async fn an_answer_alone_is_json() {
    let response = send(&hosted(), fitting(&call("hi"))).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "application/json");
    let answer: Value = serde_json::from_str(&text(response).await).unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], "hi");
}

#[tokio::test]
async fn what_comes_before_an_answer_makes_it_a_stream() {
    let mut message = call("progress");
    message["params"]["_meta"]["progressToken"] = json!("7");
    let response = send(&hosted(), fitting(&message)).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert_eq!(response.headers()["x-accel-buffering"], "no");
    let text = text(response).await;
    // No ids: a modern stream cannot be resumed.
    assert!(!text.contains("id: "), "{text}");
    let events = events(&text);
    assert_eq!(events.len(), 3);
    assert_eq!(events[0]["params"], json!({"progressToken": "7", "progress": 1, "total": 2}));
    assert_eq!(events[2]["result"]["content"][0]["text"], "done");
}

#[tokio::test]
async fn headers_that_differ_from_the_body_are_refused_in_order() {
    let hosted = hosted();
    let good = call("hi");
    let mut bare = good.clone();
    bare["params"]["_meta"] = json!({});
    let mut future = good.clone();
    future["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2099-01-01");
    for (message, headers, code) in [
        (&good, vec![("mcp-protocol-version", "")], -32020),
        (&good, vec![("mcp-protocol-version", "2025-11-25")], -32020),
        (&bare, vec![], -32602),
        // Keys before values: a version that differs, of a body that lacks the capabilities.
        (&future, vec![], -32020),
        (&future, vec![("mcp-protocol-version", "2099-01-01")], -32022),
        (&good, vec![("mcp-method", "tools/list")], -32020),
        (&good, vec![("mcp-name", "other")], -32020),
        (&good, vec![("mcp-name", "=?base64?ZWNobw?=")], -32020),
    ] {
        let mut request = with(fitting(message), &headers);
        if headers == [("mcp-protocol-version", "")] {
            request.headers_mut().remove("mcp-protocol-version");
        }
        let (status, answer) = answer(&hosted, request).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{headers:?}: {answer}");
        assert_eq!(answer["error"]["code"], code, "{headers:?}: {answer}");
        assert_eq!(answer["id"], 1);
    }
    for name in ["mcp-method", "mcp-name"] {
        let mut request = fitting(&good);
        request.headers_mut().remove(name);
        assert_eq!(answer(&hosted, request).await.1["error"]["code"], -32020, "{name}");
    }
    // An encoded value is decoded first, names of headers have no case, blanks around do not count.
    let request = with(fitting(&good), &[("mcp-name", "=?base64?ZWNobw==?=")]);
    assert_eq!(answer(&hosted, request).await.0, StatusCode::OK);
    let request = with(fitting(&good), &[("mcp-name", " echo ")]);
    assert_eq!(answer(&hosted, request).await.0, StatusCode::OK);
}

#[tokio::test]
async fn methods_that_are_not_there_are_404() {
    let hosted = hosted();
    for method in [
        "nonsense",
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/list",
    ] {
        let (status, answer) = answer(&hosted, fitting(&modern(1, method, json!({})))).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{method}: {answer}");
        assert_eq!(answer["error"]["code"], -32601);
    }
}

#[tokio::test]
async fn what_a_client_lacks_is_400() {
    let (status, answer) = answer(&hosted(), fitting(&call("ask"))).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(answer["error"]["code"], -32021);
}

#[tokio::test]
async fn bodies_that_are_no_message() {
    let hosted = Mount::new(service(Hub::default())).body_limit(1000).hosted();
    for (body, status, code) in [
        ("{", 400, Some(-32700)),
        ("[]", 400, Some(-32600)),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, 400, Some(-32600)),
        (r#"{"jsonrpc":"1.0","id":7,"method":"x"}"#, 400, Some(-32600)),
        ("", 400, Some(-32700)),
    ] {
        let (got, answer) = answer(&hosted, post(body)).await;
        assert_eq!(got.as_u16(), status, "{body}");
        assert_eq!(answer["error"]["code"].as_i64(), code, "{body}");
        if !body.contains(r#""id":7"#) {
            // An id that could not be read is left out, never null.
            assert!(answer.get("id").is_none(), "{answer}");
        }
    }
    assert_eq!(answer(&hosted, post(vec![b'"', 0xff, b'"'])).await.1["error"]["code"], -32700);
    assert_eq!(send(&hosted, post("x".repeat(1001))).await.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let request = with(fitting(&call("hi")), &[("content-type", "text/plain")]);
    assert_eq!(send(&hosted, request).await.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let request = with(fitting(&call("hi")), &[("accept", "text/html")]);
    assert_eq!(send(&hosted, request).await.status(), StatusCode::NOT_ACCEPTABLE);
    for accept in ["*/*", "application/*", "text/event-stream, application/json;q=0.5"] {
        let request = with(fitting(&call("hi")), &[("accept", accept)]);
        assert_eq!(send(&hosted, request).await.status(), StatusCode::OK, "{accept}");
    }
}

#[tokio::test]
async fn whom_it_answers() {
    let hosted = hosted();
    for (headers, status) in [
        (vec![("host", "evil.test")], StatusCode::FORBIDDEN),
        (vec![("origin", "https://evil.test")], StatusCode::FORBIDDEN),
        (vec![("origin", "http://localhost:5173")], StatusCode::OK),
    ] {
        let request = with(fitting(&call("hi")), &headers);
        assert_eq!(send(&hosted, request).await.status(), status, "{headers:?}");
    }
    // Before anything of the body is looked at.
    let request = with(post("{"), &[("origin", "https://evil.test")]);
    assert_eq!(send(&hosted, request).await.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn other_methods_than_post() {
    let modern = Mount::new(service(Hub::default())).modern_only().hosted();
    let both = hosted();
    for (hosted, method, status) in [
        (&modern, "GET", 405),
        (&modern, "DELETE", 405),
        (&both, "PUT", 405),
        (&both, "OPTIONS", 405),
        // There without a session.
        (&both, "GET", 400),
        (&both, "DELETE", 400),
    ] {
        let mut request = post("");
        *request.method_mut() = method.parse().unwrap();
        let response = send(hosted, request).await;
        assert_eq!(response.status().as_u16(), status, "{method}");
        assert_eq!(response.headers().contains_key("allow"), status == 405);
    }
    let request = initialize("2025-11-25");
    let (status, answer) = answer(&modern, request).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(answer["error"]["data"]["supported"], json!(["2026-07-28"]));
}

#[tokio::test]
async fn notifications_are_accepted_without_a_body() {
    let message = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1,
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}});
    let response = send(&hosted(), fitting(&message)).await;
    assert_eq!(response.status(), StatusCode::ACCEPTED);
    assert_eq!(text(response).await, "");
}

#[tokio::test]
async fn the_end_of_the_stream_cancels_a_modern_call() {
    let teller = Teller::default();
    let hosted = Mount::new(service(teller.clone())).hosted();
    let calling = send(&hosted, fitting(&call("slow")));
    assert!(tokio::time::timeout(Duration::from_millis(50), calling).await.is_err());
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(teller.done.load(Relaxed), 0);
}

#[tokio::test]
async fn a_silent_stream_shows_that_it_is_alive() {
    let hosted =
        Mount::new(service(Teller::default())).keep_alive(Duration::from_millis(50)).hosted();
    let response = send(&hosted, fitting(&call("slow"))).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let text = text(response).await;
    assert!(text.starts_with(":\n\n:\n\n"), "{text}");
    assert_eq!(events(&text).len(), 1);
}

#[tokio::test]
async fn a_listener_is_told_what_it_asked_for() {
    let hosted = hosted();
    let listen =
        modern(9, "subscriptions/listen", json!({"notifications": {"toolsListChanged": true}}));
    let mut stream = send(&hosted, fitting(&listen)).await.into_body();
    let mut next = async || {
        let frame = stream.frame().await.unwrap().unwrap();
        events(std::str::from_utf8(frame.data_ref().unwrap()).unwrap()).remove(0)
    };
    let first = next().await;
    assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(first["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 9);
    send(&hosted, fitting(&call("tell"))).await;
    let change = next().await;
    assert_eq!(change["method"], "notifications/tools/list_changed");
    assert_eq!(change["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 9);
}

// ---- arguments in headers

fn mirroring() -> Hosted {
    Mount::new(Service::new(&MIRRORED, Nothing)).hosted()
}

static MIRRORED: mcp_bindings::ServerDescriptor = mcp_bindings::ServerDescriptor::new(
    "m",
    "1",
    "2026-07-28",
    &[mcp_bindings::ToolDescriptor::new(
        "echo",
        r#"{"name":"echo","inputSchema":{"type":"object","properties":{
            "region":{"type":"string","x-mcp-header":"Region"},"n":{"type":"integer","x-mcp-header":"N"},"dry":{"type":"boolean","x-mcp-header":"Dry"}}}}"#,
    )],
);

struct Nothing;
impl mcp_bindings::Dispatch for Nothing {
    fn call<'a>(
        &'a self,
        _: &str,
        _: &str,
        _: &'a Context,
    ) -> Option<mcp_bindings::BoxFuture<'a, mcp_bindings::__private::Handled>> {
        None
    }
}

#[tokio::test]
async fn mirrored_arguments_are_what_the_body_says() {
    let hosted = mirroring();
    for (arguments, headers, fits) in [
        (json!({"region": "eu"}), vec![("mcp-param-region", "eu")], true),
        (json!({"region": "eu"}), vec![], false),
        (json!({"region": "eu"}), vec![("mcp-param-region", "EU")], false),
        (json!({"region": null}), vec![], true),
        (json!({}), vec![("mcp-param-region", "eu")], false),
        (json!({"region": "é"}), vec![("mcp-param-region", "=?base64?w6k=?=")], true),
        (json!({"region": "é"}), vec![("mcp-param-region", "=?base64?w6k?=")], false),
        (json!({"region": ""}), vec![("mcp-param-region", "")], true),
        (json!({"n": 5}), vec![("mcp-param-n", "5.0")], true),
        (json!({"n": 5}), vec![("mcp-param-n", "6")], false),
        (json!({"n": 5}), vec![("mcp-param-n", "five")], false),
        (json!({"dry": true}), vec![("mcp-param-dry", "true")], true),
        (json!({"dry": true}), vec![("mcp-param-dry", "True")], false),
    ] {
        let message = modern(1, "tools/call", json!({"name": "echo", "arguments": arguments}));
        let (status, answer) = answer(&hosted, with(fitting(&message), &headers)).await;
        let refused = answer["error"]["code"] == -32020;
        assert_eq!(refused, !fits, "{message} {headers:?}: {status} {answer}");
    }
}

// ---- legacy

fn initialize(revision: &str) -> Request<Full<Bytes>> {
    let message = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": revision,
        "capabilities": {"elicitation": {}}, "clientInfo": {"name": "c", "version": "1"}}});
    post(message.to_string())
}

async fn open(hosted: &Hosted, revision: &str) -> String {
    let response = send(hosted, initialize(revision)).await;
    assert_eq!(response.status(), StatusCode::OK);
    let session = response.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    assert!(session.len() >= 22 && session.bytes().all(|b| (0x21..=0x7e).contains(&b)));
    let told = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let request = in_session(&told, &session);
    assert_eq!(send(hosted, request).await.status(), StatusCode::ACCEPTED);
    session
}

fn in_session(message: &Value, session: &str) -> Request<Full<Bytes>> {
    with(post(message.to_string()), &[("mcp-session-id", session)])
}

fn plain(id: i64, text: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "echo", "arguments": {"text": text}}})
}

#[tokio::test]
async fn a_session_is_opened_used_and_ended() {
    let hosted = hosted();
    let session = open(&hosted, "2025-11-25").await;
    assert_ne!(session, open(&hosted, "2025-11-25").await);
    let (status, answer) = answer(&hosted, in_session(&plain(1, "revision"), &session)).await;
    assert_eq!(
        (status, &answer["result"]["content"][0]["text"]),
        (StatusCode::OK, &json!("2025-11-25"))
    );
    assert_eq!(
        send(&hosted, post(plain(2, "x").to_string())).await.status(),
        StatusCode::BAD_REQUEST
    );
    assert_eq!(
        send(&hosted, in_session(&plain(2, "x"), "other")).await.status(),
        StatusCode::NOT_FOUND
    );
    for (version, status) in [("2025-06-18", 200), ("1999-01-01", 400), ("nonsense", 400)] {
        let request =
            with(in_session(&plain(3, "x"), &session), &[("mcp-protocol-version", version)]);
        assert_eq!(send(&hosted, request).await.status().as_u16(), status, "{version}");
    }
    let mut request = in_session(&Value::Null, &session);
    *request.method_mut() = http::Method::DELETE;
    assert!(send(&hosted, request).await.status().is_success());
    assert_eq!(
        send(&hosted, in_session(&plain(4, "x"), &session)).await.status(),
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn sessions_are_capped_and_end_when_idle() {
    let hosted =
        Mount::new(service(Hub::default())).sessions(2, Duration::from_millis(200)).hosted();
    let session = open(&hosted, "2025-06-18").await;
    open(&hosted, "2025-06-18").await;
    assert_eq!(
        send(&hosted, initialize("2025-06-18")).await.status(),
        StatusCode::SERVICE_UNAVAILABLE
    );
    tokio::time::sleep(Duration::from_millis(300)).await;
    open(&hosted, "2025-06-18").await;
    assert_eq!(
        send(&hosted, in_session(&plain(1, "x"), &session)).await.status(),
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn a_legacy_question_goes_on_the_calls_stream_and_its_answer_by_a_post() {
    let hosted = hosted();
    let session = open(&hosted, "2025-11-25").await;
    let mut stream = send(&hosted, in_session(&plain(1, "ask"), &session)).await.into_body();
    let mut frame = async || {
        let frame = stream.frame().await.unwrap().unwrap();
        std::str::from_utf8(frame.data_ref().unwrap()).unwrap().to_owned()
    };
    // 2025-11-25 begins with an event that only says where the stream stands.
    let priming = frame().await;
    assert!(
        priming.contains("\ndata: \n\n") && priming.contains("id: ") && priming.contains("retry: "),
        "{priming}"
    );
    let question = events(&frame().await).remove(0);
    assert_eq!(question["method"], "elicitation/create");
    let reply = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {}}});
    let response = send(&hosted, in_session(&reply, &session)).await;
    assert_eq!(response.status(), StatusCode::ACCEPTED);
    assert_eq!(text(response).await, "");
    let done = events(&frame().await).remove(0);
    assert_eq!(done["id"], 1);
    assert_eq!(done["result"]["content"][0]["text"], "{}");
}

#[tokio::test]
async fn a_legacy_stream_that_breaks_off_is_no_cancel_and_is_resumed() {
    let teller = Teller::default();
    let hosted = Mount::new(service(teller.clone())).keep_alive(Duration::from_millis(50)).hosted();
    let session = open(&hosted, "2025-11-25").await;
    let mut stream = send(&hosted, in_session(&plain(1, "slow"), &session)).await.into_body();
    let priming = stream.frame().await.unwrap().unwrap();
    let priming = std::str::from_utf8(priming.data_ref().unwrap()).unwrap().to_owned();
    let id = priming.lines().find_map(|line| line.strip_prefix("id: ")).unwrap().to_owned();
    drop(stream);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(teller.done.load(Relaxed), 1);
    let mut request = with(
        in_session(&Value::Null, &session),
        &[("last-event-id", &id), ("accept", "text/event-stream")],
    );
    *request.method_mut() = http::Method::GET;
    let response = send(&hosted, request).await;
    assert_eq!(response.status(), StatusCode::OK);
    let events = events(&text(response).await);
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["result"]["content"][0]["text"], "slow");
}

#[tokio::test]
async fn a_session_is_told_of_changes_on_its_get_stream() {
    let hosted = hosted();
    let session = open(&hosted, "2025-06-18").await;
    let mut request = with(in_session(&Value::Null, &session), &[("accept", "text/event-stream")]);
    *request.method_mut() = http::Method::GET;
    let mut stream = send(&hosted, request).await.into_body();
    send(&hosted, in_session(&plain(1, "tell"), &session)).await;
    let frame = stream.frame().await.unwrap().unwrap();
    let change = events(std::str::from_utf8(frame.data_ref().unwrap()).unwrap()).remove(0);
    assert_eq!(change["method"], "notifications/tools/list_changed");
}

#[tokio::test]
async fn a_batch_is_a_message_of_2025_03_26_alone() {
    let hosted = hosted();
    let session = open(&hosted, "2025-03-26").await;
    let (status, answers) =
        answer(&hosted, in_session(&json!([plain(1, "a"), plain(2, "b")]), &session)).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(answers.as_array().unwrap().len(), 2);
    let told = json!([{"jsonrpc": "2.0", "method": "notifications/initialized"}]);
    assert_eq!(send(&hosted, in_session(&told, &session)).await.status(), StatusCode::ACCEPTED);
    let session = open(&hosted, "2025-06-18").await;
    let (status, answer) = answer(&hosted, in_session(&json!([plain(1, "a")]), &session)).await;
    assert_eq!((status, &answer["error"]["code"]), (StatusCode::BAD_REQUEST, &json!(-32600)));
}

#[tokio::test]
async fn a_session_and_a_half_done_call_are_good_for_the_same_principal_only() {
    let service = service(Teller::default()).seal(Key::new([1; 32]));
    let who =
        |parts: &http::request::Parts| Some(parts.headers.get("x-user")?.to_str().ok()?.to_owned());
    let hosted = Mount::new(service).principal(who).hosted();
    let as_user = |request, user| with(request, &[("x-user", user)]);
    let (_, who) = answer(&hosted, as_user(fitting(&call("who")), "ann")).await;
    assert_eq!(who["result"]["content"][0]["text"], "ann");

    let mut asking = call("ask");
    asking["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({"elicitation": {}});
    let (_, asked) = answer(&hosted, as_user(fitting(&asking), "ann")).await;
    asking["params"]["requestState"] = asked["result"]["requestState"].clone();
    asking["params"]["inputResponses"] = json!({"q": {"action": "accept", "content": {}}});
    let (_, foreign) = answer(&hosted, as_user(fitting(&asking), "bob")).await;
    assert_eq!(foreign["error"]["code"], -32602, "{foreign}");
    let (_, own) = answer(&hosted, as_user(fitting(&asking), "ann")).await;
    assert_eq!(own["result"]["resultType"], "complete", "{own}");

    let response = send(&hosted, as_user(initialize("2025-06-18"), "ann")).await;
    let session = response.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    let foreign = as_user(in_session(&plain(1, "who"), &session), "bob");
    assert_eq!(send(&hosted, foreign).await.status(), StatusCode::NOT_FOUND);
    let own = as_user(in_session(&plain(1, "who"), &session), "ann");
    assert_eq!(send(&hosted, own).await.status(), StatusCode::OK);
}

/// Whatever comes, there is an answer or a status, and the next one is answered as ever.
#[tokio::test]
async fn malformed_bodies() {
    let hosted = hosted();
    let session = open(&hosted, "2025-03-26").await;
    let seed = [
        call("hi"),
        plain(1, "x"),
        json!([plain(1, "x")]),
        modern(1, "server/discover", json!({})),
    ];
    let mut state = 0x9e37_79b9_u64;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below.max(1)
    };
    for round in 0..500 {
        let mut body = seed[round % seed.len()].to_string().into_bytes();
        for _ in 0..=random(4) {
            let at = random(body.len());
            match random(4) {
                0 => body[at] = u8::try_from(random(256)).unwrap(),
                1 => drop(body.remove(at)),
                2 => body.truncate(at + 1),
                _ => body.insert(at, b"{}[]\":,0"[random(8)]),
            }
        }
        let request = with(post(body), &[("mcp-session-id", &session)]);
        let response = send(&hosted, request).await;
        assert!(!response.status().is_server_error(), "{round}");
    }
    assert_eq!(answer(&hosted, fitting(&call("hi"))).await.0, StatusCode::OK);
}
