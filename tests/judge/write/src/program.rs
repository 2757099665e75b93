//! The text of a program of bindings.

use mcp_bindgen::ToolReport;
use std::fmt::Write as _;

/// The whole file: `modules` declares the modules that `rows` names.
pub fn main_file(modules: &str, rows: &str) -> String {
    format!(
        "//! Bindings that are judged.\n#![deny(warnings)]\n\n{modules}\nuse judge_subject::Module;\n\n\
         fn main() {{\n    judge_subject::answer(MODULES);\n}}\n\n\
         static MODULES: &[Module] = &[\n{rows}];\n"
    )
}

/// The row of a module, with the outputs of the given tools.
pub fn module_row<'a>(module: &str, tools: impl Iterator<Item = &'a ToolReport>) -> String {
    let mut outputs = String::new();
    for tool in tools.filter(|t| t.output.is_some()) {
        let (name, marker) = (&tool.name, &tool.marker);
        let output = format!("<{module}::{marker} as mcp_bindings::Tool>::Output");
        writeln!(outputs, "            ({name:?}, judge_subject::value::<{output}>),").unwrap();
    }
    let arguments = format!("judge_subject::arguments!(crate::{module})");
    format!(
        "    Module {{\n        name: {module:?},\n        arguments: {arguments},\n        \
         outputs: &[\n{outputs}        ],\n    }},\n"
    )
}
