//! Small manifests and what they give, to be read by people: `goldens/<name>/input.json`, with `overrides.toml` and `options`
//! where there are any, then `expected.rs` (the source) and `expected.err` (the diagnostics), each where there is any.
//! `MCP_BINDGEN_BLESS=1` writes what is given now.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mcp_bindgen::Builder;
use mcp_bindgen_tests::fixture;
use std::{env, fs, path::Path};

#[test]
fn goldens_are_what_is_generated() {
    let folder = fixture::root().join("tests/goldens");
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    assert!(names.len() >= 10);
    let differences: Vec<_> = names.iter().flat_map(|golden| differences(golden)).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// How a golden differs from what is generated now; nothing after writing that.
fn differences(golden: &Path) -> Vec<String> {
    let (source, diagnostics) = generate(golden);
    let files = [("expected.rs", source), ("expected.err", diagnostics)];
    files.into_iter().filter_map(|(name, now)| difference(&golden.join(name), &now)).collect()
}

fn generate(golden: &Path) -> (String, String) {
    let input = fs::read_to_string(golden.join("input.json")).unwrap();
    let mut builder = Builder::new().manifest_text("input.json", input);
    if let Ok(overrides) = fs::read_to_string(golden.join("overrides.toml")) {
        builder = builder.overrides_text("overrides.toml", overrides);
    }
    let options = fs::read_to_string(golden.join("options")).unwrap_or_default();
    for option in options.split_whitespace() {
        builder = match option {
            "--client" => builder.client(true),
            "--server" => builder.server(true),
            "--skip-invalid" => builder.skip_invalid(true),
            other => panic!("{}: no option {other}", golden.display()),
        };
    }
    match builder.generate() {
        Ok(bindings) => (bindings.source().to_owned(), bindings.warnings().to_string()),
        Err(errors) => (String::new(), errors.to_string()),
    }
}

#[allow(clippy::disallowed_methods, reason = "whether to bless is asked by the environment")]
fn difference(file: &Path, now: &str) -> Option<String> {
    let expected = fs::read_to_string(file).unwrap_or_default();
    if expected == now {
        return None;
    }
    if env::var_os("MCP_BINDGEN_BLESS").is_some() {
        if now.is_empty() { fs::remove_file(file) } else { fs::write(file, now) }.unwrap();
        return None;
    }
    let mut pairs = expected.lines().zip(now.lines()).enumerate();
    let (line, was, is) = match pairs.find(|(_, (was, is))| was != is) {
        Some((line, (was, is))) => (line, was, is),
        None => (expected.lines().count().min(now.lines().count()), "", "another length"),
    };
    Some(format!("{}:{}:\n- {was}\n+ {is}", file.display(), line + 1))
}
