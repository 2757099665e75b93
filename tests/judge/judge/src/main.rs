//! Judges written and built bindings: `judge <shared folder> <folder of crates> <folder of programs> <file for what decodes>
//! <seed>`. //! Prints figures and faults, and fails when there is a fault.

use judge::corpus;
use judge::index::Index;
use judge::suite::{self, Draft, Group};
use judge_subject::Form;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [shared, crates, programs, decoded, seed] = words.as_slice() else {
        panic!("usage: judge <shared> <crates> <programs> <decoded> <seed>");
    };
    let (shared, programs) = (Path::new(shared), Path::new(programs));
    let index = Index::read(Path::new(crates));
    let (mut well, mut what_decodes) = (true, String::new());
    for draft in Draft::ALL {
        let groups = Group::all(shared, draft);
        for form in Form::ALL {
            well &= suite::run(&groups, (draft, form), (&index, programs), &mut what_decodes);
        }
    }
    well &= corpus::run(&index, programs, seed.parse().expect("the seed is a number"));
    std::fs::write(decoded, what_decodes).expect("the file is writable");
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
