//! The manifest in all the forms that people save it in.

use super::{Document, Entries, canonical, json::Part, minify};
use crate::diagnostic::{Diagnostic, Diagnostics, Place, Severity};
use crate::pointer::Pointer;
use crate::text::is_hidden;
use serde_json::Value;
use std::collections::BTreeMap;

/// The revision that a manifest without `protocolVersion` speaks.
const NEWEST: &str = mcp_bindgen_schema::NEWEST;

/// What a server said of itself: identity and lists.
#[derive(Debug)]
pub(crate) struct Manifest {
    /// Where it came from, for diagnostics.
    pub(crate) file: String,
    /// The server's name, else the file's stem.
    pub(crate) server: String,
    /// The server's version, "" where unknown.
    pub(crate) version: String,
    /// The protocol revision.
    pub(crate) revision: String,
    /// What the server tells a model about itself.
    pub(crate) instructions: Option<String>,
    /// Its tools that can be read, in the server's order.
    pub(crate) tools: Vec<Tool>,
    /// Its prompts, resources and templates that can be read.
    pub(crate) entries: Entries,
    /// What it says it can do, as canonical JSON text; none where it says nothing.
    pub(crate) capabilities: Option<String>,
    /// What is wrong with it so far.
    pub(crate) diagnostics: Diagnostics,
}

/// One entry of `tools/list`.
#[derive(Clone, Debug)]
pub(crate) struct Tool {
    /// Where it stands in the file.
    pub(crate) at: Pointer,
    /// The wire name.
    pub(crate) name: String,
    /// `title`, else the annotations' title.
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) input: Value,
    pub(crate) output: Option<Value>,
    /// The whole entry as the server wrote it, without blanks between tokens.
    pub(crate) verbatim: String,
    /// Whether a user has supplied the output schema, so that the entry does not have it.
    pub(crate) output_is_supplied: bool,
}

const TOOL_HELP: &str = "every entry of `tools` needs `name` and `inputSchema`";

/// Where the lists stand in the file.
struct Lists<'a> {
    at: Pointer,
    members: BTreeMap<String, Part<'a>>,
    tools: Option<(Pointer, Part<'a>)>,
}

impl Manifest {
    /// Reads a document. A defect of one tool is kept in [`Manifest::diagnostics`] and costs that tool.
    pub(crate) fn read(document: &Document) -> Result<Self, Diagnostics> {
        Self::read_unplaced(document).map_err(|d| Diagnostics::from(d.in_file(&document.file)))
    }

    fn read_unplaced(document: &Document) -> Result<Self, Diagnostic> {
        let lists = find_lists(Part::whole(&document.text))?;
        let Some((at, tools)) = &lists.tools else { return Err(no_manifest(&lists.members)) };
        let mut found = Diagnostics::default();
        let head = Head::read(&lists, &mut found);
        let mut this = Self {
            file: document.file.clone(),
            server: head.name.unwrap_or_else(|| document.stem.clone()),
            version: head.version.unwrap_or_default(),
            revision: head.revision,
            instructions: head.instructions,
            tools: read_tools(at, *tools, &mut found)?,
            entries: Entries::read(&lists.members, &lists.at, &mut found),
            capabilities: capabilities(&lists),
            diagnostics: Diagnostics::default(),
        };
        warn_about_the_whole(&this, &lists, &mut found);
        this.diagnostics = found.in_file(&this.file);
        Ok(this)
    }
}

/// The manifest form, a bare result, a response, or a bare array of tools.
fn find_lists(whole: Part<'_>) -> Result<Lists<'_>, Diagnostic> {
    if whole.kind() == "an array" {
        whole.items()?;
        let members = BTreeMap::new();
        return Ok(Lists { at: Pointer::root(), members, tools: Some((Pointer::root(), whole)) });
    }
    let members = whole.object(&Pointer::root())?;
    if let Some(error) = members.get("error").filter(|_| !members.contains_key("tools")) {
        let message = error
            .value(&Pointer::root())
            .ok()
            .and_then(|e| e.get("message").and_then(Value::as_str).map(str::to_owned))
            .unwrap_or_else(|| minify(error.text()));
        return Err(Diagnostic::error(
            "error-response",
            &Pointer::root().join("error"),
            format!("is an error response, not a list of tools: {message}"),
        )
        .with_help("ask the server again with `mcp-bindgen capture`"));
    }
    let at = Pointer::root();
    if let (false, Some(result)) = (members.contains_key("tools"), members.get("result")) {
        let at = at.join("result");
        let members = result.object(&at)?;
        let tools = members.get("tools").map(|t| (at.join("tools"), *t));
        return Ok(Lists { at, members, tools });
    }
    let tools = members.get("tools").map(|t| (at.join("tools"), *t));
    Ok(Lists { at, members, tools })
}

fn no_manifest(members: &BTreeMap<String, Part<'_>>) -> Diagnostic {
    let help = if members.contains_key("mcpServers") || members.contains_key("servers") {
        "this looks like a host's configuration: start the server with `mcp-bindgen capture -o FILE -- COMMAND ARGS..`"
    } else {
        "expected {\"server\": .., \"tools\": [..]}, a `tools/list` result or response, or an array of tools; \
         `mcp-bindgen capture` writes one"
    };
    let names: Vec<&str> = members.keys().map(String::as_str).take(8).collect();
    Diagnostic::error(
        "not-a-manifest",
        &Pointer::root(),
        format!("has no `tools` (members: {})", names.join(", ")),
    )
    .with_help(help)
}

/// What stands beside the lists.
struct Head {
    name: Option<String>,
    version: Option<String>,
    revision: String,
    instructions: Option<String>,
}

impl Head {
    fn read(lists: &Lists<'_>, found: &mut Diagnostics) -> Self {
        let get = |name: &str, found: &mut Diagnostics| {
            let part = lists.members.get(name)?;
            part.value(&lists.at.join(name)).map_err(|d| found.push(d)).ok()
        };
        let server = get("server", found).unwrap_or_default();
        let info = get("serverInfo", found).unwrap_or_default();
        let text = |v: &Value| v.as_str().filter(|s| !s.is_empty()).map(str::to_owned);
        let member = |name: &str| {
            server.get(name).and_then(&text).or_else(|| info.get(name).and_then(&text))
        };
        if !matches!(server, Value::Null | Value::String(_) | Value::Object(_)) {
            found.push(
                Diagnostic::error(
                    "bad-server",
                    &lists.at.join("server"),
                    "must be a name or an object with `name` and `version`",
                )
                .with_help("leave it out to name the server after the file"),
            );
        }
        Self {
            name: text(&server).or_else(|| member("name")),
            version: member("version"),
            revision: revision(get("protocolVersion", found), &lists.at, found),
            instructions: get("instructions", found)
                .as_ref()
                .and_then(&text)
                .or_else(|| member("instructions")),
        }
    }
}

fn revision(value: Option<Value>, at: &Pointer, found: &mut Diagnostics) -> String {
    let at = at.join("protocolVersion");
    match value {
        None | Some(Value::Null) => NEWEST.to_owned(),
        Some(Value::String(r)) if mcp_bindgen_schema::revision(&r).is_some() => r,
        Some(Value::String(r)) => {
            let known: Vec<&str> = mcp_bindgen_schema::REVISIONS.iter().map(|r| r.name).collect();
            found.push(
                Diagnostic::warning(
                    "unknown-revision",
                    &at,
                    format!("\"{r}\" is no known revision; read as {NEWEST}"),
                )
                .with_help(format!("known: {}", known.join(", "))),
            );
            NEWEST.to_owned()
        }
        Some(_) => {
            found.push(
                Diagnostic::error("bad-revision", &at, "must be a string")
                    .with_help(format!("write it as \"{NEWEST}\", or leave it out")),
            );
            NEWEST.to_owned()
        }
    }
}

fn capabilities(lists: &Lists<'_>) -> Option<String> {
    // Some write it into `server`, beside its name.
    let server = lists.members.get("server").and_then(|server| server.members().ok());
    let inner = server.as_ref().and_then(|server| server.get("capabilities"));
    let part = lists.members.get("capabilities").or(inner)?;
    // For machines: the members' order says nothing.
    let value: Value = serde_json::from_str(part.text()).ok().filter(Value::is_object)?;
    Some(canonical(&value)).filter(|text| text != "{}")
}

fn warn_about_the_whole(manifest: &Manifest, lists: &Lists<'_>, found: &mut Diagnostics) {
    if let Some(cursor) = lists.members.get("nextCursor").filter(|c| c.kind() != "null") {
        found.push(
            Diagnostic::warning(
                "more-pages",
                &lists.at.join("nextCursor"),
                format!(
                    "`nextCursor` is {}: this is one page of a longer list",
                    minify(cursor.text())
                ),
            )
            .with_help("`mcp-bindgen capture` reads every page"),
        );
    }
    if manifest.tools.is_empty() && !found.has_errors() {
        let at = lists.tools.as_ref().map(|(at, _)| at.clone()).unwrap_or_default();
        found.push(Diagnostic::warning("no-tools", &at, "there are no tools in this manifest"));
    }
}

fn read_tools(
    at: &Pointer,
    part: Part<'_>,
    found: &mut Diagnostics,
) -> Result<Vec<Tool>, Diagnostic> {
    if part.kind() != "an array" {
        return Err(Diagnostic::error(
            "bad-tools",
            at,
            format!("must be an array, is {}", part.kind()),
        )
        .with_help("expected [{\"name\": .., \"inputSchema\": ..}, ..], as `tools/list` answers"));
    }
    let mut tools = Vec::new();
    let mut seen: BTreeMap<String, Pointer> = BTreeMap::new();
    for (i, part) in part.items()?.into_iter().enumerate() {
        let at = at.join(i);
        match read_tool(&at, part, found) {
            Ok(tool) => match seen.get(&tool.name) {
                Some(first) => found.push(twice(&tool, first)),
                None => {
                    seen.insert(tool.name.clone(), at);
                    tools.push(tool);
                }
            },
            Err(d) => found.push(d),
        }
    }
    Ok(tools)
}

fn twice(tool: &Tool, first: &Pointer) -> Diagnostic {
    Diagnostic::error(
        "duplicate-tool",
        &tool.at.join("name"),
        format!("tool \"{}\" is already at {first}", tool.name),
    )
    .with_help("a server's tool names are unique: remove one of the two")
}

fn read_tool(at: &Pointer, part: Part<'_>, found: &mut Diagnostics) -> Result<Tool, Diagnostic> {
    if part.kind() != "an object" {
        return Err(Diagnostic::error(
            "bad-tool",
            at,
            format!("must be an object, is {}", part.kind()),
        )
        .with_help(TOOL_HELP));
    }
    let name = tool_name(at, part)?;
    let value = part.value(at).map_err(|d| d.in_tool(&name))?;
    let Value::Object(mut members) = value else {
        return Err(Diagnostic::error("bad-tool", at, "must be an object").with_help(TOOL_HELP));
    };
    let input = match members.remove("inputSchema") {
        Some(schema @ Value::Object(_)) => schema,
        other => {
            let spelt =
                if members.contains_key("input_schema") { " (it has `input_schema`)" } else { "" };
            let what = match other {
                None => format!("`inputSchema` is missing{spelt}"),
                Some(v) => format!("`inputSchema` must be an object, is {}", kind(&v)),
            };
            return Err(Diagnostic::error("no-input-schema", &at.join("inputSchema"), what)
                .with_help("a tool without arguments has {\"type\": \"object\"}")
                .in_tool(&name));
        }
    };
    warn_about_name(at, &name, found);
    let text = |name: &str| members.get(name).and_then(Value::as_str).map(str::to_owned);
    let annotated = || members.get("annotations")?.get("title")?.as_str().map(str::to_owned);
    Ok(Tool {
        at: at.clone(),
        title: text("title").or_else(annotated),
        description: text("description"),
        output: members.get("outputSchema").filter(|v| !v.is_null()).cloned(),
        name,
        input,
        verbatim: minify(part.text()),
        output_is_supplied: false,
    })
}

/// The name first: the tool's other faults are told with it, even where it cannot be read whole.
fn tool_name(at: &Pointer, part: Part<'_>) -> Result<String, Diagnostic> {
    let at_name = at.join("name");
    let members = part.members()?;
    match members.get("name").map(|n| n.value(&at_name)).transpose()? {
        Some(Value::String(name)) => Ok(name),
        Some(other) => Err(Diagnostic::error(
            "bad-tool-name",
            &at_name,
            format!("`name` must be a string, is {}", kind(&other)),
        )
        .with_help(TOOL_HELP)),
        None => Err(Diagnostic::error("no-tool-name", &at_name, "this tool has no `name`")
            .with_help(TOOL_HELP)),
    }
}

/// Names should be 1 to 128 of `[A-Za-z0-9_.-]` (specification, server/tools, "Tool Names"): a warning, never a refusal.
fn warn_about_name(at: &Pointer, name: &str, found: &mut Diagnostics) {
    let at = at.join("name");
    if name.chars().any(is_hidden) {
        found.push(Diagnostic::new(
            Severity::Warning,
            "hidden-characters",
            Place::Pointer(at),
            format!("tool name \"{name}\" holds invisible or reordering characters"),
        ));
    } else if name.is_empty()
        || name.chars().count() > 128
        || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b))
    {
        found.push(Diagnostic::warning(
            "unusual-tool-name",
            &at,
            format!("tool name \"{name}\" is not 1 to 128 of A-Z a-z 0-9 _ . -"),
        ));
    }
}

/// `an object`, `a string` ..
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
