//! What a case says of instances, held against the compiled types.

use crate::case::{Case, Target, texts};
use crate::{MODULES, Module, Schema, generation, known};
use mcp_bindgen_tests::json;

/// Checks a case and fails with everything that is wrong with it.
pub(crate) fn case(kind: &str, id: &str) {
    let Some(case) = Case::read(kind, id) else { return };
    let mut wrong = Vec::new();
    generation::check(&case, &mut wrong);
    let generates = case.expect["generates"] == true;
    let mut seen = 0;
    for module in MODULES.iter().filter(|m| m.case == id) {
        seen += 1;
        generation::check_module(&case, module, &mut wrong);
        let skipped = if module.lenient {
            texts(&case.expect["lenient"]["skipped_tools"])
        } else {
            Vec::new()
        };
        for target in case.targets.iter().filter(|t| !skipped.contains(&t.tool)) {
            instances(&case, target, module, &mut wrong);
        }
    }
    let lenient = case.expect["lenient"]["generates"] == true;
    let wanted = usize::from(generates) + usize::from(lenient);
    if seen != wanted {
        wrong.push(format!("{seen} of {wanted} modules were generated"));
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

fn instances(case: &Case, target: &Target, module: &Module, wrong: &mut Vec<String>) {
    let Target { tool, schema, .. } = target;
    let Some(found) = module.schemas.iter().find(|s| s.tool == tool && s.which == schema) else {
        wrong.push(format!("no type for {schema} of {tool:?} in {}", module.case));
        return;
    };
    let mut fault = |text: String| wrong.push(format!("{tool:?} {schema}: {text}"));
    for text in target.instances("accepts") {
        if let Err(e) = (found.encode)(&text) {
            fault(format!("refuses {text}: {e}"));
        } else if let Err(e) = (found.validate)(&text) {
            fault(format!("finds {text} invalid: {e}"));
        }
        as_call(module, found, &text, true, &mut fault);
    }
    for text in target.instances("rejects") {
        if (found.encode)(&text).is_ok() {
            fault(format!("takes {text}"));
        }
        as_call(module, found, &text, false, &mut fault);
    }
    for text in target.instances("round_trips") {
        round_trip(found, &text, &mut fault);
    }
    for text in target.instances("accepts_or_explicit_error") {
        match (found.encode)(&text) {
            Ok(again) if !json::same(&text, &again).unwrap() => {
                fault(format!("{text} became {again}"));
            }
            Err(e) if e.is_empty() => fault(format!("no reason given for {text}")),
            _ => {}
        }
    }
    for text in target.instances("rejects_with_validation") {
        let valid = (found.validate)(&text).is_ok();
        match known::unchecked(&case.id, tool, &text) {
            None if valid => fault(format!("finds {text} valid")),
            Some(_) if !valid => fault(format!("{text} is refused by now: it is no known gap")),
            _ => {}
        }
    }
}

fn round_trip(schema: &Schema, text: &str, fault: &mut impl FnMut(String)) {
    match (schema.encode)(text) {
        Err(e) => fault(format!("refuses {text}: {e}")),
        Ok(again) => {
            if !json::same(text, &again).unwrap() {
                fault(format!("{text} became {again}"));
            }
            if let Err(e) = (schema.validate)(text) {
                fault(format!("finds {text} invalid: {e}"));
            }
        }
    }
}

/// A call by name reads arguments as their type does.
fn as_call(
    module: &Module,
    schema: &Schema,
    text: &str,
    fits: bool,
    fault: &mut impl FnMut(String),
) {
    if schema.which == "inputSchema" && (module.call)(schema.tool, text).is_ok() != fits {
        fault(format!("a call {} {text}", if fits { "refuses" } else { "takes" }));
    }
}
