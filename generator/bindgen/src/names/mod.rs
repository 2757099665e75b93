//! Names: the only place where a wire name becomes a Rust identifier.
//!
//! A name depends on its own wire name and, only where two collide in one scope, on the spelling of the other: the one already
//! spelt as Rust wants it keeps the plain name, the others get a suffix from their own spelling. Never on order or count.

mod spell;

pub(crate) use spell::JOINT;

use crate::diagnostic::Diagnostic;
use crate::pointer::Pointer;
use std::collections::{BTreeMap, BTreeSet};

/// Identifiers of one thing, in the cases that Rust wants for its kinds of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    snake: String,
    pascal: String,
}

impl Name {
    fn new(words: &[String]) -> Self {
        let snake = words.join("_");
        let pascal: String = words.iter().map(|w| spell::capitalised(w)).collect();
        Self {
            snake: if starts_with_digit(&snake) { format!("_{snake}") } else { snake },
            pascal: if starts_with_digit(&pascal) { format!("N{pascal}") } else { pascal },
        }
    }

    /// A name that is fixed already, by its words.
    pub(crate) fn of(text: &str) -> Self {
        Self::new(&spell::words(text))
    }

    /// The identifier that a user has chosen for a field, a variant or a type.
    pub(crate) fn chosen(identifier: &str) -> Self {
        Self { snake: identifier.to_owned(), pascal: identifier.to_owned() }
    }

    /// In lower case, with neither escape nor mark.
    pub(crate) fn snake(&self) -> &str {
        &self.snake
    }

    /// For fields, methods and modules; raw or with a trailing underscore where it is a keyword.
    pub(crate) fn field(&self) -> String {
        escaped(&self.snake)
    }

    /// Without the escape of keywords, for names made of it (`with_type`).
    pub(crate) fn bare(&self) -> &str {
        self.snake.trim_start_matches('_')
    }

    /// For a type named after it: `SearchIssuesArgs`.
    pub(crate) fn ty_with(&self, end: &str) -> String {
        format!("{}{end}", self.pascal)
    }

    /// For types and variants.
    pub(crate) fn ty(&self) -> String {
        escaped(&self.pascal)
    }
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Keywords of every edition, `gen` included, and those that cannot even be raw.
fn escaped(ident: &str) -> String {
    const RAW: [&str; 48] = [
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do",
        "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in",
        "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
        "return", "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe",
        "unsized", "use", "virtual", "where", "while", "yield",
    ];
    match ident {
        "self" | "Self" | "super" | "crate" => format!("{ident}_"),
        ident if RAW.contains(&ident) => format!("r#{ident}"),
        ident => ident.to_owned(),
    }
}

/// Whether a word cannot stand as an identifier.
pub(crate) fn is_keyword(word: &str) -> bool {
    escaped(word) != word
}

/// What a scope's names are for, with the names in it that are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The fields of a struct; `extra` is where undeclared members go.
    Fields,
    /// The variants of an enum; `Other` is what a newer peer may add.
    Variants,
    /// The types of a module.
    Types,
    /// The tools of a server: markers, methods and modules at once.
    Tools,
    /// The prompts or the resources of a server: markers and methods.
    Entries,
}

impl Scope {
    /// Whether a name is taken by what is always generated.
    pub(crate) fn reserves(self, name: &str) -> bool {
        let words = spell::words(name);
        self.reserve(words.clone()) != words
    }

    /// A reserved name is escaped by its own spelling alone, always.
    fn reserve(self, mut words: Vec<String>) -> Vec<String> {
        let name = Name::new(&words);
        let taken = match self {
            Self::Fields => (name.snake == "extra").then_some("field"),
            Self::Variants => (name.pascal == "Other").then_some("value"),
            Self::Types => None,
            Self::Entries => {
                let item = ["Client", "Server"]
                    .iter()
                    .any(|fixed| name.pascal.eq_ignore_ascii_case(fixed))
                    || ["Args", "Argument"].iter().any(|end| name.pascal.ends_with(end));
                let method = ["new", "complete", "clone"].contains(&name.snake.as_str());
                (item || method).then_some("entry")
            }
            Self::Tools => {
                const ITEMS: [&str; 4] = ["Client", "Server", "Dispatcher", "Context"];
                const METHODS: [&str; 8] = [
                    "new",
                    "connection",
                    "verify",
                    "prompts",
                    "resources",
                    "bindings",
                    "service",
                    "clone",
                ];
                let item = ITEMS.iter().any(|fixed| name.pascal.eq_ignore_ascii_case(fixed))
                    || ["Args", "Output", "Tool", "ToolCall"]
                        .iter()
                        .any(|end| name.pascal.ends_with(end));
                (item || METHODS.contains(&name.snake.as_str())).then_some("tool")
            }
        };
        words.extend(taken.map(str::to_owned));
        words
    }
}

/// How often what collides is spelt out: twice settles all that is not made to collide.
const ROUNDS: usize = 16;

/// Names of one scope, by wire name.
#[derive(Debug, Default)]
pub(crate) struct Names {
    by_wire: BTreeMap<String, Name>,
    /// Wire names that had to be told apart, in groups.
    pub(crate) collisions: Vec<Vec<String>>,
}

impl Names {
    /// Names for all wire names of a scope at once.
    pub(crate) fn new<'w>(scope: Scope, wires: impl IntoIterator<Item = &'w str>) -> Self {
        let wires: BTreeSet<&str> = wires.into_iter().collect();
        let plain: BTreeMap<&str, Vec<String>> =
            wires.iter().map(|w| (*w, scope.reserve(spell::words(w)))).collect();
        let groups = group(&plain);
        let mut words = plain.clone();
        let mut collisions = Vec::new();
        for members in groups.into_iter().filter(|g| g.len() > 1) {
            let keeper = keeper(scope, &members);
            for wire in members.iter().filter(|w| Some(**w) != keeper) {
                if let Some(words) = words.get_mut(*wire) {
                    words.push(spell::spelling(wire));
                }
            }
            collisions.push(members.iter().map(|w| (*w).to_owned()).collect());
        }
        // What still collides (two spellings of one kind, or a suffix that is somebody's name) is spelt out by its bytes, as
        // often as it takes: each round makes names longer.
        for _ in 0..ROUNDS {
            let twins: Vec<_> = group(&words).into_iter().filter(|g| g.len() > 1).collect();
            if twins.is_empty() {
                break;
            }
            for wire in twins.into_iter().flatten() {
                let is_plain =
                    words.get(wire) == plain.get(wire) && keeper(scope, &[wire]).is_some();
                if let (false, Some(words)) = (is_plain, words.get_mut(wire)) {
                    words.push(spell::bytes(wire));
                }
            }
        }
        let by_wire = words.iter().map(|(w, words)| ((*w).to_owned(), Name::new(words))).collect();
        Self { by_wire, collisions }
    }

    /// The same where some names are chosen: those are as they are, and give way to none.
    pub(crate) fn with_chosen<'w>(
        scope: Scope,
        wires: impl IntoIterator<Item = (&'w str, Option<Name>)>,
    ) -> Self {
        let (chosen, others): (Vec<_>, Vec<_>) = wires.into_iter().partition(|(_, c)| c.is_some());
        let mut this = Self::new(scope, others.into_iter().map(|(wire, _)| wire));
        let chosen = chosen.into_iter().filter_map(|(wire, name)| Some((wire.to_owned(), name?)));
        this.by_wire.extend(chosen);
        this
    }

    /// The name of a wire name of this scope.
    pub(crate) fn get(&self, wire: &str) -> Name {
        self.by_wire.get(wire).cloned().unwrap_or_else(|| Name::of(wire))
    }

    /// A warning for each group of tools that only differ in spelling.
    pub(crate) fn tool_warnings(&self, places: &BTreeMap<&str, Pointer>) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for group in &self.collisions {
            for wire in group {
                let Some(at) = places.get(wire.as_str()) else { continue };
                let name = self.get(wire);
                let others: Vec<&str> =
                    group.iter().map(String::as_str).filter(|o| o != wire).collect();
                out.push(
                    Diagnostic::warning(
                        "alike-names",
                        &at.join("name"),
                        format!("tool \"{wire}\" reads in Rust like \"{}\"; it becomes `{}`", others.join("\", \""), name.field()),
                    )
                    .with_help("the name follows from the spelling and stays when tools are added or reordered"),
                );
            }
        }
        out
    }
}

/// Wire names whose identifiers are equal in either case.
fn group<'w>(words: &BTreeMap<&'w str, Vec<String>>) -> Vec<Vec<&'w str>> {
    let mut groups: Vec<Vec<&'w str>> = Vec::new();
    let mut of: BTreeMap<String, usize> = BTreeMap::new();
    for (wire, words) in words {
        let name = Name::new(words);
        let keys = [format!("s {}", name.snake), format!("p {}", name.pascal)];
        let found = keys.iter().find_map(|k| of.get(k).copied());
        let index = found.unwrap_or_else(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(index) {
            group.push(wire);
        }
        for key in keys {
            of.entry(key).or_insert(index);
        }
    }
    groups
}

/// The one spelt as Rust wants it, else the one in plain lower case.
fn keeper<'w>(scope: Scope, members: &[&'w str]) -> Option<&'w str> {
    let exact = |w: &&&str| {
        let name = Name::of(w);
        match scope {
            Scope::Fields | Scope::Tools | Scope::Entries => name.snake == ***w,
            Scope::Variants | Scope::Types => name.pascal == ***w,
        }
    };
    let lower = |w: &&&str| Name::of(w).snake == ***w;
    members.iter().find(exact).or_else(|| members.iter().find(lower)).copied()
}

#[cfg(test)]
mod tests;
