//! What a case says of the generator and of the source that it writes.

use crate::case::{Case, texts};
use crate::{Module, known};
use mcp_bindgen::{Bindings, Builder, Diagnostics, LossKind, Severity};
use mcp_bindgen_tests::source;
use std::collections::BTreeSet;

fn builder(input: &str) -> Builder {
    Builder::new().manifest_text("case.json", input)
}

/// The places that diagnostics name.
fn pointers(diagnostics: &Diagnostics, severity: Severity) -> Vec<String> {
    let of_kind = diagnostics.iter().filter(|d| d.severity() == severity);
    of_kind.filter_map(|d| d.pointer().map(|p| p.as_str().to_owned())).collect()
}

fn contains_all(wanted: &[String], found: &[String], what: &str, wrong: &mut Vec<String>) {
    for pointer in wanted.iter().filter(|p| !found.contains(p)) {
        wrong.push(format!("no {what} at {pointer}; there are {found:?}"));
    }
}

/// Generates as a user would and holds the outcome against the case.
pub(crate) fn check(case: &Case, wrong: &mut Vec<String>) {
    let generated = builder(&case.input).generate();
    match (&generated, case.expect["generates"] == true) {
        (Ok(bindings), true) => warnings(case, bindings, wrong),
        (Err(diagnostics), false) => errors(case, diagnostics, wrong),
        (Ok(_), false) => wrong.push("generates, and should not".to_owned()),
        (Err(diagnostics), true) => wrong.push(format!("does not generate:\n{diagnostics}")),
    }
    by_revision(case, wrong);
    file_names(case, wrong);
}

fn warnings(case: &Case, bindings: &Bindings, wrong: &mut Vec<String>) {
    let found = pointers(bindings.warnings(), Severity::Warning);
    let mut wanted = [case.texts("warning_pointer"), case.texts("warning_pointers")].concat();
    for also in case.expect["also"].as_array().into_iter().flatten() {
        wanted.extend(texts(&also["warning_pointer"]));
    }
    contains_all(&wanted, &found, "warning", wrong);
    let all = bindings.warnings().to_string();
    for part in case.texts("warning_contains") {
        if !all.contains(&part) {
            wrong.push(format!("no warning says {part:?}:\n{all}"));
        }
    }
    for gap in known::gaps(&case.id) {
        let told = bindings.report().losses().any(|(_, loss)| {
            loss.kind == LossKind::Deferred && loss.pointer.as_str() == gap.pointer
        });
        if !told {
            wrong.push(format!(
                "the report does not call {} unchecked ({})",
                gap.pointer, gap.reason
            ));
        }
    }
}

fn errors(case: &Case, diagnostics: &Diagnostics, wrong: &mut Vec<String>) {
    let found = pointers(diagnostics, Severity::Error);
    let wanted = [case.texts("error_pointer"), case.texts("error_pointers")].concat();
    contains_all(&wanted, &found, "error", wrong);
    for d in diagnostics.iter() {
        let text = d.to_string();
        let here = d.pointer().is_some_and(|p| wanted.iter().any(|w| w == p.as_str()));
        if here && !case.texts("error_contains").iter().all(|part| text.contains(part)) {
            wrong
                .push(format!("the error does not say {:?}: {text}", case.texts("error_contains")));
        }
        if d.severity() == Severity::Error && !here {
            wrong.push(format!("an error that the case does not have: {text}"));
        }
    }
}

/// Expectations that depend on the revision of the manifest.
fn by_revision(case: &Case, wrong: &mut Vec<String>) {
    for revision in mcp_bindgen_schema::REVISIONS {
        let expect = &case.expect["by_revision"][revision.name];
        let Some(expect) = expect.as_object() else { continue };
        let rest = case.input.trim_start().strip_prefix('{').unwrap();
        let input = format!("{{\"protocolVersion\":\"{}\",{rest}", revision.name);
        let bindings = builder(&input).generate().unwrap();
        let found = pointers(bindings.warnings(), Severity::Warning);
        match &expect["warning_pointer"] {
            serde_json::Value::Null if found.is_empty() => {}
            serde_json::Value::Null => {
                wrong.push(format!("warnings in {}: {found:?}", revision.name))
            }
            wanted => contains_all(&texts(wanted), &found, revision.name, wrong),
        }
    }
    // Tools that only streamable HTTP leaves out are there in every other case.
    let stdio = &case.expect["by_revision"]["stdio, or older revisions"];
    if stdio.is_object() {
        let bindings = builder(&case.input).generate().unwrap();
        tools_are(&bindings, &texts(&stdio["generated_tools"]), wrong);
    }
}

fn tools_are(bindings: &Bindings, wanted: &[String], wrong: &mut Vec<String>) {
    let names: BTreeSet<&str> = bindings.report().tools.iter().map(|t| t.name.as_str()).collect();
    if names != wanted.iter().map(String::as_str).collect() {
        wrong.push(format!("generated {names:?} and not {wanted:?}"));
    }
}

/// No name in a manifest becomes part of a path.
fn file_names(case: &Case, wrong: &mut Vec<String>) {
    let forbidden = case.texts("no_path_component_from_manifest");
    if forbidden.is_empty() {
        return;
    }
    let manifest: serde_json::Value = serde_json::from_str(&case.input).unwrap();
    let names = manifest["tools"].as_array().unwrap().iter().map(|t| &t["name"]);
    for name in names.chain([&manifest["server"]]) {
        let file = Builder::new().manifest_text(name.as_str().unwrap(), &*case.input).file_name();
        if forbidden.iter().any(|part| file.contains(part)) {
            wrong.push(format!("{name} names the file {file}"));
        }
        if ["con.rs", "aux.rs", "nul.rs", "prn.rs", "com1.rs", "lpt1.rs"].contains(&&*file) {
            wrong.push(format!("{file} is a device on Windows"));
        }
    }
}

/// Holds a compiled module's source and descriptor against the case.
pub(crate) fn check_module(case: &Case, module: &Module, wrong: &mut Vec<String>) {
    let generated = builder(&case.input).skip_invalid(module.lenient).generate();
    let bindings = match generated {
        Ok(bindings) => bindings,
        Err(e) => return wrong.push(format!("generated in the build, but not here:\n{e}")),
    };
    if bindings.source() != module.source {
        wrong.push("another run wrote another source".to_owned());
    }
    if module.lenient {
        lenient(case, &bindings, wrong);
    }
    wire_names(case, module, wrong);
    distinct(case, &bindings, wrong);
    for marker in case.texts("parsed_items_must_not_contain") {
        let mut found = source::marked_code(module.source, &marker).unwrap();
        // A name on the wire that holds the marker gives identifiers that hold it; one that starts with it got out of a string.
        if case.names().any(|name| name.contains(&marker)) {
            found.retain(|token| token.starts_with(&marker));
        }
        if !found.is_empty() {
            wrong.push(format!("{marker} got out of its strings: {found:?}"));
        }
    }
    for range in case.texts("output_bytes_must_not_contain_codepoints") {
        let bad = module.source.chars().find(|c| in_range(*c, &range));
        if let Some(bad) = bad {
            wrong.push(format!("U+{:04X} is in the source", u32::from(bad)));
        }
    }
}

fn lenient(case: &Case, bindings: &Bindings, wrong: &mut Vec<String>) {
    let expect = &case.expect["lenient"];
    tools_are(bindings, &texts(&expect["generated_tools"]), wrong);
    let warned = pointers(bindings.warnings(), Severity::Warning);
    let wanted = [case.texts("error_pointer"), case.texts("error_pointers")].concat();
    contains_all(&wanted, &warned, "warning", wrong);
    let skipped: Vec<String> =
        bindings.report().skipped.iter().map(|s| s.pointer.clone()).collect();
    let manifest: serde_json::Value = serde_json::from_str(&case.input).unwrap();
    for name in texts(&expect["skipped_tools"]) {
        let tools = manifest["tools"].as_array().unwrap();
        let index = tools.iter().position(|t| t["name"] == *name).unwrap();
        if !skipped.iter().any(|p| p.starts_with(&format!("/tools/{index}/"))) {
            wrong.push(format!("{name} is not among the skipped ones: {skipped:?}"));
        }
        let mut header = bindings.source().lines().take_while(|l| l.starts_with("//"));
        if !header.any(|line| line.contains("skipped") && line.contains(&name)) {
            wrong.push(format!("the header does not say that {name} was skipped"));
        }
    }
    for pointer in texts(&expect["untyped"]) {
        let told = bindings.report().losses().any(|(_, loss)| {
            loss.kind == LossKind::Untyped && loss.pointer.as_str().starts_with(&pointer)
        });
        if !told {
            wrong.push(format!("the report does not call {pointer} untyped"));
        }
    }
}

fn wire_names(case: &Case, module: &Module, wrong: &mut Vec<String>) {
    let wanted: BTreeSet<String> = case.texts("wire_tool_names").into_iter().collect();
    let names: Vec<&str> = module.server.tools().iter().map(|t| t.name()).collect();
    let found: BTreeSet<String> = names.iter().map(|n| (*n).to_owned()).collect();
    if !wanted.is_empty() && found != wanted {
        wrong.push(format!("the wire names are {found:?}"));
    }
    let unknown = (module.call)("no such tool", "{}").is_err();
    for name in names {
        // A missing member is another complaint than an unknown tool.
        let known =
            (module.call)(name, "7").is_err_and(|e| !e.to_string().contains("unknown tool"));
        if !unknown || !known {
            wrong.push(format!("ToolCall does not know {name:?}"));
        }
    }
}

fn distinct(case: &Case, bindings: &Bindings, wrong: &mut Vec<String>) {
    let items = source::bindings(bindings.source()).unwrap();
    let mut count = |what: &str, found: BTreeSet<String>| {
        let wanted = case.expect[what].as_u64().map(|n| usize::try_from(n).unwrap());
        if wanted.is_some_and(|n| n != found.len()) {
            wrong.push(format!("{what}: {found:?}"));
        }
    };
    count("distinct_methods", methods(&items));
    let args = bindings.report().tools.iter().find(|t| t.name == case.targets[0].tool);
    if let Some(args) = args.map(|t| t.args.as_str()) {
        let mut fields = fields(&items, args);
        if let Some(rest) = source::rest_field(&items, args) {
            fields.remove(&rest);
        }
        count("distinct_fields", fields);
    }
    if let Some(wanted) = case.expect["distinct_variants"].as_u64() {
        let mut enums = Vec::new();
        variants(&items, &mut enums);
        if !enums.iter().any(|names| names.len() as u64 == wanted) {
            wrong.push(format!("no enum of {wanted} variants: {enums:?}"));
        }
    }
}

/// The methods of `trait Server`.
fn methods(items: &[syn::Item]) -> BTreeSet<String> {
    let server = items.iter().find_map(|item| match item {
        syn::Item::Trait(t) if t.ident == "Server" => Some(&t.items),
        _ => None,
    });
    let methods = server.into_iter().flatten().filter_map(|item| match item {
        syn::TraitItem::Fn(f) => Some(f.sig.ident.to_string()),
        _ => None,
    });
    methods.collect()
}

fn fields(items: &[syn::Item], name: &str) -> BTreeSet<String> {
    let record = items.iter().find_map(|item| match item {
        syn::Item::Struct(s) if s.ident == name => Some(&s.fields),
        _ => None,
    });
    let names = record.into_iter().flatten().filter_map(|f| f.ident.as_ref());
    names.map(ToString::to_string).collect()
}

/// The variants of every enum that has nothing in its variants.
fn variants(items: &[syn::Item], out: &mut Vec<BTreeSet<String>>) {
    for item in items {
        match item {
            syn::Item::Mod(module) => {
                variants(module.content.as_ref().map_or(&[], |(_, items)| items), out);
            }
            syn::Item::Enum(e) if e.variants.iter().all(|v| v.fields.is_empty()) => {
                out.push(e.variants.iter().map(|v| v.ident.to_string()).collect());
            }
            _ => {}
        }
    }
}

/// Whether a character lies in `U+202A..U+202E` (both ends included) or is `U+200B`.
fn in_range(c: char, range: &str) -> bool {
    let point = |text: &str| u32::from_str_radix(text.trim_start_matches("U+"), 16).unwrap();
    let (first, last) = range.split_once("..").unwrap_or((range, range));
    (point(first)..=point(last)).contains(&u32::from(c))
}
