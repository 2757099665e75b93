//! Enums of known values, and how errors list what is known.
use crate::Trace;
use crate::scalar::{self, Accept, Scalar};
use serde_core::de::{self, Deserializer, Visitor};
use std::fmt;

/// An enum of strings.
pub trait StringEnum: Sized {
    /// The known texts.
    const NAMES: &'static [&'static str];
    /// The variant of a text.
    fn from_text(text: &str) -> Option<Self>;
}

struct TextVisitor<T>(std::marker::PhantomData<T>);

impl<T: StringEnum> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", OneOf(T::NAMES))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

/// Reads an enum of strings.
pub fn string_enum<'de, T: StringEnum, D: Deserializer<'de>>(
    d: D,
    at: &mut Trace,
    place: Option<&'static str>,
) -> Result<T, D::Error> {
    let read = d.deserialize_str(TextVisitor(std::marker::PhantomData));
    read.inspect_err(|_| refused(at, T::NAMES.len(), place))
}

#[cold]
fn refused(at: &mut Trace, known: usize, place: Option<&'static str>) {
    at.broke(if known == 1 { "const" } else { "enum" });
    at.under(place);
}

/// An enum of scalars of any kind.
pub trait ValueEnum: Sized {
    /// The variant of a scalar.
    fn from_scalar(scalar: Scalar<'_>) -> Option<Self>;
    /// The known scalars.
    fn known() -> Vec<Scalar<'static>>;
}

struct KnownValues<T>(std::marker::PhantomData<T>);

impl<T: ValueEnum> Accept for KnownValues<T> {
    type Output = T;

    fn accept(&self, scalar: Scalar<'_>) -> Option<T> {
        T::from_scalar(scalar)
    }

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", OneOf(&T::known()))
    }
}

/// Reads an enum of scalars.
pub fn value_enum<'de, T: ValueEnum, D: Deserializer<'de>>(
    d: D,
    at: &mut Trace,
    place: Option<&'static str>,
) -> Result<T, D::Error> {
    let read = scalar::read(d, KnownValues(std::marker::PhantomData));
    read.inspect_err(|_| refused(at, T::known().len(), place))
}

/// Lists what is known, a long list in part.
pub(crate) struct OneOf<'a, T>(pub(crate) &'a [T]);

const LISTED: usize = 20;

impl<T: fmt::Display> fmt::Display for OneOf<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, known) in self.0.iter().take(LISTED).enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "`{known}`")?;
        }
        match self.0.len().checked_sub(LISTED) {
            Some(more) if more > 0 => write!(f, " and {more} more"),
            _ => Ok(()),
        }
    }
}
