//! The lines that are generated for a tool: of each tool of the collection in a server of its own, less those of a server without.

use check_source::corpus;
use std::path::PathBuf;

fn main() {
    let shared = std::env::var_os("MCP_BINDGEN_SHARED").expect("it names the shared folder");
    let lines = |tools| corpus::generate(tools).map(|b| b.source().lines().count());
    let none = lines(&[][..]).expect("a server may have no tools");
    let tools = corpus::tools(&PathBuf::from(shared));
    let each = tools.iter().filter_map(|tool| lines(std::slice::from_ref(tool)));
    let mut each: Vec<usize> = each.map(|all| all.saturating_sub(none)).collect();
    each.sort_unstable();
    let at = |part: usize| each[(each.len() - 1) * part / 100];
    let mean = each.iter().sum::<usize>() / each.len();
    println!(
        "generated lines a tool, of {}: median {}, mean {mean}, 90 % at most {}, longest {}",
        each.len(),
        at(50),
        at(90),
        at(100)
    );
}
