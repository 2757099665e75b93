//! The same tools in several forms of source, for the compiler to be timed on.
pub mod corpus;
mod derive;
mod parts;
mod table;

use std::path::Path;

/// Each form as the content of a crate's root. All are printed by the same printer.
pub struct Sources {
    /// Types and wire tables.
    pub bare: String,
    /// The same types with serde's derives.
    pub derived: String,
    /// Types and wire tables with constructors, setters and defaults.
    pub types: String,
    /// All that is generated, and a user's handlers.
    pub whole: String,
}

/// The forms of so many tools of the collection.
pub fn sources(shared: &Path, count: usize) -> Sources {
    let chosen = corpus::chosen(shared, count);
    let bindings = corpus::generate(&chosen).expect("each of them generates by itself");
    let whole = syn::parse_file(bindings.source()).expect("generated source is Rust");
    let mut types = whole.clone();
    parts::keep_types(&mut types);
    let mut bare = types.clone();
    parts::drop_methods(&mut bare);
    let mut derived = bare.clone();
    derive::derive(&mut derived).expect("every table can be read");
    let handlers = corpus::handlers(bindings.report());
    Sources {
        bare: prettyplease::unparse(&bare),
        derived: prettyplease::unparse(&derived),
        types: prettyplease::unparse(&types),
        whole: prettyplease::unparse(&whole) + &handlers,
    }
}
