//! Writes crates of bindings that judge themselves: `judge-write <shared folder> <folder to write to>`.

mod corpus;
mod crates;
mod program;
mod suite;
mod typify;

use crates::Workspace;
use std::path::Path;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [shared, folder] = words.as_slice() else {
        panic!("usage: judge-write <shared folder> <folder to write to>");
    };
    let mut workspace = Workspace::new(Path::new(folder));
    suite::write(Path::new(shared), &mut workspace);
    corpus::write(Path::new(shared), &mut workspace);
    typify::write(Path::new(shared), &mut workspace);
    workspace.finish();
}
