//! One tool: its arguments, its output, and the module of the types inside them.

use super::{Lowering, item_docs, tool_docs};
use crate::analyse::Flavour;
use crate::contract::Contract;
use crate::emit::ToolItems;
use crate::load::{canonical, mirrored_headers};
use crate::model::{Shape, TypeId};
use crate::names::Name;
use crate::rust::{Item, ItemBody, Module, Record, Type, Verbatim};
use std::collections::BTreeMap;

/// One tool's items.
pub(crate) fn tool_items(contract: &Contract<'_>, name: &Name) -> ToolItems {
    let (args_name, output_name) = (name.ty_with("Args"), name.ty_with("Output"));
    let mut fixed: BTreeMap<TypeId, String> = BTreeMap::new();
    let mut roots = vec![&contract.args];
    if let Shape::Named(id) = contract.args.shape {
        fixed.insert(id, args_name.clone());
    }
    if let Some(output) = &contract.output {
        roots.push(output);
        if let Shape::Named(id) = output.shape {
            fixed.entry(id).or_insert_with(|| output_name.clone());
        }
    }
    let lowering = Lowering::new(&contract.model, Flavour::Contract, &name.field(), &fixed, &roots)
        .with_entry(&contract.tool.at);
    let items = fixed.iter().filter_map(|(id, name)| lowering.item(*id, name)).collect::<Vec<_>>();
    let output = output_of(contract, &lowering, &items, &output_name);
    let (output, output_item) = output.map_or((Type::Content, None), |(ty, item)| (ty, Some(item)));
    ToolItems {
        wire: contract.tool.name.clone(),
        name: name.clone(),
        docs: tool_docs(contract.tool),
        verbatim: contract.tool.verbatim.clone(),
        headers: mirrored_headers(&contract.tool.input),
        args: args_of(contract, &lowering, items, &args_name),
        output,
        output_item,
        module: Module {
            name: name.field(),
            docs: item_docs("Types of ", &contract.tool.name, "."),
            items: lowering.items(&name.field()),
        },
    }
}

fn args_of(contract: &Contract<'_>, lowering: &Lowering<'_>, items: Vec<Item>, name: &str) -> Item {
    let wire = &contract.tool.name;
    let item = items.into_iter().find(|i| i.name == name);
    let item = item.unwrap_or_else(|| Item::new(name, Vec::new(), anything()));
    Item {
        docs: item_docs("Arguments of ", wire, "."),
        whole: lowering.checks(&contract.args),
        schema: contract.loses("inputSchema").then(|| Verbatim::Input(wire.clone())),
        ..item
    }
}

/// The type of a tool's output, and the item that carries its name.
fn output_of(
    contract: &Contract<'_>,
    lowering: &Lowering<'_>,
    items: &[Item],
    name: &str,
) -> Option<(Type, Item)> {
    let of = contract.output.as_ref()?;
    let wire = &contract.tool.name;
    let own = Type::Item { module: String::new(), name: name.to_owned() };
    let named = items.iter().find(|i| i.name == name);
    // A value that is no item of its own, or may be null, is held by one that carries the name.
    let item = named.cloned().unwrap_or_else(|| {
        let body = ItemBody::Newtype(lowering.ty(None, of));
        let at = lowering.place(&contract.tool.at.join("outputSchema"));
        Item { at, ..Item::new(name, Vec::new(), body) }
    });
    let ty = if named.is_some() && of.nullable { own.optional() } else { own };
    let item = Item {
        docs: item_docs("Result of ", wire, "."),
        whole: lowering.checks(of),
        schema: contract.loses("outputSchema").then(|| output_schema(contract)),
        ..item
    };
    Some((ty, item))
}

fn output_schema(contract: &Contract<'_>) -> Verbatim {
    match &contract.tool.output {
        Some(schema) if contract.tool.output_is_supplied => {
            Verbatim::Supplied(format!("{{\"outputSchema\":{}}}", canonical(schema)))
        }
        _ => Verbatim::Output(contract.tool.name.clone()),
    }
}

/// An object of whatever members.
fn anything() -> ItemBody {
    ItemBody::Record(Record {
        fields: Vec::new(),
        constants: Vec::new(),
        rest: Some(Type::Value),
        rest_checks: Default::default(),
    })
}
