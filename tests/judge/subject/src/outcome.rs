//! What bindings make of an instance.

use mcp_bindings::{DecodeError, ValidationError};
use serde_json::{Value, json};

/// What bindings make of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It does not decode.
    Undecodable(Fault),
    /// It decodes.
    Decoded {
        /// What `validate` has against it.
        violations: Vec<Fault>,
        /// The value encoded again, or why it does not encode.
        encoded: Result<String, String>,
    },
}

/// What is wrong with an instance, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The place in the instance.
    pub pointer: String,
    /// The keyword that is violated; none of a decode error.
    pub keyword: String,
    /// The message.
    pub message: String,
}

impl Fault {
    fn to_value(&self) -> Value {
        json!([self.pointer, self.keyword, self.message])
    }

    fn of_value(value: Value) -> Option<Self> {
        let [pointer, keyword, message] = serde_json::from_value(value).ok()?;
        Some(Self { pointer, keyword, message })
    }
}

impl From<&DecodeError> for Fault {
    fn from(e: &DecodeError) -> Self {
        let (pointer, message) = (e.pointer().to_owned(), e.message().to_owned());
        Self { pointer, keyword: String::new(), message }
    }
}

impl Outcome {
    /// Of a decoded value, or of the error in its place.
    pub fn of<T>(
        decoded: Result<T, DecodeError>,
        validate: impl FnOnce(&T) -> Result<(), ValidationError>,
        encode: impl FnOnce(&T) -> Result<String, String>,
    ) -> Self {
        let value = match decoded {
            Ok(value) => value,
            Err(e) => return Self::Undecodable(Fault::from(&e)),
        };
        let violations = validate(&value).err().map(|e| {
            let each = e.violations().iter().map(|v| Fault {
                pointer: v.pointer().to_owned(),
                keyword: v.keyword().to_owned(),
                message: v.message().to_owned(),
            });
            each.collect()
        });
        Self::Decoded { violations: violations.unwrap_or_default(), encoded: encode(&value) }
    }

    /// What speaks against the instance: the decode error, or the violations.
    pub fn faults(&self) -> &[Fault] {
        match self {
            Self::Undecodable(fault) => std::slice::from_ref(fault),
            Self::Decoded { violations, .. } => violations,
        }
    }

    /// As a line of JSON.
    pub fn to_line(&self) -> String {
        let faults: Vec<_> = self.faults().iter().map(Fault::to_value).collect();
        let encoded = match self {
            Self::Undecodable(_) => Value::Null,
            Self::Decoded { encoded: Ok(text), .. } => json!({"text": text}),
            Self::Decoded { encoded: Err(error), .. } => json!({"error": error}),
        };
        json!([faults, encoded]).to_string()
    }

    /// Of such a line.
    pub fn of_line(line: &str) -> Option<Self> {
        let [faults, encoded]: [Value; 2] = serde_json::from_str(line).ok()?;
        let Value::Array(faults) = faults else { return None };
        let mut violations: Vec<Fault> =
            faults.into_iter().map(Fault::of_value).collect::<Option<_>>()?;
        let member = |name| encoded.get(name).and_then(Value::as_str).map(str::to_owned);
        let encoded = match (member("text"), member("error")) {
            (Some(text), _) => Ok(text),
            (_, Some(error)) => Err(error),
            _ => return violations.pop().map(Self::Undecodable),
        };
        Some(Self::Decoded { violations, encoded })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_pass_as_lines() {
        let fault = || Fault { pointer: "/a".into(), keyword: "type".into(), message: "b".into() };
        let decoded = |violations, encoded| Outcome::Decoded { violations, encoded };
        for outcome in [
            Outcome::Undecodable(fault()),
            decoded(vec![fault(), fault()], Ok("{}".into())),
            decoded(vec![], Err("no".into())),
        ] {
            assert_eq!(Outcome::of_line(&outcome.to_line()), Some(outcome));
        }
    }
}
