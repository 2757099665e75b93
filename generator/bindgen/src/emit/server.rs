//! What every server module has: descriptor, client, server trait, calls by name.

use super::{Emitter, Piece, docs, ident, quoted, raw};
use crate::lower::item_docs;
use crate::names::Name;
use crate::rust::{Item, Module, Type};
use proc_macro2::TokenStream;
use quote::quote;

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
}

/// All items of a server's module, in order.
pub(crate) fn emit_bindings(bindings: &Bindings) -> Vec<Piece> {
    let emitter = Emitter { runtime: "mcp_bindings", module: "", non_exhaustive: false };
    let mut pieces = vec![descriptor(&emitter, bindings)];
    if bindings.half != Half::Server {
        pieces.extend(client(&emitter, bindings));
    }
    if bindings.half != Half::Client {
        pieces.extend(server(&emitter, bindings));
    }
    pieces.extend(calls(&emitter, bindings));
    for tool in &bindings.tools {
        pieces.extend(emitter.item(&tool.args));
        pieces.extend(tool.output_item.iter().flat_map(|item| emitter.item(item)));
        if !tool.module.items.is_empty() {
            pieces.push(Piece::Module {
                docs: tool.module.docs.clone(),
                name: tool.module.name.clone(),
                pieces: emitter.module(&tool.module),
            });
        }
    }
    pieces
}

fn descriptor(emitter: &Emitter<'_>, bindings: &Bindings) -> Piece {
    let rt = format!("::{}", emitter.runtime);
    let head =
        [&bindings.server, &bindings.version, &bindings.revision].map(|t| quoted(t)).join(", ");
    let mut lines = vec![
        format!(
            "/// What {} was when these bindings were generated: its identity and the verbatim entries of its lists.",
            crate::text::code_span(&bindings.server)
        ),
        format!(
            "pub static SERVER: {rt}::ServerDescriptor = {rt}::ServerDescriptor::new({head}, &["
        ),
    ];
    for tool in &bindings.tools {
        lines.push(format!(
            "    {rt}::ToolDescriptor::new({}, {}),",
            quoted(&tool.wire),
            raw(&tool.verbatim)
        ));
    }
    lines.push(match &bindings.instructions {
        Some(text) => format!("]).with_instructions({});", quoted(text)),
        None => "]);".to_owned(),
    });
    Piece::Lines(lines)
}

fn client(emitter: &Emitter<'_>, bindings: &Bindings) -> Vec<Piece> {
    let rt = emitter.runtime();
    let text = docs(&item_docs("Typed calls to the tools of ", &bindings.server, "."));
    let methods = bindings.tools.iter().map(|tool| {
        let (text, method) = (docs(&tool.docs), ident(&tool.name.field()));
        let (args, marker) = (ident(&tool.args_name()), ident(&tool.name.ty()));
        quote! {
            #text
            pub fn #method(&self, args: #args) -> #rt::Call<'_, #marker> {
                #rt::Call::new(&self.connection, args)
            }
        }
    });
    let item = quote! {
        #text
        #[derive(Clone, Debug)]
        pub struct Client { connection: #rt::Connection }
    };
    let body = quote! {
        impl Client {
            #[doc = " A client over a connection."]
            #[must_use]
            pub fn new(connection: #rt::Connection) -> Self { Self { connection } }
            #[doc = " The connection that the calls go over."]
            #[must_use]
            pub fn connection(&self) -> &#rt::Connection { &self.connection }
            #(#methods)*
        }
    };
    vec![Piece::Item(item), Piece::Item(body)]
}

fn server(emitter: &Emitter<'_>, bindings: &Bindings) -> Vec<Piece> {
    let rt = emitter.runtime();
    let text = docs(&item_docs("The handlers of ", &bindings.server, ": one `async fn` a tool."));
    let methods = bindings.tools.iter().map(|tool| {
        let (text, method) = (docs(&tool.docs), ident(&tool.name.field()));
        let (args, output) = (ident(&tool.args_name()), emitter.ty(&tool.output));
        quote! {
            #text
            fn #method(
                &self,
                args: #args,
                cx: &#rt::Context,
            ) -> impl ::core::future::Future<Output = #rt::ToolResult<#output>> + ::core::marker::Send;
        }
    });
    let item = quote! {
        #text
        pub trait Server: ::core::marker::Send + ::core::marker::Sync + 'static { #(#methods)* }
    };
    let service = quote! {
        #[doc = " Serves the handlers; give it to a transport."]
        pub fn service<S: Server>(server: S) -> #rt::Service { #rt::Service::new(&SERVER, Dispatcher(server)) }
    };
    let rows = bindings
        .tools
        .iter()
        .map(|t| format!("{}: {} = {},", t.name.field(), t.name.ty(), quoted(&t.wire)));
    vec![
        Piece::Item(item),
        Piece::Item(service),
        Piece::Lines(flat_table(emitter, "dispatch", rows)),
    ]
}

fn calls(emitter: &Emitter<'_>, bindings: &Bindings) -> Vec<Piece> {
    let variants = bindings.tools.iter().map(|tool| {
        let (text, variant) = (docs(&item_docs("", &tool.wire, "")), ident(&tool.name.ty()));
        let args = ident(&tool.args_name());
        quote! { #text #variant(#args), }
    });
    let text = docs(&item_docs(
        "A call of one of the tools of ",
        &bindings.server,
        ", as a model makes it: a name and JSON.",
    ));
    let item = quote! {
        #text
        #[derive(Clone, Debug, PartialEq)]
        pub enum ToolCall { #(#variants)* }
    };
    let markers = bindings.tools.iter().map(|tool| {
        let (text, marker) = (docs(&tool.docs), ident(&tool.name.ty()));
        Piece::Item(quote! { #text #[derive(Clone, Copy, Debug)] pub struct #marker; })
    });
    let rows = bindings.tools.iter().map(|tool| {
        let output = compact(&emitter.ty(&tool.output));
        let (method, marker, args) = (tool.name.field(), tool.name.ty(), tool.args_name());
        format!("{method}: {marker}({args}) -> {output} = {},", quoted(&tool.wire))
    });
    let mut pieces = vec![Piece::Item(item)];
    pieces.extend(markers);
    pieces.push(Piece::Lines(flat_table(emitter, "tools", rows)));
    pieces
}

fn flat_table(
    emitter: &Emitter<'_>,
    name: &str,
    rows: impl Iterator<Item = String>,
) -> Vec<String> {
    let open = format!("::{}::{name}! {{", emitter.runtime);
    let rows = rows.map(|row| format!("    {row}"));
    [open].into_iter().chain(rows).chain(["}".to_owned()]).collect()
}

/// A type's tokens without the blanks between them.
fn compact(ty: &TokenStream) -> String {
    ty.to_string().replace(' ', "")
}
