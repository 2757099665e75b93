//! Equality of JSON values as types.md means it: integers exact to 64 bits, other numbers as doubles, members in any order.

use serde_json::{Number, Value};

/// Whether two texts hold equal values; false when one is no JSON.
pub fn texts(a: &str, b: &str) -> bool {
    let read = |text| serde_json::from_str::<Value>(text);
    matches!((read(a), read(b)), (Ok(a), Ok(b)) if values(&a, &b))
}

/// Whether two values are equal.
pub fn values(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => numbers(a, b),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| values(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| values(a, b)))
        }
        (a, b) => a == b,
    }
}

fn numbers(a: &Number, b: &Number) -> bool {
    match (integer(a), integer(b)) {
        (Some(a), Some(b)) => a == b,
        (None, None) => a.as_f64() == b.as_f64(),
        _ => false,
    }
}

/// A number that is an integer of 64 bits, however it is written.
fn integer(number: &Number) -> Option<i128> {
    if let Some(n) = number.as_i64() {
        return Some(n.into());
    }
    if let Some(n) = number.as_u64() {
        return Some(n.into());
    }
    let float = number.as_f64()?;
    // 2^64: what lies beyond is no integer of 64 bits.
    (float.fract() == 0.0 && float.abs() <= 18_446_744_073_709_551_616.0).then_some(float as i128)
}

#[cfg(test)]
mod tests {
    use super::texts;

    #[test]
    fn integers_are_exact_and_other_numbers_are_doubles() {
        assert!(texts("1", "1.0"));
        assert!(texts("18446744073709551615", "18446744073709551615"));
        assert!(!texts("9007199254740993", "9007199254740992.0"));
        assert!(!texts("18446744073709551615", "18446744073709551616"));
        assert!(texts("0.1", "1e-1"));
        assert!(!texts("0.1", "0.2"));
        assert!(texts(r#"{"a":[1,null],"b":{}}"#, r#"{"b":{},"a":[1e0,null]}"#));
        assert!(!texts(r#"{"a":null}"#, "{}"));
        assert!(!texts("[1]", "[1"));
    }
}
