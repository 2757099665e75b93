//! The JSON Schema test suite: each group's schema as a tool's argument and as a tool's output.

mod beside;
mod group;
mod left_out;
mod nest;
mod run;

pub use beside::{compare, typify_program};
pub use group::{Draft, Group, Instance};
pub use left_out::{LeftOut, left_out};
pub use run::{MODULE, judge, print_decoded};
