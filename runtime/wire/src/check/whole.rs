//! The check of whole values, by the crate `jsonschema`.
use super::at::At;
use super::repair;
use super::schema::{Compiled, Schema};
use super::violation::Violation;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;
use std::borrow::Cow;

/// How many characters of a message are told: it holds the value, which may be large.
const MAX_MESSAGE: usize = 300;

/// A schema ready for use.
#[derive(Debug)]
pub(super) struct Whole {
    validator: Validator,
    schema: Value,
    pointer: &'static str,
}

/// Checks a value, unless one around it was checked by the same schema, which then goes on to say how its parts are.
pub(super) fn check(
    value: impl FnOnce() -> serde_json::Result<Value>,
    at: &At<'_>,
    compiled: &'static Compiled,
    schema: impl FnOnce() -> Option<Schema>,
) {
    let place = at.pointer();
    let address = std::ptr::from_ref(compiled).addr();
    {
        let mut found = at.found.borrow_mut();
        let around = |(done, outer): &(usize, String)| *done == address && within(&place, outer);
        if found.direct_only || found.done.iter().any(around) {
            return;
        }
        found.done.push((address, place.clone()));
    }
    let ready = compiled.ready.get_or_init(|| {
        let schema = schema().ok_or_else(|| "the tool has no such schema".to_owned())?;
        compile(schema)
    });
    match (ready, value()) {
        (Err(reason), _) => at.report_whole(unusable(place, reason)),
        (Ok(_), Err(error)) => at.report_whole(Violation {
            pointer: place,
            keyword: Cow::Borrowed("type"),
            schema_pointer: String::new(),
            message: error.to_string(),
        }),
        (Ok(whole), Ok(value)) => {
            let errors = whole.validator.iter_errors(&value);
            for error in errors.take(super::at::MAX_VIOLATIONS) {
                at.report_whole(whole.violation(&place, &error));
            }
        }
    }
}

fn within(place: &str, outer: &str) -> bool {
    place.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn unusable(pointer: String, reason: &str) -> Violation {
    Violation {
        pointer,
        keyword: Cow::Borrowed("$schema"),
        schema_pointer: String::new(),
        message: format!("nothing can be checked by this schema: {reason}"),
    }
}

fn compile(schema: Schema) -> Result<Whole, String> {
    let text = schema.value().ok_or_else(|| "the tool has no such schema".to_owned())?;
    let (validator, schema_value) = repair::build(text)?;
    Ok(Whole { validator, schema: schema_value, pointer: schema.pointer })
}

impl Whole {
    fn violation(&self, place: &str, error: &ValidationError<'_>) -> Violation {
        let keyword = match error.kind() {
            ValidationErrorKind::FalseSchema => "false",
            kind => kind.keyword(),
        };
        let message = error.to_string();
        let message = match message.char_indices().nth(MAX_MESSAGE) {
            Some((end, _)) => format!("{}..", message.get(..end).unwrap_or_default()),
            None => message,
        };
        Violation {
            pointer: format!("{place}{}", error.instance_path().as_str()),
            keyword: Cow::Owned(keyword.to_owned()),
            schema_pointer: self.keyword_place(error),
            message,
        }
    }

    /// Where the keyword stands. In a part with a name of its own (`$id`) the path begins at that part, and may lead nowhere from the
    /// root; then the path of evaluation tells the way there, or nobody knows.
    fn keyword_place(&self, error: &ValidationError<'_>) -> String {
        let paths = [error.schema_path().as_str(), error.evaluation_path().as_str()];
        let real = paths.iter().find(|path| self.schema.pointer(path).is_some());
        real.map(|path| format!("{}{path}", self.pointer)).unwrap_or_default()
    }
}
