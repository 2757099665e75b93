//! Every golden that gives source, to be compiled: `tests/goldens/<name>/expected.rs`.

/// A golden.
#[path = "../../goldens/arrays/expected.rs"]
pub mod arrays;

/// A golden.
#[path = "../../goldens/client_only/expected.rs"]
pub mod client_only;

/// A golden.
#[path = "../../goldens/entries/expected.rs"]
pub mod entries;

/// A golden.
#[path = "../../goldens/enums/expected.rs"]
pub mod enums;

/// A golden.
#[path = "../../goldens/maps/expected.rs"]
pub mod maps;

/// A golden.
#[path = "../../goldens/names/expected.rs"]
pub mod names;

/// A golden.
#[path = "../../goldens/no_tools/expected.rs"]
pub mod no_tools;

/// A golden.
#[path = "../../goldens/outputs/expected.rs"]
pub mod outputs;

/// A golden.
#[path = "../../goldens/overrides/expected.rs"]
pub mod overrides;

/// A golden.
#[path = "../../goldens/presences/expected.rs"]
pub mod presences;

/// A golden.
#[path = "../../goldens/references/expected.rs"]
pub mod references;

/// A golden.
#[path = "../../goldens/server_only/expected.rs"]
pub mod server_only;

/// A golden.
#[path = "../../goldens/skip_invalid/expected.rs"]
pub mod skip_invalid;

/// A golden.
#[path = "../../goldens/unions/expected.rs"]
pub mod unions;
