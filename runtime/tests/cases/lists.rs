//! Lists: pages, entries that make no sense, members that nobody knows.
use crate::{
    bank::Case,
    client::is_open,
    common::{Rig, now, pending},
    typed::{holds, recoded},
};
use mcp_bindings::{
    Connection, Error, Listed, Options, Value,
    protocol::v2026_07_28::{ListToolsResult, Tool},
};
use serde_json::json;

async fn tools(connection: Connection) -> Result<Listed<Tool>, Error> {
    connection.tools().await
}

/// The list that a client gets when a server answers with these results in turn; and the cursors that it asked with.
#[track_caller]
fn listed<'a>(
    rig: &mut Rig,
    results: impl IntoIterator<Item = &'a Value>,
) -> (Listed<Tool>, Vec<Option<Value>>) {
    let mut list = Box::pin(tools(rig.connection.clone()));
    let mut cursors = Vec::new();
    for result in results {
        pending(&mut list);
        let request = rig.answer(result.clone());
        assert_eq!(request["method"], "tools/list");
        cursors.push(request["params"].get("cursor").cloned());
    }
    let list = now(list).unwrap();
    rig.quiet();
    (list, cursors)
}

fn names(list: &Listed<Tool>) -> Vec<&str> {
    list.entries.iter().map(|entry| entry.value.name.as_str()).collect()
}

fn ready(case: &Case) -> Rig {
    Rig::ready(Options::default(), case.revision())
}

pub fn pw_empty_cursor(case: &Case) {
    let pages = case.given("pages");
    let (list, cursors) = listed(&mut ready(case), pages.iter().map(|page| &page["result"]));
    assert_eq!(json!(names(&list)), case.expect["list_all_yields"]);
    let wanted = case.expected("requests_sent").iter().map(|request| match &request["cursor"] {
        absent if absent == "<absent>" => None,
        cursor => Some(cursor.clone()),
    });
    assert_eq!(cursors, wanted.collect::<Vec<_>>());
}

pub fn pw_one_bad_tool_in_list(case: &Case) {
    let mut rig = ready(case);
    let (list, _) = listed(&mut rig, [case.result()]);
    assert_eq!(json!(names(&list)), case.expect["usable_tools"]);
    let faults: Vec<&str> = list.faults.iter().map(|fault| fault.pointer()).collect();
    assert_eq!(json!(faults), case.expect["diagnostics"]);
    assert_eq!(case.expect["connection"], "open");
    is_open(&mut rig);
    // Who wants all or nothing reads the result as its type.
    assert!(mcp_bindings::from_str::<ListToolsResult>(&case.result().to_string()).is_err());
}

pub fn pw_null_for_optional_members(case: &Case) {
    let again = holds(case);
    assert!(!again["result"].to_string().contains("null"), "{again}");
    assert_eq!(case.expect["ends_pagination"], true);
    let (list, cursors) = listed(&mut ready(case), [case.result()]);
    assert_eq!((list.entries.len(), list.faults.len(), cursors), (2, 0, vec![None]));
}

pub fn pw_meta_and_unknown_members_survive(case: &Case) {
    assert_eq!(case.expect["re_encodes_equal"], true);
    holds(case);
    let (list, _) = listed(&mut ready(case), [case.result()]);
    let raw: Vec<Value> =
        list.entries.iter().map(|entry| serde_json::from_str(entry.raw.get()).unwrap()).collect();
    assert_eq!(json!(raw), case.result()["tools"]);
}

pub fn pw_result_type_absent(case: &Case) {
    let name = case.expect["as"].as_str().unwrap();
    let mut again = recoded(case.revision(), name, case.message());
    let added = again["result"].as_object_mut().unwrap().remove("resultType");
    assert!(added.is_none_or(|kind| kind == case.expect["values_effective"]["resultType"]));
    assert_eq!(&again, case.message());
    let (list, _) = listed(&mut ready(case), [case.result()]);
    assert!(list.entries.is_empty() && list.faults.is_empty());
    // A value of another type is not guessed at.
    let mut other = case.result().clone();
    other["resultType"] = json!("unheard_of");
    let mut rig = ready(case);
    let mut list = Box::pin(tools(rig.connection.clone()));
    pending(&mut list);
    rig.answer(other);
    assert!(matches!(now(list), Err(Error::Response(_))));
}
