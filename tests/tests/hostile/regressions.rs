//! Manifests that ended badly once, by what was wrong: each gives source that compiles.

pub(crate) const COMPILE: [(&str, &str); 1] = [(
    "tuple_with_checks_of_its_further_items",
    r#"{"server":"s","tools":[{"name":"t","inputSchema":{"type":"object","properties":{
        "a":{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"object","maxProperties":3}}}}}]}"#,
)];
