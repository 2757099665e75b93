//! JSON as text: compared by value without rounding, whatever features serde_json was built with, and written again in
//! another member order.

use serde_core::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;

/// A JSON value whose numbers are as exact as their text and whose members keep their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exact {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number.
    Number(Decimal),
    /// A string, unescaped.
    String(String),
    /// An array.
    Array(Vec<Exact>),
    /// An object, in the text's order.
    Object(Vec<(String, Exact)>),
}

/// `digits * 10^exponent`, without zeros at either end of the digits; zero has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
    text: String,
}

impl Decimal {
    fn read(text: &str) -> Result<Self, String> {
        let fail = || format!("no number: {text}");
        let (negative, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut exponent: i64 = exponent.parse().map_err(|_| fail())?;
        exponent -= i64::try_from(fraction.len()).map_err(|_| fail())?;
        let all = format!("{whole}{fraction}");
        let digits = all.trim_end_matches('0');
        exponent += i64::try_from(all.len() - digits.len()).map_err(|_| fail())?;
        let digits = digits.trim_start_matches('0').to_owned();
        let zero = digits.is_empty();
        Ok(Self {
            negative: negative && !zero,
            digits,
            exponent: if zero { 0 } else { exponent },
            text: text.to_owned(),
        })
    }
}

impl Exact {
    /// Reads a JSON text.
    ///
    /// # Errors
    ///
    /// When it is none.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let wrong = |e: serde_json::Error| format!("{e}: {text}");
        Ok(match text.as_bytes().first() {
            Some(b'n') => Self::Null,
            Some(b't' | b'f') => Self::Boolean(text == "true"),
            Some(b'"') => Self::String(serde_json::from_str(text).map_err(wrong)?),
            Some(b'[') => {
                let items: Vec<Box<RawValue>> = serde_json::from_str(text).map_err(wrong)?;
                Self::Array(items.iter().map(|v| Self::read(v.get())).collect::<Result<_, _>>()?)
            }
            Some(b'{') => {
                let Members(members) = serde_json::from_str(text).map_err(wrong)?;
                let each = members.into_iter().map(|(name, v)| Ok((name, Self::read(v.get())?)));
                Self::Object(each.collect::<Result<_, String>>()?)
            }
            _ => Self::Number(Decimal::read(text)?),
        })
    }

    /// Whether two values are the same JSON value: numbers by value, members in any order.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => {
                (a.negative, &a.digits, a.exponent) == (b.negative, &b.digits, b.exponent)
            }
            (Self::Array(a), Self::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            (Self::Object(a), Self::Object(b)) => {
                let sorted =
                    |all: &'_ [(String, Self)]| all.iter().cloned().collect::<BTreeMap<_, _>>();
                let (a_sorted, b_sorted) = (sorted(a), sorted(b));
                a.len() == b.len()
                    && a_sorted.len() == a.len()
                    && a_sorted.iter().zip(&b_sorted).all(|((m, a), (n, b))| m == n && a.same(b))
            }
            (a, b) => a == b,
        }
    }

    /// The same value with the members of every object in another order.
    #[must_use]
    pub fn reorder(self, order: &mut impl FnMut(&mut Vec<(String, Self)>)) -> Self {
        match self {
            Self::Array(items) => {
                Self::Array(items.into_iter().map(|v| v.reorder(order)).collect())
            }
            Self::Object(members) => {
                let inner = members.into_iter().map(|(name, v)| (name, v.reorder(order)));
                let mut members: Vec<_> = inner.collect();
                order(&mut members);
                Self::Object(members)
            }
            leaf => leaf,
        }
    }
}

/// JSON text without blanks; numbers as they were spelt.
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |s: &str| serde_json::Value::from(s).to_string();
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean(b) => write!(f, "{b}"),
            Self::Number(n) => f.write_str(&n.text),
            Self::String(s) => f.write_str(&quoted(s)),
            Self::Array(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i > 0 { "," } else { "" })?;
                }
                f.write_str("]")
            }
            Self::Object(members) => {
                f.write_str("{")?;
                for (i, (name, v)) in members.iter().enumerate() {
                    write!(f, "{}{}:{v}", if i > 0 { "," } else { "" }, quoted(name))?;
                }
                f.write_str("}")
            }
        }
    }
}

/// Whether two texts hold the same JSON value: numbers by value, integers exactly, members in any order.
///
/// # Errors
///
/// When one of them is not JSON.
pub fn same(a: &str, b: &str) -> Result<bool, String> {
    Ok(Exact::read(a)?.same(&Exact::read(b)?))
}

/// The members of an object in the text's order, each as its text.
#[derive(Clone, Debug)]
pub struct Members(pub Vec<(String, Box<RawValue>)>);

impl Members {
    /// A member's text.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, v)| v.get())
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Members;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut all = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    all.push(pair);
                }
                Ok(Members(all))
            }
        }
        d.deserialize_map(Pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn numbers_compare_by_value_and_members_in_any_order() {
        assert_eq!(same(r#"{"a":[1,1.50],"b":0}"#, r#"{"b":-0.0,"a":[1.0,15e-1]}"#), Ok(true));
        assert_eq!(same("1180591620717411303424", "1180591620717411303425"), Ok(false));
        assert_eq!(same("9007199254740993", "9007199254740992"), Ok(false));
        assert_eq!(same("100", "1e2"), Ok(true));
        assert_eq!(same(r#"{"a":1}"#, r#"{"a":1,"b":null}"#), Ok(false));
        assert_eq!(same(r#"{"a":1,"a":2}"#, r#"{"a":1,"b":2}"#), Ok(false));
        assert_eq!(same(r#""A""#, r#""\u0041""#), Ok(true));
    }
}
