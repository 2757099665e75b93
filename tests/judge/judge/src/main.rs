//! Asks written and built bindings.
//!
//! `judge bars <shared folder> <folder of crates> <folder of programs> <seed>` prints figures and faults, and fails when
//! there is a fault; `judge suite <the same three>` does so for the test suite alone. `judge decoded <the same three>`
//! prints what becomes of each instance of the test suite before it is validated, which depends on no feature.

use judge::corpus;
use judge::index::Index;
use judge::suite::{self, Draft, Group};
use judge_subject::Form;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [mode, shared, crates, programs, seed @ ..] = words.as_slice() else {
        panic!("usage: judge bars|suite|decoded <shared> <crates> <programs> [<seed>]");
    };
    let (shared, programs) = (Path::new(shared), Path::new(programs));
    let index = Index::read(Path::new(crates));
    let mut well = true;
    for draft in Draft::ALL {
        let groups = Group::all(shared, draft);
        for form in Form::ALL {
            match mode.as_str() {
                "decoded" => suite::print_decoded(&groups, (draft, form), &index, programs),
                _ => well &= suite::judge(&groups, (draft, form), &index, programs),
            }
        }
        if mode != "decoded" {
            well &= suite::compare(&groups, draft, &index, programs);
        }
    }
    if mode == "bars" {
        let seed = seed.first().and_then(|s| s.parse().ok()).expect("the seed is a number");
        well &= corpus::judge(&index, programs, seed);
    }
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
