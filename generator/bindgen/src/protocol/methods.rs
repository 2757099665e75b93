//! Which result answers which method.
//!
//! A definition `XRequest` with a constant `method` is answered by what `XResultResponse` says, where there is one (2026-07-28),
//! else by `XResult`, else by the empty result.

use super::by_method;
use super::structure::keyword;
use crate::model::{Body, Discriminator, Model, Union, Variant};
use serde_json::Value;
use std::collections::BTreeMap;

/// Gives each union of results the methods of its variants; variants that answer none go.
pub(super) fn assign(model: &mut Model, structure: &Value) {
    let methods = by_result(structure);
    for t in &mut model.types {
        if !by_method(&t.body) {
            continue;
        }
        let Body::Union(union) = &mut t.body else { continue };
        let mut rows: Vec<(Variant, Vec<String>)> = Vec::new();
        for variant in std::mem::take(&mut union.variants) {
            match methods.get(&variant.label) {
                Some(all) => rows.push((variant, all.clone())),
                None if variant.label == "InputRequiredResult" => rows.push((variant, Vec::new())),
                None => {}
            }
        }
        // Input required answers any method: its row comes last.
        rows.sort_by_key(|(_, methods)| methods.is_empty());
        let (variants, methods) = rows.into_iter().unzip();
        *union = Union { variants, told_by: Discriminator::Method(methods), keyword: "anyOf" };
    }
}

fn by_result(structure: &Value) -> BTreeMap<String, Vec<String>> {
    let none = serde_json::Map::new();
    let definitions = structure.get(keyword(structure)).and_then(Value::as_object).unwrap_or(&none);
    let mut out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, definition) in definitions {
        let Some(base) = name.strip_suffix("Request") else { continue };
        let method = definition.pointer("/properties/method/const").and_then(Value::as_str);
        let Some(method) = method else { continue };
        let result = match definitions.get(&format!("{base}ResultResponse")) {
            Some(response) => result_of(response),
            None if definitions.contains_key(&format!("{base}Result")) => {
                Some(format!("{base}Result"))
            }
            None => None,
        };
        out.entry(result.unwrap_or_else(|| "Result".to_owned()))
            .or_default()
            .push(method.to_owned());
    }
    out.values_mut().for_each(|methods| methods.sort());
    out
}

/// The complete result in a response, input required being the other one.
fn result_of(response: &Value) -> Option<String> {
    let result = response.pointer("/properties/result")?;
    let branches = result
        .get("anyOf")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_else(|| vec![result.clone()]);
    let names = branches.iter().filter_map(|b| b.get("$ref")?.as_str()?.rsplit('/').next());
    names.filter(|n| *n != "InputRequiredResult").map(str::to_owned).next()
}
