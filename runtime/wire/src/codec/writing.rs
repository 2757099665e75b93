//! The members of an object, as the wire tables write them.
use super::{Rest, not_finite};
use crate::Validate;
use crate::scalar::Scalar;
use serde_core::ser::{Serialize, SerializeMap};

/// What a record writes its members to. A failure is kept, and nothing is written after it.
pub trait Writing {
    /// Writes a member as its type's own serde does.
    fn foreign<T: Serialize>(&mut self, name: &'static str, value: &T);
    /// Writes a member.
    fn required<T: Serialize + Validate>(&mut self, name: &'static str, value: &T);
    /// Writes the undeclared members. A declared one of the same name wins, so that no name is written twice.
    fn rest<R: Rest>(&mut self, rest: &R, find: fn(&str) -> Option<usize>);
    /// Writes a constant member.
    fn constant(&mut self, name: &'static str, value: Scalar<'static>) {
        self.foreign(name, &value);
    }
    /// Writes a member that is there.
    #[inline]
    fn optional<T: Serialize + Validate>(&mut self, name: &'static str, value: &Option<T>) {
        if let Some(value) = value {
            self.required(name, value);
        }
    }
    /// Writes a member that is there.
    #[inline]
    fn lenient<T: Serialize + Validate>(&mut self, name: &'static str, value: &Option<T>) {
        self.optional(name, value);
    }
    /// Writes a member.
    #[inline]
    fn defaulted<T: Serialize + Validate>(&mut self, name: &'static str, value: &T) {
        self.required(name, value);
    }
    /// Writes a member that is there.
    #[inline]
    fn string_list(&mut self, name: &'static str, value: &Option<Vec<String>>) {
        self.optional(name, value);
    }
    /// Writes a member that is there as its type's own serde does.
    #[inline]
    fn foreign_optional<T: Serialize>(&mut self, name: &'static str, value: &Option<T>) {
        if let Some(value) = value {
            self.foreign(name, value);
        }
    }
}

/// An object's members into any format of serde's.
pub(crate) struct Writer<M: SerializeMap> {
    members: M,
    failed: Option<M::Error>,
}

impl<M: SerializeMap> Writer<M> {
    pub(crate) fn new(members: M) -> Self {
        Self { members, failed: None }
    }

    pub(crate) fn end(self) -> Result<M::Ok, M::Error> {
        match self.failed {
            Some(e) => Err(e),
            None => self.members.end(),
        }
    }

    #[inline]
    fn entry<T: Serialize>(&mut self, name: &str, value: &T) {
        if self.failed.is_none() {
            self.failed = self.members.serialize_entry(name, value).err();
        }
    }

    #[inline]
    fn finite<T: Serialize + Validate>(&mut self, name: &str, value: &T) {
        if value.encodable() {
            self.entry(name, value);
        } else if self.failed.is_none() {
            self.failed = Some(not_finite());
        }
    }
}

impl<M: SerializeMap> Writing for Writer<M> {
    #[inline]
    fn foreign<T: Serialize>(&mut self, name: &'static str, value: &T) {
        self.entry(name, value);
    }

    #[inline]
    fn required<T: Serialize + Validate>(&mut self, name: &'static str, value: &T) {
        self.finite(name, value);
    }

    fn rest<R: Rest>(&mut self, rest: &R, find: fn(&str) -> Option<usize>) {
        for (name, value) in rest.members().filter(|(name, _)| find(name).is_none()) {
            self.finite(name, value);
        }
    }
}
