//! Every list that a server has.

use super::manifest::Captured;
use crate::report::progress;
use mcp_bindings::{Connection, Error, List};
use serde_json::value::RawValue;

/// A list: how the manifest names it, and which capability announces it.
struct Source {
    list: List,
    method: &'static str,
    member: &'static str,
    capability: &'static str,
}

const SOURCES: [Source; 4] = [
    Source { list: List::Tools, method: "tools/list", member: "tools", capability: "tools" },
    Source {
        list: List::Prompts,
        method: "prompts/list",
        member: "prompts",
        capability: "prompts",
    },
    Source {
        list: List::Resources,
        method: "resources/list",
        member: "resources",
        capability: "resources",
    },
    Source {
        list: List::ResourceTemplates,
        method: "resources/templates/list",
        member: "resourceTemplates",
        capability: "resources",
    },
];

/// The code of a method that a server does not have.
const METHOD_NOT_FOUND: i64 = -32601;

type Missing = (&'static str, String);

/// Reads it all, page after page. Beside it, a warning for each list that is announced and not there.
pub(super) async fn everything(
    connection: &Connection,
) -> Result<(Captured, Vec<Missing>), (&'static str, Error)> {
    let info = connection.ready().await.map_err(|e| ("handshake", e))?;
    let (mut lists, mut missing) = (Vec::new(), Vec::new());
    for source in SOURCES {
        let announced = info.capabilities().contains_key(source.capability);
        // Servers exist that have tools and do not say so.
        let entries = if announced || source.list == List::Tools {
            one(connection, &source, announced).await?
        } else {
            Some(Vec::new())
        };
        // Templates have no capability of their own.
        if entries.is_none() && announced && source.list != List::ResourceTemplates {
            let text = format!("announces `{}` but has no {}", source.capability, source.method);
            missing.push(("list-missing", text));
        }
        lists.push((source.member, entries.unwrap_or_default()));
    }
    Ok((Captured { info, lists }, missing))
}

/// All entries of a list, `None` when the server has no such method. What was not announced may be refused in any way.
async fn one(
    connection: &Connection,
    source: &Source,
    announced: bool,
) -> Result<Option<Vec<Box<RawValue>>>, (&'static str, Error)> {
    progress(&format!("reading {}", source.method));
    match connection.list(source.list).await {
        Ok(entries) => Ok(Some(entries)),
        Err(Error::Protocol(e)) if e.code == METHOD_NOT_FOUND || !announced => Ok(None),
        Err(e) => Err((source.method, e)),
    }
}
