//! Prompts, resources and templates of resources. A defect costs its entry, and is told.

use super::{json::Part, minify};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::pointer::Pointer;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What a server offers beside its tools, in its own order.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    pub(crate) prompts: Vec<Entry>,
    pub(crate) resources: Vec<Entry>,
    pub(crate) templates: Vec<Entry>,
    /// Lists with entries that have no bindings, and how many.
    pub(crate) unbound: Vec<(&'static str, usize)>,
}

/// One entry of such a list.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// What a client asks for it by: a prompt's name, a URI, a template.
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) arguments: Vec<Argument>,
    /// The whole entry as the server wrote it, without blanks between tokens.
    pub(crate) verbatim: String,
}

/// An argument of a prompt, or a variable of a template.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) holds: Holds,
}

/// What an argument holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    One,
    Maybe,
    /// An exploded variable (`{path*}`).
    Many,
}

impl Entries {
    pub(super) fn read(
        members: &BTreeMap<String, Part<'_>>,
        at: &Pointer,
        found: &mut Diagnostics,
    ) -> Self {
        let mut this = Self::default();
        let mut list = |name: &'static str, member: &'static str, arguments: Arguments| {
            let Some(part) = members.get(name).filter(|part| part.kind() != "null") else {
                return Vec::new();
            };
            let at = at.join(name);
            let items = match part.items() {
                Ok(items) => items,
                Err(_) => {
                    let why = format!("must be an array, is {}", part.kind());
                    found.push(
                        Diagnostic::warning("bad-entry", &at, why).with_help("it is left out"),
                    );
                    return Vec::new();
                }
            };
            let (mut read, mut seen, all) = (Vec::new(), BTreeSet::new(), items.len());
            for (i, part) in items.into_iter().enumerate() {
                match entry(part, &at.join(i), member, arguments, found) {
                    Ok(entry) if seen.insert(entry.key.clone()) => read.push(entry),
                    Ok(entry) => found.push(left_out(
                        &at.join(i).join(member),
                        format!("`{member}` \"{}\" is there already", entry.key),
                    )),
                    Err(d) => found.push(d),
                }
            }
            if read.len() < all {
                this.unbound.push((name, all - read.len()));
            }
            read
        };
        let prompts = list("prompts", "name", of_prompt);
        let resources = list("resources", "uri", |_, _, _| Ok(Vec::new()));
        let templates = list("resourceTemplates", "uriTemplate", of_template);
        Self { prompts, resources, templates, ..this }
    }

    /// Whether there is a list of resources or of templates.
    pub(crate) fn has_resources(&self) -> bool {
        !self.resources.is_empty() || !self.templates.is_empty()
    }
}

type Arguments =
    fn(&Map<String, Value>, &Pointer, &mut Diagnostics) -> Result<Vec<Argument>, Diagnostic>;

fn left_out(at: &Pointer, why: impl Into<String>) -> Diagnostic {
    Diagnostic::warning("bad-entry", at, why).with_help("this entry has no bindings")
}

fn entry(
    part: Part<'_>,
    at: &Pointer,
    member: &str,
    arguments: Arguments,
    found: &mut Diagnostics,
) -> Result<Entry, Diagnostic> {
    let value = part.value(at).map_err(|d| d.downgraded())?;
    let Value::Object(members) = value else {
        return Err(left_out(at, format!("must be an object, is {}", part.kind())));
    };
    let text = |name: &str| members.get(name).and_then(Value::as_str).map(str::to_owned);
    let key = text(member).ok_or_else(|| {
        left_out(&at.join(member), format!("`{member}` is missing, or no string"))
    })?;
    Ok(Entry {
        name: text("name").unwrap_or_else(|| key.clone()),
        title: text("title"),
        description: text("description"),
        arguments: arguments(&members, at, found)?,
        verbatim: minify(part.text()),
        key,
    })
}

fn of_prompt(
    members: &Map<String, Value>,
    at: &Pointer,
    found: &mut Diagnostics,
) -> Result<Vec<Argument>, Diagnostic> {
    let at = at.join("arguments");
    let listed = match members.get("arguments") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(listed)) => listed,
        Some(other) => {
            return Err(left_out(&at, format!("must be an array, is {}", super::kind(other))));
        }
    };
    let mut arguments: Vec<Argument> = Vec::new();
    for (i, argument) in listed.iter().enumerate() {
        let at = at.join(i);
        if !argument.is_object() {
            let why = format!("must be an object, is {}", super::kind(argument));
            return Err(left_out(&at, why));
        }
        let at = at.join("name");
        let Some(name) = argument.get("name").and_then(Value::as_str) else {
            return Err(left_out(&at, "`name` is missing, or no string"));
        };
        if arguments.iter().any(|known| known.name == name) {
            found.push(Diagnostic::warning(
                "bad-entry",
                &at,
                format!("argument \"{name}\" is there already; the second is ignored"),
            ));
            continue;
        }
        let required = argument.get("required") == Some(&Value::Bool(true));
        arguments.push(Argument {
            name: name.to_owned(),
            description: argument.get("description").and_then(Value::as_str).map(str::to_owned),
            holds: if required { Holds::One } else { Holds::Maybe },
        });
    }
    Ok(arguments)
}

/// The variables of a template (RFC 6570, section 2), as far as a URI can be read back into them.
fn of_template(
    members: &Map<String, Value>,
    at: &Pointer,
    _: &mut Diagnostics,
) -> Result<Vec<Argument>, Diagnostic> {
    let at = at.join("uriTemplate");
    let template = members.get("uriTemplate").and_then(Value::as_str).unwrap_or_default();
    let wrong = |why: &str| left_out(&at, format!("\"{template}\" {why}"));
    let mut variables: Vec<Argument> = Vec::new();
    let mut rest = template;
    while let Some((text, after)) = rest.split_once('{') {
        if text.contains('}') {
            return Err(wrong("closes a brace that is not open"));
        }
        let (expression, after) =
            after.split_once('}').ok_or_else(|| wrong("opens a brace that does not close"))?;
        let operator = expression.chars().next().filter(|c| !is_name(*c));
        if operator.is_some_and(|c| !"+#./;?&".contains(c)) {
            return Err(wrong("has an operator that RFC 6570 does not have"));
        }
        let names = expression.get(operator.map_or(0, char::len_utf8)..).unwrap_or_default();
        for name in names.split(',') {
            let (name, exploded) = match name.strip_suffix('*') {
                Some(name) => (name, true),
                None => (name, false),
            };
            if name.contains(':') {
                return Err(wrong("cuts a variable, from which it cannot be read back"));
            }
            if name.is_empty() || !name.chars().all(is_name) {
                return Err(wrong("has a variable without a name"));
            }
            if variables.iter().any(|known| known.name == name) {
                return Err(wrong(&format!("has the variable `{name}` twice")));
            }
            let holds = match (exploded, operator) {
                (true, _) => Holds::Many,
                (false, Some('?' | '&' | ';')) => Holds::Maybe,
                (false, _) => Holds::One,
            };
            variables.push(Argument { name: name.to_owned(), description: None, holds });
        }
        rest = after;
    }
    if rest.contains('}') {
        return Err(wrong("closes a brace that is not open"));
    }
    Ok(variables)
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '%' | ':')
}
