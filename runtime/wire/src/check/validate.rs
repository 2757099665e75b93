//! The trait, and the types that generated ones are made of.
use super::violation::{At, ValidationError, collect};
use crate::Never;
use crate::scalar::Scalar;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A type that checks what its schema says beyond its shape: bounds, lengths, patterns, counts.
///
/// Decoding does not validate. The macros of this crate implement it.
pub trait Validate {
    /// Reports all violations in this value to `at`.
    fn check(&self, at: &At<'_>);

    /// Checks the whole value.
    ///
    /// # Errors
    /// When something is violated: all of it, each with its place and keyword.
    fn validate(&self) -> Result<(), ValidationError> {
        collect(|at| self.check(at))
    }

    /// What keywords see of this value. A keyword for another kind of value does not apply.
    #[doc(hidden)]
    fn view(&self) -> View<'_> {
        View::Opaque
    }

    /// Whether no float that serde_json would write as `null` lies in this value, outside of
    /// records, unions and tuples, which look themselves when they are written.
    #[doc(hidden)]
    fn encodable(&self) -> bool {
        true
    }
}

/// A value as keywords see it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum View<'a> {
    Scalar(Scalar<'a>),
    /// An array of so many items.
    Array(usize),
    /// An object of so many members.
    Object(usize),
    /// A type of the generator's.
    Opaque,
}

impl View<'_> {
    fn of_value(value: &Value) -> View<'_> {
        match value {
            Value::Array(items) => View::Array(items.len()),
            Value::Object(members) => View::Object(members.len()),
            value => crate::union::scalar(value).map_or(View::Opaque, View::Scalar),
        }
    }
}

/// Types without anything to check.
macro_rules! unchecked {
    ($($T:ty: |$v:ident| $view:expr;)*) => { $(
        impl Validate for $T {
            #[inline]
            fn check(&self, _: &At<'_>) {}

            #[inline]
            fn view(&self) -> View<'_> {
                let $v = self;
                $view
            }
        }
    )* };
}
unchecked! {
    bool: |v| View::Scalar(Scalar::Boolean(*v));
    String: |v| View::Scalar(Scalar::Text(v));
    i64: |v| View::Scalar(Scalar::Integer((*v).into()));
    u64: |v| View::Scalar(Scalar::Integer((*v).into()));
    i32: |v| View::Scalar(Scalar::Integer((*v).into()));
    u32: |v| View::Scalar(Scalar::Integer((*v).into()));
    i16: |v| View::Scalar(Scalar::Integer((*v).into()));
    u16: |v| View::Scalar(Scalar::Integer((*v).into()));
    i8: |v| View::Scalar(Scalar::Integer((*v).into()));
    u8: |v| View::Scalar(Scalar::Integer((*v).into()));
    Value: |v| View::of_value(v);
    Map<String, Value>: |v| View::Object(v.len());
    Box<RawValue>: |_v| View::Opaque;
    Never: |v| match *v {};
}

impl Validate for f64 {
    fn check(&self, at: &At<'_>) {
        if !self.is_finite() {
            at.report("type", format_args!("{self} has no JSON form"));
        }
    }

    #[inline]
    fn view(&self) -> View<'_> {
        View::Scalar(Scalar::Number(*self))
    }

    #[inline]
    fn encodable(&self) -> bool {
        self.is_finite()
    }
}

impl<T: Validate> Validate for Option<T> {
    #[inline]
    fn check(&self, at: &At<'_>) {
        if let Some(v) = self {
            v.check(at);
        }
    }

    #[inline]
    fn view(&self) -> View<'_> {
        self.as_ref().map_or(View::Scalar(Scalar::Null), T::view)
    }

    #[inline]
    fn encodable(&self) -> bool {
        self.as_ref().is_none_or(T::encodable)
    }
}

impl<T: Validate> Validate for Box<T> {
    #[inline]
    fn check(&self, at: &At<'_>) {
        (**self).check(at);
    }

    #[inline]
    fn view(&self) -> View<'_> {
        (**self).view()
    }

    #[inline]
    fn encodable(&self) -> bool {
        (**self).encodable()
    }
}

impl<T: Validate> Validate for Vec<T> {
    fn check(&self, at: &At<'_>) {
        for (i, v) in self.iter().enumerate() {
            v.check(&at.index(i));
        }
    }

    #[inline]
    fn view(&self) -> View<'_> {
        View::Array(self.len())
    }

    #[inline]
    fn encodable(&self) -> bool {
        self.iter().all(T::encodable)
    }
}

impl<T: Validate> Validate for BTreeMap<String, T> {
    fn check(&self, at: &At<'_>) {
        for (name, v) in self {
            v.check(&at.value(name));
        }
    }

    #[inline]
    fn view(&self) -> View<'_> {
        View::Object(self.len())
    }

    #[inline]
    fn encodable(&self) -> bool {
        self.values().all(T::encodable)
    }
}
