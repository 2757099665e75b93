//! The protocol's types, from JSON text to formatted source.
use mcp_bindgen_schema::Revision;
use measure::{Bars, Group};
use schemars::schema::RootSchema;
use typify_impl::{TypeSpace, TypeSpaceSettings};

/// The revision that is generated.
pub fn embedded() -> &'static Revision {
    mcp_bindgen_schema::revision("2026-07-28").expect("the newest revision is embedded")
}

pub fn compare(bars: &mut Bars, schema: &str) {
    let errata = embedded().errata;
    let generate = || mcp_bindgen::protocol::generate_from(embedded().name, schema, errata);
    let ours = generate().expect("the schema is an official one");
    println!(
        "schema {} lines, ours {} lines, typify {} lines",
        schema.lines().count(),
        ours.lines().count(),
        typify(schema).lines().count(),
    );
    let [ours, typify] = Group::new("generate: protocol types of 2026-07-28")
        .case("ours", generate)
        .case("typify 0.8 + prettyplease", || typify(schema))
        .run();
    bars.at_least("typify / ours", typify.time / ours.time, 2.0);
}

/// What typify's own command does, with its usual settings.
fn typify(schema: &str) -> String {
    let schema: RootSchema = serde_json::from_str(schema).expect("a JSON Schema");
    let mut types = TypeSpace::new(&TypeSpaceSettings::default());
    types.add_root_schema(schema).expect("typify reads this revision");
    let file = syn::parse2(types.to_stream()).expect("typify writes Rust");
    prettyplease::unparse(&file)
}
