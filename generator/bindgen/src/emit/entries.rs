//! The modules of prompts and of resources.

use super::{Emitter, Half, Lines, quoted};
use crate::load::{Argument, Holds};
use crate::lower::item_docs;
use crate::names::Name;
use crate::rust::Item;

/// What one of the modules has.
#[derive(Debug)]
pub(crate) struct EntryModule {
    pub(crate) entries: Vec<EntryItems>,
}

/// What one prompt, resource or template brings.
#[derive(Debug)]
pub(crate) struct EntryItems {
    pub(crate) key: String,
    pub(crate) name: Name,
    pub(crate) docs: Vec<String>,
    pub(crate) verbatim: String,
    /// Of a prompt or a template, though it may have no members; a plain resource has none.
    pub(crate) args: Option<Item>,
    /// Of each argument the variant of `Argument` and the field.
    pub(crate) arguments: Vec<(String, String, Argument)>,
}

/// Which of the modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    Prompts,
    Resources,
}

impl EntryKind {
    pub(crate) fn module(self) -> &'static str {
        match self {
            Self::Prompts => "prompts",
            Self::Resources => "resources",
        }
    }

    /// What a handler gives and a client gets.
    fn output(self) -> &'static str {
        match self {
            Self::Prompts => "Prompted",
            Self::Resources => "Contents",
        }
    }
}

impl EntryItems {
    fn args_name(&self) -> Option<&str> {
        self.args.as_ref().map(|item| item.name.as_str())
    }
}

/// `pub mod prompts { .. }` or `pub mod resources { .. }`.
pub(crate) fn emit_entries(
    emitter: &Emitter<'_>,
    kind: EntryKind,
    module: &EntryModule,
    half: Half,
    server: &str,
    out: &mut Lines,
) {
    let emitter = Emitter { module: kind.module(), ..emitter.clone() };
    out.docs(&item_docs(&format!("The {} of ", kind.module()), server, "."));
    out.block(format!("pub mod {}", kind.module()), |out| {
        if half != Half::Server {
            client(&emitter, kind, module, out);
        }
        if half != Half::Client {
            handlers(&emitter, kind, module, out);
        }
        arguments(kind, module, out);
        for entry in &module.entries {
            let Some(args) = &entry.args else { continue };
            out.docs(&entry.docs);
            out.line("#[derive(Clone, Copy, Debug)]");
            out.line(format!("pub struct {};", entry.name.ty()));
            emitter.item(out, args);
        }
        table(&emitter, kind, module, out);
    });
}

fn client(emitter: &Emitter<'_>, kind: EntryKind, module: &EntryModule, out: &mut Lines) {
    let (rt, output) = (emitter.runtime, kind.output());
    out.docs(&[format!("Typed {}.", kind.module())]);
    out.line("#[derive(Clone, Copy, Debug)]");
    out.block("pub struct Client<'a>", |out| {
        out.line(format!("connection: &'a ::{rt}::Connection,"))
    });
    out.block("impl<'a> Client<'a>", |out| {
        out.docs(&["A client over a connection."]);
        out.line("#[must_use]");
        let parameter = format!("connection: &'a ::{rt}::Connection");
        out.function("pub fn new", &[parameter], " -> Self", &["Self { connection }".to_owned()]);
        for entry in &module.entries {
            out.docs(&entry.docs);
            let mut parameters = vec!["self".to_owned()];
            parameters.extend(entry.args_name().map(|args| format!("args: {args}")));
            let end = format!(" -> ::{rt}::Query<'a, ::{rt}::{output}>");
            let marker = entry.name.ty();
            let body = match (kind, &entry.args) {
                (EntryKind::Prompts, _) => {
                    format!("::{rt}::Query::prompt::<{marker}>(self.connection, &args)")
                }
                (EntryKind::Resources, Some(_)) => {
                    format!("::{rt}::Query::template::<{marker}>(self.connection, &args)")
                }
                (EntryKind::Resources, None) => {
                    format!("::{rt}::Query::resource(self.connection, {})", quoted(&entry.key))
                }
            };
            out.function(&format!("pub fn {}", entry.name.field()), &parameters, &end, &[body]);
        }
        out.docs(&["What an argument may be that begins with that value."]);
        let parameters =
            ["self".to_owned(), "argument: Argument".to_owned(), "value: &str".to_owned()];
        let end = format!(" -> ::{rt}::Query<'a, ::{rt}::Completion>");
        let body = format!("::{rt}::Query::complete(self.connection, &argument, value)");
        out.function("pub fn complete", &parameters, &end, &[body]);
    });
}

fn handlers(emitter: &Emitter<'_>, kind: EntryKind, module: &EntryModule, out: &mut Lines) {
    let rt = emitter.runtime;
    let result = |output: &str| {
        format!(
            " -> impl ::core::future::Future<Output = ::{rt}::ToolResult<::{rt}::{output}>> + ::core::marker::Send"
        )
    };
    let cx = format!("cx: &::{rt}::Context");
    let one = match kind {
        EntryKind::Prompts => "a prompt",
        EntryKind::Resources => "a resource or a template",
    };
    out.docs(&[format!("The handlers: one `async fn` {one}.")]);
    out.block("pub trait Server: ::core::marker::Send + ::core::marker::Sync + 'static", |out| {
        for entry in &module.entries {
            out.docs(&entry.docs);
            let mut parameters = vec!["&self".to_owned()];
            parameters.extend(entry.args_name().map(|args| format!("args: {args}")));
            parameters.push(cx.clone());
            let name = format!("fn {}", entry.name.field());
            out.function(&name, &parameters, &result(kind.output()), &[]);
        }
        out.docs(&[
            "What an argument may be that begins with that value, where others are settled already. Nothing, unless it is implemented.",
        ]);
        let parameters = [
            "&self".to_owned(),
            "argument: Argument".to_owned(),
            "value: ::std::string::String".to_owned(),
            "settled: ::std::collections::BTreeMap<::std::string::String, ::std::string::String>"
                .to_owned(),
            cx.clone(),
        ];
        let body = [
            "::core::mem::drop((argument, value, settled, cx));".to_owned(),
            format!("async {{ ::core::result::Result::Ok(<::{rt}::Completion as ::core::default::Default>::default()) }}"),
        ];
        out.function("fn complete", &parameters, &result("Completion"), &body);
    });
}

fn arguments(kind: EntryKind, module: &EntryModule, out: &mut Lines) {
    let what = match kind {
        EntryKind::Prompts => "An argument of one of the prompts.",
        EntryKind::Resources => "A variable of one of the templates.",
    };
    out.docs(&[what]);
    out.line("#[derive(Clone, Copy, Debug, PartialEq, Eq)]");
    out.block("pub enum Argument", |out| {
        for entry in &module.entries {
            for (variant, _, argument) in &entry.arguments {
                let name = &argument.name;
                let docs = item_docs("", name, " of ");
                let owner = item_docs("", &entry.key, "");
                out.docs(&[docs.concat() + &owner.concat()]);
                out.line(format!("{variant},"));
            }
        }
    });
}

fn table(emitter: &Emitter<'_>, kind: EntryKind, module: &EntryModule, out: &mut Lines) {
    let rt = emitter.runtime;
    match kind {
        EntryKind::Prompts => out.block(format!("::{rt}::prompts!"), |out| {
            for entry in &module.entries {
                let rows: String = entry
                    .arguments
                    .iter()
                    .map(|(variant, _, argument)| {
                        format!("{variant} = {}, ", quoted(&argument.name))
                    })
                    .collect();
                let (method, marker) = (entry.name.field(), entry.name.ty());
                let args = entry.args_name().unwrap_or_default();
                out.line(format!(
                    "{method}: {marker}({args}) = {} {{ {rows}}},",
                    quoted(&entry.key)
                ));
            }
        }),
        EntryKind::Resources => out.block(format!("::{rt}::resources!"), |out| {
            for entry in &module.entries {
                let Some(args) = entry.args_name() else { continue };
                let rows: String = entry
                    .arguments
                    .iter()
                    .map(|(variant, field, argument)| {
                        let word = match argument.holds {
                            Holds::One => "One",
                            Holds::Maybe => "Maybe",
                            Holds::Many => "Many",
                        };
                        format!("{variant} = {field}: {word} {}, ", quoted(&argument.name))
                    })
                    .collect();
                out.line(format!(
                    "{}({args}) = {} {{ {rows}}},",
                    entry.name.ty(),
                    quoted(&entry.key)
                ));
            }
        }),
    }
}

/// The module's share of `dispatch!`.
pub(crate) fn dispatch_rows(kind: EntryKind, module: &EntryModule, out: &mut Lines) {
    let (name, plain) = (kind.module(), |entry: &&EntryItems| entry.args.is_none());
    let typed = |out: &mut Lines| {
        for entry in module.entries.iter().filter(|entry| entry.args.is_some()) {
            let (method, marker) = (entry.name.field(), entry.name.ty());
            out.line(format!("{method}: {marker} = {},", quoted(&entry.key)));
        }
    };
    match kind {
        EntryKind::Prompts => out.block(format!("{name} in {name}"), typed),
        EntryKind::Resources => {
            out.block(format!("{name} in {name}"), |out| {
                for entry in module.entries.iter().filter(plain) {
                    out.line(format!("{} = {},", entry.name.field(), quoted(&entry.key)));
                }
            });
            out.block("templates", typed);
        }
    }
}
