//! What the handshake told about a server.
use crate::{
    Map, ResponseError, Revision, Value,
    message::{members, string},
    meta::SERVER_INFO,
};

/// A server as its handshake described it.
#[derive(Clone, Debug)]
pub struct ServerInfo {
    pub(super) revision: Revision,
    implementation: Map<String, Value>,
    capabilities: Map<String, Value>,
    instructions: Option<String>,
}

impl ServerInfo {
    /// The revision that this connection speaks.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The server's name; empty when it gave none.
    #[must_use]
    pub fn name(&self) -> &str {
        self.text("name")
    }

    /// The server's version; empty when it gave none.
    #[must_use]
    pub fn version(&self) -> &str {
        self.text("version")
    }

    /// All that the server says of itself (`serverInfo`).
    #[must_use]
    pub fn implementation(&self) -> &Map<String, Value> {
        &self.implementation
    }

    /// What the server can do (`capabilities`).
    #[must_use]
    pub fn capabilities(&self) -> &Map<String, Value> {
        &self.capabilities
    }

    /// How to use the server, written for a model.
    #[must_use]
    pub fn instructions(&self) -> Option<&str> {
        self.instructions.as_deref()
    }

    fn text(&self, name: &str) -> &str {
        self.implementation.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// A modern server that refused to describe itself.
    pub(super) fn unknown(revision: Revision) -> Self {
        Self { revision, implementation: Map::new(), capabilities: Map::new(), instructions: None }
    }

    /// From the result of `initialize` or `server/discover`; identity is `serverInfo`, in `_meta` or beside.
    pub(super) fn read(result: &str, revision: Revision) -> Result<Self, ResponseError> {
        let names = ["capabilities", "instructions", "serverInfo", "_meta"];
        let [capabilities, instructions, info, meta] =
            members(result, names).map_err(|e| ResponseError::new(e.to_string(), result))?;
        let in_meta = meta.and_then(|meta| {
            let [info] = members(meta, [SERVER_INFO]).ok()?;
            info
        });
        Ok(Self {
            revision,
            implementation: object(in_meta.or(info)),
            capabilities: object(capabilities),
            instructions: instructions.and_then(|i| Some(string(i)?.into_owned())),
        })
    }
}

/// Descriptions are for people: one that is no object is no reason to refuse the server.
fn object(raw: Option<&str>) -> Map<String, Value> {
    raw.and_then(|raw| serde_json::from_str(raw).ok()).unwrap_or_default()
}
