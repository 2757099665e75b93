//! Judges each tool by what a validator says of its probes.

use crate::corpus::effective::effective;
use crate::index::{Index, Server};
use crate::jury::Program;
use crate::probe::{Probe, probes};
use crate::random::Random;
use crate::tally::Tally;
use judge_subject::Form;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Mutex;

/// So many probes a schema.
const MOST_PROBES: usize = 25;

/// So many probes there have to be in all.
const LEAST_PROBES: usize = 20_000;

/// What was judged, beside the probes' tally.
#[derive(Debug, Default)]
struct Found {
    tally: Tally,
    schemas: usize,
    /// Schemas with a defect that the generator reads in its own way.
    repaired: usize,
    /// Schemas that the validator does not take, with its reason.
    unreadable: BTreeMap<String, String>,
    /// Probes by what is special about them: valid and invalid ones.
    kinds: BTreeMap<&'static str, (usize, usize)>,
}

/// Judges every server by probes of a seed, prints the figures and returns whether all is well.
pub fn judge(index: &Index, programs: &Path, seed: u64) -> bool {
    let names: BTreeSet<&str> = index.servers.iter().map(|s| s.program.as_str()).collect();
    let (rest, found) = (Mutex::new(names.into_iter()), Mutex::new(Found::default()));
    let next = || rest.lock().expect("no thread panics").next();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(name) = next() {
                    let mut part = Found::default();
                    let mut program = Program::start(&programs.join(name));
                    for server in index.servers.iter().filter(|s| s.program == name) {
                        part.server(server, index, &mut program, seed);
                    }
                    found.lock().expect("no thread panics").add(part);
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no thread panics");
    found.print(seed);
    let count = found.tally.valid + found.tally.invalid;
    if count < LEAST_PROBES {
        found.tally.fault("too few probes", &count.to_string(), "at least 20,000");
    }
    found.tally.print("corpus");
    found.tally.passes()
}

impl Found {
    fn server(&mut self, server: &Server, index: &Index, program: &mut Program, seed: u64) {
        let text = fs::read_to_string(&server.manifest).expect("the manifest is readable");
        let manifest: Value = serde_json::from_str(&text).expect("the manifest is JSON");
        for tool in manifest["tools"].as_array().expect("a list of tools") {
            let name = tool["name"].as_str().expect("a name");
            for (form, keyword) in [(Form::Argument, "inputSchema"), (Form::Output, "outputSchema")]
            {
                let Some(schema) = tool.get(keyword).filter(|s| !s.is_null()) else { continue };
                if index.is_repaired(&server.module, name, keyword) {
                    self.repaired += 1;
                    continue;
                }
                let place = format!("{} {name} {keyword}", server.module);
                self.schema(&effective(schema), &place, seed, form, &mut |text| {
                    program.ask(&server.module, form, name, text)
                });
            }
        }
    }

    fn schema(
        &mut self,
        schema: &Value,
        place: &str,
        seed: u64,
        form: Form,
        ask: &mut dyn FnMut(&str) -> judge_subject::Outcome,
    ) {
        let options = jsonschema::options().should_validate_formats(false);
        let validator = match options.build(schema) {
            Ok(validator) => validator,
            Err(e) => {
                self.unreadable.insert(place.to_owned(), e.to_string());
                return;
            }
        };
        self.schemas += 1;
        let own = place.bytes().fold(seed, |hash, b| hash.rotate_left(5) ^ u64::from(b));
        for Probe { value, what } in probes(schema, MOST_PROBES, &mut Random::new(own)) {
            // Arguments are an object before any schema has a say.
            if form == Form::Argument && !value.is_object() {
                continue;
            }
            let (valid, text) = (validator.is_valid(&value), value.to_string());
            let count = self.kinds.entry(what).or_default();
            *(if valid { &mut count.0 } else { &mut count.1 }) += 1;
            self.tally.count(valid, &text, &ask(&text), &format!("{place} ({what})"));
        }
    }

    fn add(&mut self, other: Self) {
        self.tally.add(other.tally);
        self.schemas += other.schemas;
        self.repaired += other.repaired;
        self.unreadable.extend(other.unreadable);
        for (what, (valid, invalid)) in other.kinds {
            let count = self.kinds.entry(what).or_default();
            *count = (count.0 + valid, count.1 + invalid);
        }
    }

    fn print(&self, seed: u64) {
        println!("corpus: {} schemas judged with seed {seed}", self.schemas);
        println!("corpus: {} schemas not judged: read with a warning", self.repaired);
        println!(
            "corpus: {} schemas not judged: the validator refuses them",
            self.unreadable.len()
        );
        self.unreadable.iter().for_each(|(place, error)| println!("  {place}: {error}"));
        println!("corpus: probes by what is special, valid and invalid");
        for (what, (valid, invalid)) in &self.kinds {
            println!("  {what}: {valid} and {invalid}");
        }
    }
}
