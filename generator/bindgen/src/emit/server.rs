//! What every server module has: descriptor, client, server trait, calls by name.

use super::entries::{EntryKind, EntryModule, dispatch_rows, emit_entries};
use super::{Emitter, Lines, quoted, raw};
use crate::lower::item_docs;
use crate::names::Name;
use crate::rust::{Item, Module, Type};
use crate::text::code_span;

/// Which side of the connection is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    Client,
    Server,
    Both,
}

/// A server's module as data.
#[derive(Debug)]
pub(crate) struct Bindings {
    pub(crate) server: String,
    pub(crate) version: String,
    pub(crate) revision: String,
    pub(crate) instructions: Option<String>,
    pub(crate) half: Half,
    pub(crate) tools: Vec<ToolItems>,
    pub(crate) prompts: Option<EntryModule>,
    /// Plain ones first, then templates.
    pub(crate) resources: Option<EntryModule>,
    pub(crate) capabilities: Option<String>,
}

impl Bindings {
    fn modules(&self) -> impl Iterator<Item = (EntryKind, &EntryModule)> {
        let prompts = self.prompts.iter().map(|module| (EntryKind::Prompts, module));
        prompts.chain(self.resources.iter().map(|module| (EntryKind::Resources, module)))
    }
}

/// What one tool brings.
#[derive(Debug)]
pub(crate) struct ToolItems {
    pub(crate) wire: String,
    pub(crate) name: Name,
    pub(crate) docs: Vec<String>,
    pub(crate) verbatim: String,
    /// Headers that mirror arguments: each name, and the path to the argument.
    pub(crate) headers: Vec<(String, Vec<String>)>,
    pub(crate) args: Item,
    pub(crate) output: Type,
    /// The output's own item, where it has one.
    pub(crate) output_item: Option<Item>,
    pub(crate) module: Module,
}

impl ToolItems {
    fn args_name(&self) -> String {
        self.name.ty_with("Args")
    }

    /// Its items, in the order that they are printed in.
    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        [&self.args].into_iter().chain(&self.output_item).chain(&self.module.items)
    }

    pub(crate) fn items_mut(&mut self) -> impl Iterator<Item = &mut Item> {
        [&mut self.args].into_iter().chain(&mut self.output_item).chain(&mut self.module.items)
    }
}

/// All items of a server's module, in order.
pub(crate) fn emit_bindings(bindings: &Bindings, out: &mut Lines) {
    let emitter = Emitter { runtime: "mcp_bindings", module: "", non_exhaustive: false };
    descriptor(&emitter, bindings, out);
    if bindings.half != Half::Server {
        client(&emitter, bindings, out);
    }
    if bindings.half != Half::Client {
        server(&emitter, bindings, out);
    }
    for (kind, module) in bindings.modules() {
        emit_entries(&emitter, kind, module, bindings.half, &bindings.server, out);
    }
    calls(&emitter, bindings, out);
    schemas(&emitter, bindings, out);
    for tool in &bindings.tools {
        emitter.item(out, &tool.args);
        tool.output_item.iter().for_each(|item| emitter.item(out, item));
        if !tool.module.items.is_empty() {
            out.docs(&tool.module.docs);
            out.block(format!("pub mod {}", tool.module.name), |out| {
                emitter.module(out, &tool.module);
            });
        }
    }
}

fn descriptor(emitter: &Emitter<'_>, bindings: &Bindings, out: &mut Lines) {
    let rt = emitter.runtime;
    let head =
        [&bindings.server, &bindings.version, &bindings.revision].map(|t| quoted(t)).join(", ");
    let server = code_span(&bindings.server);
    out.docs(&[format!(
        "What {server} was when these bindings were generated: its identity and the verbatim entries of its lists."
    )]);
    out.line(format!(
        "pub static SERVER: ::{rt}::ServerDescriptor = ::{rt}::ServerDescriptor::new({head}, &["
    ));
    for tool in &bindings.tools {
        let (name, entry) = (quoted(&tool.wire), raw(&tool.verbatim));
        out.line(format!("    ::{rt}::ToolDescriptor::new({name}, {entry}),"));
    }
    let mut end = "])".to_owned();
    if let Some(text) = &bindings.instructions {
        end.push_str(&format!(".with_instructions({})", quoted(text)));
    }
    if let Some(text) = &bindings.capabilities {
        end.push_str(&format!(".with_capabilities({})", raw(text)));
    }
    for (function, entries) in lists(bindings) {
        out.line(format!("{end}.{function}(&["));
        entries.iter().for_each(|entry| out.line(format!("    {},", raw(entry))));
        "])".clone_into(&mut end);
    }
    out.line(format!("{end};"));
}

/// The entries of the lists beside the tools, word for word.
fn lists(bindings: &Bindings) -> Vec<(&'static str, Vec<&str>)> {
    let all = [
        ("with_prompts", verbatim(bindings.prompts.as_ref(), None)),
        ("with_resources", verbatim(bindings.resources.as_ref(), Some(false))),
        ("with_templates", verbatim(bindings.resources.as_ref(), Some(true))),
    ];
    all.into_iter().filter(|(_, entries)| !entries.is_empty()).collect()
}

fn verbatim(module: Option<&EntryModule>, has_args: Option<bool>) -> Vec<&str> {
    let entries = module.into_iter().flat_map(|module| &module.entries);
    let wanted = entries.filter(|entry| has_args.is_none_or(|has| entry.args.is_some() == has));
    wanted.map(|entry| entry.verbatim.as_str()).collect()
}

fn client(emitter: &Emitter<'_>, bindings: &Bindings, out: &mut Lines) {
    let rt = emitter.runtime;
    out.docs(&item_docs("Typed calls to the tools of ", &bindings.server, "."));
    out.line("#[derive(Clone, Debug)]");
    out.block("pub struct Client", |out| out.line(format!("connection: ::{rt}::Connection,")));
    out.block("impl Client", |out| {
        out.docs(&["A client over a connection."]);
        out.line("#[must_use]");
        let parameter = format!("connection: ::{rt}::Connection");
        out.function("pub fn new", &[parameter], " -> Self", &["Self { connection }".to_owned()]);
        out.docs(&["The connection that the calls go over."]);
        out.line("#[must_use]");
        let (this, end) = ("&self".to_owned(), format!(" -> &::{rt}::Connection"));
        out.function("pub fn connection", &[this], &end, &["&self.connection".to_owned()]);
        for tool in &bindings.tools {
            out.docs(&tool.docs);
            let parameters = ["&self".to_owned(), format!("args: {}", tool.args_name())];
            let end = format!(" -> ::{rt}::Call<'_, {}>", tool.name.ty());
            let body = [format!("::{rt}::Call::new(&self.connection, args)")];
            out.function(&format!("pub fn {}", tool.name.field()), &parameters, &end, &body);
        }
        for (kind, _) in bindings.modules() {
            let module = kind.module();
            out.docs(&[format!("The {module} of the server, typed.")]);
            out.line("#[must_use]");
            let (this, end) = ("&self".to_owned(), format!(" -> {module}::Client<'_>"));
            let body = [format!("{module}::Client::new(&self.connection)")];
            out.function(&format!("pub fn {module}"), &[this], &end, &body);
        }
    });
}

fn server(emitter: &Emitter<'_>, bindings: &Bindings, out: &mut Lines) {
    let rt = emitter.runtime;
    out.docs(&item_docs("The handlers of ", &bindings.server, ": one `async fn` a tool."));
    out.block("pub trait Server: ::core::marker::Send + ::core::marker::Sync + 'static", |out| {
        for tool in &bindings.tools {
            out.docs(&tool.docs);
            let parameters = [
                "&self".to_owned(),
                format!("args: {}", tool.args_name()),
                format!("cx: &::{rt}::Context"),
            ];
            let output = emitter.ty(&tool.output);
            let end = format!(
                " -> impl ::core::future::Future<Output = ::{rt}::ToolResult<{output}>> + ::core::marker::Send"
            );
            out.function(&format!("fn {}", tool.name.field()), &parameters, &end, &[]);
        }
    });
    out.docs(&["Serves the handlers; give it to a transport."]);
    let body = [format!("::{rt}::Service::new(&SERVER, Dispatcher(server))")];
    let end = format!(" -> ::{rt}::Service");
    let traits: String =
        bindings.modules().map(|(kind, _)| format!(" + {}::Server", kind.module())).collect();
    let start = format!("pub fn service<S: Server{traits}>");
    out.function(&start, &["server: S".to_owned()], &end, &body);
    let tools = |out: &mut Lines| {
        for tool in &bindings.tools {
            let (method, marker) = (tool.name.field(), tool.name.ty());
            out.line(format!("{method}: {marker} = {},", quoted(&tool.wire)));
        }
    };
    out.block(format!("::{rt}::dispatch!"), |out| {
        if traits.is_empty() {
            return tools(out);
        }
        out.block("tools", tools);
        bindings.modules().for_each(|(kind, module)| dispatch_rows(kind, module, out));
    });
}

fn calls(emitter: &Emitter<'_>, bindings: &Bindings, out: &mut Lines) {
    let end = ", as a model makes it: a name and JSON.";
    out.docs(&item_docs("A call of one of the tools of ", &bindings.server, end));
    out.line("#[derive(Clone, Debug, PartialEq)]");
    out.block("pub enum ToolCall", |out| {
        for tool in &bindings.tools {
            out.docs(&item_docs("", &tool.wire, ""));
            out.line(format!("{}({}),", tool.name.ty(), tool.args_name()));
        }
    });
    for tool in &bindings.tools {
        out.docs(&tool.docs);
        out.line("#[derive(Clone, Copy, Debug)]");
        out.line(format!("pub struct {};", tool.name.ty()));
    }
    out.block(format!("::{}::tools!", emitter.runtime), |out| {
        for tool in &bindings.tools {
            let (method, marker, args) = (tool.name.field(), tool.name.ty(), tool.args_name());
            let output = emitter.ty(&tool.output);
            let (wire, headers) = (quoted(&tool.wire), headers(tool));
            out.line(format!("{method}: {marker}({args}) -> {output} = {wire}{headers},"));
        }
    });
}

/// ` headers ["Region" = ["place", "region"]]`, where arguments are mirrored.
fn headers(tool: &ToolItems) -> String {
    let list = |texts: &mut dyn Iterator<Item = String>| texts.collect::<Vec<_>>().join(", ");
    let mut rows = tool.headers.iter().map(|(name, path)| {
        format!("{} = [{}]", quoted(name), list(&mut path.iter().map(|member| quoted(member))))
    });
    match tool.headers.is_empty() {
        true => String::new(),
        false => format!(" headers [{}]", list(&mut rows)),
    }
}

/// The schema of each type that stands for a whole one: no code, unless the runtime has a feature that asks for it.
fn schemas(emitter: &Emitter<'_>, bindings: &Bindings, out: &mut Lines) {
    if bindings.tools.is_empty() {
        return;
    }
    out.block(format!("::{}::schemas!", emitter.runtime), |out| {
        for tool in &bindings.tools {
            let wire = quoted(&tool.wire);
            out.line(format!("{} = input {wire},", tool.args.name));
            if let Some(item) = &tool.output_item {
                out.line(format!("{} = output {wire},", item.name));
            }
        }
    });
}
