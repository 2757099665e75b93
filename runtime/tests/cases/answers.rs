//! What a client makes of an answer.
use crate::{
    bank::Case,
    common::{Rig, now, pending},
    desk,
    typed::holds,
};
use mcp_bindings::{Call, Connection, Error, Options, Progress, ServerInfo, Tool, Value};
use std::{
    future::IntoFuture,
    sync::{Arc, Mutex},
};

/// What a call comes to when the case's result answers it.
fn outcome<T: Tool>(
    case: &Case,
    call: impl FnOnce(&Connection) -> Call<'static, T>,
) -> Result<T::Output, Error> {
    let mut rig = Rig::ready(Options::default(), case.revision());
    let mut running = call(&rig.connection).into_future();
    pending(&mut running);
    rig.answer(case.result().clone());
    now(running)
}

/// What a client knows of a server whose handshake the case has.
fn handshake(case: &Case) -> Arc<ServerInfo> {
    use mcp_bindings::Negotiation::Only;
    let mut rig = Rig::new(Options::default().negotiation(Only(case.revision())));
    let mut ready = Box::pin(crate::common::ready(rig.connection.clone()));
    pending(&mut ready);
    rig.answer(case.result().clone());
    now(ready).unwrap()
}

pub fn pw_content_absent(case: &Case) {
    let again = holds(case);
    let effective = &case.expect["values_effective"]["content"];
    assert_eq!(&again["result"]["content"], effective);
    let content = outcome(case, desk::list_tabs).unwrap();
    assert_eq!(&serde_json::from_str::<Value>(content.as_json()).unwrap(), effective);
}

pub fn pw_discover_identity_in_meta(case: &Case) {
    holds(case);
    let info = handshake(case);
    assert_eq!((info.name(), info.version()), ("s", "1.0.0"));
}

pub fn pw_icon_sizes_forms(case: &Case) {
    let icons = &holds(case)["result"]["serverInfo"]["icons"];
    assert_eq!(icons[1]["sizes"], case.expect["values_effective"]["icons[1].sizes"]);
    assert_eq!(icons[0], case.result()["serverInfo"]["icons"][0]);
    assert_eq!(icons[3], case.result()["serverInfo"]["icons"][3]);
    assert!(icons[2].get("sizes").is_none());
    let shown = handshake(case);
    assert_eq!(shown.implementation()["icons"], case.result()["serverInfo"]["icons"]);
}

pub fn pw_input_required_with_meta(case: &Case) {
    holds(case);
    let Err(Error::InputRequired(e)) = outcome(case, desk::list_tabs) else {
        panic!("taken for a result")
    };
    let asks: Vec<_> = e.asks().collect();
    let [(key, method, params)] = asks.as_slice() else { panic!("{asks:?}") };
    let sent = &case.result()["inputRequests"][*key];
    assert_eq!(*method, sent["method"]);
    assert_eq!(serde_json::from_str::<Value>(params).unwrap(), sent["params"]);
}

pub fn pw_iserror_skips_output_validation(case: &Case) {
    holds(case);
    let definition = desk::SERVER.tools().iter().find(|tool| tool.name() == "find_things");
    let definition: Value = serde_json::from_str(definition.unwrap().definition()).unwrap();
    assert_eq!(definition["outputSchema"], case.input["output_schema"]);
    let Err(Error::Tool(failure)) = outcome(case, desk::find_things) else {
        panic!("no tool error")
    };
    assert_eq!(failure.content().text(), case.result()["content"][0]["text"]);
    let structured: Value = serde_json::from_str(failure.structured().unwrap().get()).unwrap();
    assert_eq!(structured, case.result()["structuredContent"]);
}

pub fn pw_unknown_content_block(case: &Case) {
    holds(case);
    let content = outcome(case, desk::list_tabs).unwrap();
    let sent = &case.result()["content"];
    assert_eq!(&serde_json::from_str::<Value>(content.as_json()).unwrap(), sent);
    let blocks = content.blocks().unwrap();
    let again: Value = serde_json::from_str(&mcp_bindings::to_string(&blocks).unwrap()).unwrap();
    assert_eq!(&again, sent);
    assert_eq!(content.text(), "a\nb");
}

pub fn pw_progress_fractional_with_message(case: &Case) {
    holds(case);
    let mut rig = Rig::ready(Options::default(), case.revision());
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&heard);
    let call = desk::list_tabs(&rig.connection)
        .on_progress(move |progress| listener.lock().unwrap().push(progress));
    let mut running = call.into_future();
    pending(&mut running);
    let token = rig.sent()["params"]["_meta"]["progressToken"].clone();
    let mut message = case.message().clone();
    message["params"]["progressToken"] = token;
    rig.reply(&message);
    let params = &case.message()["params"];
    let number = |name: &str| params[name].as_f64().unwrap();
    let sent = Progress::new(number("progress"))
        .of(number("total"))
        .with_message(params["message"].as_str().unwrap());
    assert_eq!(*heard.lock().unwrap(), [sent]);
}
