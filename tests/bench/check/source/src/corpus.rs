//! Tools of real servers, chosen by a rule, so that they are the same in every run.

use mcp_bindgen::{Bindings, Builder, Report};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// What a schema must declare to count as one of several members.
const SEVERAL: usize = 4;

/// Every tool of the collection, in the order of the files, each as it is listed.
pub fn tools(shared: &Path) -> Vec<Value> {
    let folder = shared.join("manifests").read_dir().expect("the collection is there");
    let mut files: Vec<_> = folder.map(|e| e.expect("it can be listed").path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "json"));
    files.sort();
    let read = |file| {
        let text = std::fs::read_to_string(file).expect("it can be read");
        let mut whole: Value = serde_json::from_str(&text).expect("a manifest is JSON");
        match whole["tools"].take() {
            Value::Array(tools) => tools,
            _ => Vec::new(),
        }
    };
    files.iter().flat_map(read).collect()
}

/// So many tools of several members each and of different names, spread evenly over the collection.
pub fn chosen(shared: &Path, count: usize) -> Vec<Value> {
    let mut names = BTreeSet::new();
    let mut fit = tools(shared);
    fit.retain(|tool| {
        let members = tool["inputSchema"]["properties"].as_object().map_or(0, |m| m.len());
        let name = tool["name"].as_str().map(|name| name.to_lowercase().replace('-', "_"));
        members >= SEVERAL && name.is_some_and(|n| names.insert(n))
    });
    let parts = (0..count).map(|nth| &fit[nth * fit.len() / count..]);
    parts.map(|from| sound(from).expect("most tools have no defect").clone()).collect()
}

/// The first that generates.
fn sound(tools: &[Value]) -> Option<&Value> {
    tools.iter().find(|tool| generate([*tool]).is_some())
}

/// The bindings of a server with these tools, unless it has a defect.
pub fn generate<'a>(tools: impl IntoIterator<Item = &'a Value>) -> Option<Bindings> {
    let tools: Vec<&Value> = tools.into_iter().collect();
    let manifest = json!({"server": "bench", "tools": tools}).to_string();
    Builder::new().manifest_text("bench.json", manifest).generate().ok()
}

/// A user's handlers: an `impl Server` that reads the arguments and has nothing to answer.
pub fn handlers(report: &Report) -> String {
    let mut out = "pub struct App;\nimpl Server for App {\n".to_owned();
    for tool in &report.tools {
        let (name, args) = (&tool.function, &tool.args);
        let output = tool.output.as_deref().unwrap_or("::mcp_bindings::Content");
        out.push_str(&format!(
            "    async fn {name}(&self, args: {args}, _: &::mcp_bindings::Context) -> ::mcp_bindings::ToolResult<{output}> {{
        let text = format!(\"nothing for {{args:?}}\");
        Err(::mcp_bindings::ToolError::new(text))
    }}\n"
        ));
    }
    out + "}\npub fn serve() -> ::mcp_bindings::Service {\n    service(App)\n}\n"
}
