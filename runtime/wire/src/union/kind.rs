//! Unions told apart by the kind of JSON value. Nothing is held back.
use super::replay::{Replay, next_name};
use crate::Trace;
use crate::decode::Text;
use crate::number::{FIRST_INEXACT, is_wrapped, visit_text};
use serde_core::de::value as give;
use serde_core::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// Gives each kind a function that refuses it, which the macro overrides for the kinds of a union.
macro_rules! kinds {
    ($($kind:ident),*) => {
        /// What `union! { T by kind { .. } }` writes.
        pub trait ByKind: Sized {
            /// The names of the kinds.
            const KINDS: &'static [&'static str];
            $(
                /// Reads a value of this kind.
                fn $kind<'de, D: Deserializer<'de>>(_: D, _: &mut Trace) -> Result<Self, D::Error> {
                    Err(refuse::<Self, _>(stringify!($kind)))
                }
            )*
        }
    };
}
kinds!(null, boolean, integer, number, string, array, object);

#[cold]
fn refuse<T: ByKind, E: Error>(found: &str) -> E {
    E::custom(format_args!("invalid type: {found}, expected {}", T::KINDS.join(" or ")))
}

struct KindVisitor<'a, T>(&'a mut Trace, PhantomData<T>);

impl<T: ByKind> KindVisitor<'_, T> {
    const INTEGER: bool = has(T::KINDS, b"integer");
    const NUMBER: bool = has(T::KINDS, b"number");
}

const fn has(kinds: &[&str], kind: &[u8]) -> bool {
    match kinds {
        [] => false,
        [first, rest @ ..] => same(first.as_bytes(), kind) || has(rest, kind),
    }
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    match (a, b) {
        ([], []) => true,
        ([a, rest_a @ ..], [b, rest_b @ ..]) => *a == *b && same(rest_a, rest_b),
        _ => false,
    }
}

impl<'de, T: ByKind> Visitor<'de> for KindVisitor<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&T::KINDS.join(" or "))
    }

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        T::null(give::UnitDeserializer::new(), self.0)
    }

    fn visit_none<E: Error>(self) -> Result<T, E> {
        self.visit_unit()
    }

    fn visit_bool<E: Error>(self, v: bool) -> Result<T, E> {
        T::boolean(give::BoolDeserializer::new(v), self.0)
    }

    fn visit_i64<E: Error>(self, v: i64) -> Result<T, E> {
        let d = give::I64Deserializer::new(v);
        if Self::INTEGER || !Self::NUMBER { T::integer(d, self.0) } else { T::number(d, self.0) }
    }

    fn visit_u64<E: Error>(self, v: u64) -> Result<T, E> {
        let d = give::U64Deserializer::new(v);
        if Self::INTEGER || !Self::NUMBER { T::integer(d, self.0) } else { T::number(d, self.0) }
    }

    fn visit_f64<E: Error>(self, v: f64) -> Result<T, E> {
        let d = give::F64Deserializer::new(v);
        let whole = v.fract() == 0.0 && v.abs() < FIRST_INEXACT;
        if Self::NUMBER && !(Self::INTEGER && whole) {
            T::number(d, self.0)
        } else {
            T::integer(d, self.0)
        }
    }

    fn visit_str<E: Error>(self, v: &str) -> Result<T, E> {
        T::string(give::StrDeserializer::new(v), self.0)
    }

    fn visit_string<E: Error>(self, v: String) -> Result<T, E> {
        T::string(give::StringDeserializer::new(v), self.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<T, A::Error> {
        T::array(give::SeqAccessDeserializer::new(seq), self.0)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<T, A::Error> {
        let name = next_name(&mut members)?;
        if name.as_deref().is_some_and(is_wrapped) {
            return visit_text(&members.next_value_seed(Text)?, self);
        }
        T::object(give::MapAccessDeserializer::new(Replay::name(name, members)), self.0)
    }
}

/// Reads a union by kind.
pub fn by_kind<'de, T: ByKind, D: Deserializer<'de>>(d: D, at: &mut Trace) -> Result<T, D::Error> {
    d.deserialize_any(KindVisitor(at, PhantomData))
}
