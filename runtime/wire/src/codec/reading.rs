//! The members of an object, as the wire tables read them.
use super::{
    Rest, constant::Constant, duplicate, missing, rest::rest, rest::unknown, string_list::OneOrMany,
};
use crate::decode::Seed;
use crate::record::{Key, KeySeed, Table};
use crate::scalar::Scalar;
use crate::{Decode, Trace};
use serde_core::de::{DeserializeOwned, MapAccess};

/// What a record reads its members from.
///
/// Neither the format's lifetime nor its error is in sight, and nothing returns a `Result`: a failure is kept, the members end
/// with it, and who started the reading finds it. A compiler spends most of its time on a table on exactly these.
pub trait Reading {
    /// The next declared member; any other is refused.
    fn next<I>(&mut self, table: &Table<I>) -> Option<&'static I>;
    /// The next declared member; any other goes into the map.
    fn next_besides<I, R: Rest>(&mut self, table: &Table<I>, others: &mut R) -> Option<&'static I>;
    /// Reads the value of the member at hand, which must be the constant.
    fn constant(&mut self, seen: &mut bool, value: Scalar<'static>);
    /// Reads the value of the member at hand.
    fn required<T: Decode>(&mut self, slot: &mut Option<T>);
    /// The same: only an empty slot means something else.
    #[inline]
    fn optional<T: Decode>(&mut self, slot: &mut Option<T>) {
        self.required(slot);
    }
    /// The same: only an empty slot and `null` mean something else.
    #[inline]
    fn lenient<T: Decode>(&mut self, slot: &mut Option<T>) {
        self.required(slot);
    }
    /// The same: only an empty slot and `null` mean something else.
    #[inline]
    fn defaulted<T: Decode>(&mut self, slot: &mut Option<T>) {
        self.required(slot);
    }
    /// Reads a list of strings; a string counts as a list of one.
    fn string_list(&mut self, slot: &mut Option<Option<Vec<String>>>);
    /// Reads the value of the member at hand as its type's own serde does.
    fn foreign<T: DeserializeOwned>(&mut self, slot: &mut Option<T>);
    /// The same: only an empty slot means something else.
    #[inline]
    fn foreign_optional<T: DeserializeOwned>(&mut self, slot: &mut Option<T>) {
        self.foreign(slot);
    }
    /// Fails since there is no such member.
    fn missing<T>(&mut self, name: &'static str) -> Option<T>;
}

/// An object's members out of any format of serde's.
pub(crate) struct Reader<'a, 'de, A: MapAccess<'de>> {
    members: A,
    at: &'a mut Trace,
    /// The member at hand.
    member: usize,
    failed: Option<A::Error>,
}

impl<'a, 'de, A: MapAccess<'de>> Reader<'a, 'de, A> {
    pub(crate) fn new(members: A, at: &'a mut Trace) -> Self {
        Self { members, at, member: 0, failed: None }
    }

    /// The failure, if there was one.
    pub(crate) fn failed(self) -> Option<A::Error> {
        self.failed
    }

    #[inline]
    fn key<I>(&mut self, table: &Table<I>) -> Option<Key<'de>> {
        if self.failed.is_some() {
            table.failed(self.at, self.member);
            return None;
        }
        match self.members.next_key_seed(KeySeed(table.find)) {
            Ok(Some(Key::Known(member))) => {
                self.member = member;
                Some(Key::Known(member))
            }
            Ok(key) => key,
            Err(e) => {
                self.failed = Some(e);
                None
            }
        }
    }
}

impl<'de, A: MapAccess<'de>> Reading for Reader<'_, 'de, A> {
    #[inline]
    fn next<I>(&mut self, table: &Table<I>) -> Option<&'static I> {
        match self.key(table)? {
            Key::Known(member) => table.members.get(member),
            Key::Other(name) => {
                self.failed = Some(unknown(self.at, &name, table.names));
                None
            }
        }
    }

    #[inline]
    fn next_besides<I, R: Rest>(&mut self, table: &Table<I>, others: &mut R) -> Option<&'static I> {
        loop {
            match self.key(table)? {
                Key::Known(member) => return table.members.get(member),
                Key::Other(name) => {
                    if let Err(e) = rest(others, name, &mut self.members, self.at) {
                        self.failed = Some(e);
                        return None;
                    }
                }
            }
        }
    }

    #[inline]
    fn constant(&mut self, seen: &mut bool, value: Scalar<'static>) {
        if std::mem::replace(seen, true) {
            self.failed = Some(duplicate(self.at));
        } else if let Err(e) = self.members.next_value_seed(Constant(value)) {
            self.at.broke("const");
            self.failed = Some(e);
        }
    }

    #[inline]
    fn required<T: Decode>(&mut self, slot: &mut Option<T>) {
        if slot.is_some() {
            self.failed = Some(duplicate(self.at));
            return;
        }
        match self.members.next_value_seed(Seed::new(self.at)) {
            Ok(value) => *slot = Some(value),
            Err(e) => self.failed = Some(e),
        }
    }

    fn string_list(&mut self, slot: &mut Option<Option<Vec<String>>>) {
        if slot.is_some() {
            self.failed = Some(duplicate(self.at));
            return;
        }
        match self.members.next_value_seed(OneOrMany(self.at)) {
            Ok(value) => *slot = Some(value),
            Err(e) => self.failed = Some(e),
        }
    }

    #[inline]
    fn foreign<T: DeserializeOwned>(&mut self, slot: &mut Option<T>) {
        if slot.is_some() {
            self.failed = Some(duplicate(self.at));
            return;
        }
        match self.members.next_value() {
            Ok(value) => *slot = Some(value),
            Err(e) => self.failed = Some(e),
        }
    }

    #[cold]
    fn missing<T>(&mut self, name: &'static str) -> Option<T> {
        if self.failed.is_none() {
            self.failed = Some(missing(name, self.at));
        }
        None
    }
}
