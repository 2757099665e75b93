//! The manifests of real servers: crates of whole servers, one set an edition. Those of edition 2024 judge themselves by
//! probes; those of 2021 are there to be checked.

use crate::crates::{Crate, Workspace, write as write_file};
use crate::program::{main_file, module_row};
use judge::index;
use mcp_bindgen::{Bindings, Builder, ToolReport};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// A crate of more needs too much memory to compile.
const MOST_TOOLS: usize = 500;

/// A server's bindings, and where its manifest is.
struct Server {
    manifest: PathBuf,
    module: String,
    bindings: Bindings,
}

impl Server {
    fn tools(&self) -> &[ToolReport] {
        &self.bindings.report().tools
    }
}

/// Writes them, and prints how much is typed.
pub fn write(shared: &Path, workspace: &mut Workspace) {
    let servers = servers(shared);
    print_typed(&servers);
    for server in &servers {
        write_file(&workspace.file(&bindings_file(server)), server.bindings.source());
    }
    workspace.index.repaired.extend(servers.iter().flat_map(repaired));
    for (at, part) in packed(&servers).iter().enumerate() {
        let name = format!("corpus-2024-{at:02}");
        let rows: String = part.iter().map(|s| module_row(&s.module, s.tools().iter())).collect();
        let text = main_file(&modules(part, ""), &rows);
        workspace.add(&Crate { name: &name, edition: "2024", start: "main.rs", text: &text });
        let index = |s: &&Server| index::Server {
            program: name.clone(),
            module: s.module.clone(),
            manifest: s.manifest.clone(),
        };
        workspace.index.servers.extend(part.iter().map(index));
        let name = format!("corpus-2021-{at:02}");
        let text = format!("//! Checked only.\n#![deny(warnings)]\n\n{}", modules(part, "pub "));
        workspace.add(&Crate { name: &name, edition: "2021", start: "lib.rs", text: &text });
    }
}

/// Warnings about what has no bearing on what a schema allows.
const HARMLESS: [&str; 5] =
    ["bad-header", "bad-pattern", "empty-enum", "misfit-default", "undeclared-required"];

fn repaired(server: &Server) -> Vec<index::Repaired> {
    let mut tools = BTreeMap::new();
    for d in server.bindings.warnings().iter().filter(|d| !HARMLESS.contains(&d.code())) {
        println!("{}: {d}", server.module);
        let pointer = d.pointer().map_or("", |p| p.as_str());
        let mut steps = pointer.split('/').skip(2);
        if let (Some(tool), Some(schema @ ("inputSchema" | "outputSchema"))) =
            (steps.next(), steps.next())
        {
            tools.insert((tool.parse::<usize>().expect("an index"), schema), d.code());
        }
    }
    let repaired = |((tool, schema), _): ((usize, &str), _)| index::Repaired {
        module: server.module.clone(),
        tool: server.tools()[tool].name.clone(),
        schema: schema.to_owned(),
    };
    tools.into_iter().map(repaired).collect()
}

fn bindings_file(server: &Server) -> String {
    format!("servers/{}.rs", server.module)
}

fn servers(shared: &Path) -> Vec<Server> {
    let folder = shared.join("manifests");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.expect("the folder is readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    files.sort();
    let server = |manifest: PathBuf| {
        let builder = Builder::new().manifest(&manifest);
        let module = builder.module_name();
        let bindings = builder.generate().unwrap_or_else(|e| panic!("{}: {e}", manifest.display()));
        Server { manifest, module, bindings }
    };
    files.into_iter().map(server).collect()
}

/// Servers in parts of at most [`MOST_TOOLS`] tools.
fn packed(servers: &[Server]) -> Vec<Vec<&Server>> {
    let mut parts: Vec<(usize, Vec<&Server>)> = Vec::new();
    for server in servers {
        let tools = server.tools().len();
        match parts.iter_mut().find(|(count, _)| count + tools <= MOST_TOOLS) {
            Some((count, part)) => {
                *count += tools;
                part.push(server);
            }
            None => parts.push((tools, vec![server])),
        }
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

fn print_typed(servers: &[Server]) {
    let tools = || servers.iter().flat_map(|s| s.tools());
    let (count, skipped) =
        (tools().count(), servers.iter().map(|s| s.bindings.report().skipped.len()).sum::<usize>());
    let (properties, typed) =
        tools().fold((0, 0), |(all, typed), t| (all + t.properties, typed + t.typed));
    println!("corpus: {} servers, {count} tools, {skipped} refused", servers.len());
    println!("corpus: {typed} of {properties} properties typed");
    assert!(typed * 100 >= properties * 98, "fewer than 98 % of the properties are typed");
}

fn modules(part: &[&Server], visibility: &str) -> String {
    let mut out = String::new();
    for server in part {
        let file = bindings_file(server);
        writeln!(out, "#[path = \"../../{file}\"]\n{visibility}mod {};", server.module).unwrap();
    }
    out
}
