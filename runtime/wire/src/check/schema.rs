//! The check of a whole value by its schema as the server wrote it.
use super::{At, Validate};
use serde_core::ser::Serialize;
use serde_json::Value;

/// A JSON Schema in a tool's definition, word for word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    entry: &'static str,
    pub(super) pointer: &'static str,
}

impl Schema {
    /// The schema that `pointer`, a JSON pointer such as `/inputSchema`, names in the JSON text `entry`.
    #[must_use]
    pub const fn new(entry: &'static str, pointer: &'static str) -> Self {
        Self { entry, pointer }
    }

    /// The schema itself; none when the definition has no such place.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        let entry: Value = serde_json::from_str(self.entry).ok()?;
        entry.pointer(self.pointer).cloned()
    }
}

/// A schema made ready for validation when first used.
#[derive(Debug, Default)]
pub struct Compiled {
    #[cfg(feature = "validate")]
    pub(super) ready: std::sync::OnceLock<Result<super::whole::Whole, String>>,
}

impl Compiled {
    /// Nothing is made ready yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            #[cfg(feature = "validate")]
            ready: std::sync::OnceLock::new(),
        }
    }
}

/// Checks the value by the whole schema: every keyword of it but `format`, which is an annotation. Needs the feature
/// `validate`, and does nothing without; decoding never depends on it. What a direct check tells of the same place under
/// the same keyword is not told again.
///
/// The draft is that of `$schema`, else 2020-12. Nothing is fetched. A keyword whose value is no valid one is passed over,
/// as the generator does; a schema that is unusable even so is itself reported, under the keyword `$schema`.
#[cfg_attr(not(feature = "validate"), allow(unused_variables))]
pub fn schema<T: Validate + Serialize>(
    value: &T,
    at: &At<'_>,
    compiled: &'static Compiled,
    schema: impl FnOnce() -> Option<Schema>,
) {
    #[cfg(feature = "validate")]
    super::whole::check(|| serde_json::to_value(value), at, compiled, schema);
}
