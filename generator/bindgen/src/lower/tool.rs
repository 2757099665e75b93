//! One tool: its arguments, its output, and the module of the types inside them.

use super::{Lowering, item_docs, tool_docs};
use crate::analyse::Flavour;
use crate::contract::Contract;
use crate::emit::ToolItems;
use crate::model::{Shape, TypeId};
use crate::names::Name;
use crate::rust::{Item, ItemBody, Module, Record, Type};
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
    let lowering = Lowering::new(&contract.model, Flavour::Contract, &name.field(), &fixed, &roots);
    let items = fixed.iter().filter_map(|(id, name)| lowering.item(*id, name)).collect::<Vec<_>>();
    let args = items.iter().find(|i| i.name == args_name).cloned();
    let wire = &contract.tool.name;
    let mut args = args.unwrap_or_else(|| empty_args(&args_name));
    args.docs = item_docs("Arguments of ", wire, ".");
    let (output, output_item) = output_of(contract, &lowering, &items, &output_name);
    ToolItems {
        wire: wire.clone(),
        name: name.clone(),
        docs: tool_docs(contract.tool),
        verbatim: contract.tool.verbatim.clone(),
        args,
        output,
        output_item,
        module: Module {
            name: name.field(),
            docs: item_docs("Types of ", wire, "."),
            items: lowering.items(&name.field()),
        },
    }
}

/// The type of a tool's output, and the item that carries its name.
fn output_of(
    contract: &Contract<'_>,
    lowering: &Lowering<'_>,
    items: &[Item],
    name: &str,
) -> (Type, Option<Item>) {
    let Some(of) = &contract.output else {
        return (Type::Content, None);
    };
    let docs = item_docs("Result of ", &contract.tool.name, ".");
    let own = Type::Item { module: String::new(), name: name.to_owned() };
    let ty = lowering.ty(None, of);
    if let Some(item) = items.iter().find(|i| i.name == name) {
        let item = Item { docs, ..item.clone() };
        return (if of.nullable { own.optional() } else { own }, Some(item));
    }
    let body = ItemBody::Alias(ty);
    (own, Some(Item::new(name.to_owned(), docs, body)))
}

fn empty_args(name: &str) -> Item {
    let record = Record {
        fields: Vec::new(),
        constants: Vec::new(),
        rest: Some(Type::Value),
        rest_checks: Default::default(),
    };
    Item::new(name.to_owned(), Vec::new(), ItemBody::Record(record))
}
