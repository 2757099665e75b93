//! Tuples: arrays whose elements have types of their own.
use crate::Trace;
use crate::check::At;
use crate::codec::element::{Checker, Reader, Writer};
use serde_core::de::{Deserializer, SeqAccess, Visitor};
use serde_core::ser::Serializer;
use std::fmt;
use std::marker::PhantomData;

/// A tuple struct that reads itself from an array's elements.
pub trait Tuple: TuplePlace {
    /// The type's name, for errors.
    const NAME: &'static str;

    /// Reads all elements.
    fn from_elements<'de, A: SeqAccess<'de>>(elements: Reader<'_, A>) -> Result<Self, A::Error>;
}

/// Where a tuple's schema stands.
pub trait TuplePlace: Sized {
    /// The pointer.
    const PLACE: Option<&'static str>;
}

/// A tuple whose elements are validated one by one.
pub trait Elements {
    /// Gives each element to the walk.
    fn check_each(&self, elements: &mut Checker<'_, '_>);
}

/// Validates each element.
pub fn check_elements<T: Elements>(tuple: &T, at: &At<'_>) {
    tuple.check_each(&mut Checker::new(at));
}

struct TupleVisitor<'a, T>(&'a mut Trace, PhantomData<T>);

impl<'de, T: Tuple> Visitor<'de> for TupleVisitor<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array ({})", T::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<T, A::Error> {
        T::from_elements(Reader::new(seq, self.0))
    }
}

/// Reads a tuple.
pub fn tuple<'de, T: Tuple, D: Deserializer<'de>>(d: D, at: &mut Trace) -> Result<T, D::Error> {
    let read = d.deserialize_seq(TupleVisitor(&mut *at, PhantomData));
    read.inspect_err(|_| at.under(T::PLACE))
}

/// Begins the array that a tuple is written to.
pub fn writer<S: Serializer>(s: S) -> Result<Writer<S::SerializeSeq>, S::Error> {
    s.serialize_seq(None).map(Writer::new)
}
