//! What every server module has: descriptor, client, server trait, calls by name.

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
}

/// What one tool brings.
#[derive(Debug)]
pub(crate) struct ToolItems {
    pub(crate) wire: String,
    pub(crate) name: Name,
    pub(crate) docs: Vec<String>,
    pub(crate) verbatim: String,
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
    out.line(match &bindings.instructions {
        Some(text) => format!("]).with_instructions({});", quoted(text)),
        None => "]);".to_owned(),
    });
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
    out.function("pub fn service<S: Server>", &["server: S".to_owned()], &end, &body);
    out.block(format!("::{rt}::dispatch!"), |out| {
        for tool in &bindings.tools {
            let (method, marker) = (tool.name.field(), tool.name.ty());
            out.line(format!("{method}: {marker} = {},", quoted(&tool.wire)));
        }
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
            out.line(format!("{method}: {marker}({args}) -> {output} = {},", quoted(&tool.wire)));
        }
    });
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
