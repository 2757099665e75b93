//! Elements of a tuple, one module a presence: `required`, `optional` (may be missing at the
//! end), `rest` (a list of all that follow).
use super::not_finite;
use crate::decode::Seed;
use crate::{Decode, Trace};
use serde_core::de::{self, SeqAccess};
use serde_core::ser;

/// The array that a tuple is read from.
#[derive(Debug)]
pub struct Reader<'a, A> {
    seq: A,
    read: usize,
    at: &'a mut Trace,
}

impl<'de, 'a, A: SeqAccess<'de>> Reader<'a, A> {
    pub(crate) fn new(seq: A, at: &'a mut Trace) -> Self {
        Self { seq, read: 0, at }
    }

    fn next<T: Decode>(&mut self) -> Result<Option<T>, A::Error> {
        match self.seq.next_element_seed(Seed::new(self.at)) {
            Ok(element) => {
                self.read += usize::from(element.is_some());
                Ok(element)
            }
            Err(e) => {
                self.at.push_element(self.read);
                Err(e)
            }
        }
    }

    /// Refuses further elements.
    pub fn end(mut self) -> Result<(), A::Error> {
        if self.seq.next_element::<de::IgnoredAny>()?.is_none() {
            return Ok(());
        }
        self.at.push_refused(self.read.to_string());
        self.at.broke("items");
        Err(de::Error::custom(format_args!("element not allowed here, expected {}", self.read)))
    }
}

/// The array that a tuple is written to.
#[derive(Debug)]
pub struct Writer<S> {
    seq: S,
    gap: bool,
}

impl<S: ser::SerializeSeq> Writer<S> {
    pub(crate) fn new(seq: S) -> Self {
        Self { seq, gap: false }
    }

    fn add<T: ser::Serialize + crate::Validate>(&mut self, element: &T) -> Result<(), S::Error> {
        if self.gap {
            return Err(ser::Error::custom("an element after a missing one"));
        }
        if !element.encodable() {
            return Err(not_finite());
        }
        self.seq.serialize_element(element)
    }

    pub fn end(self) -> Result<S::Ok, S::Error> {
        self.seq.end()
    }
}

/// The walk of a tuple's validation.
#[derive(Debug)]
pub struct Checker<'a, 'b> {
    at: &'a crate::check::At<'b>,
    index: usize,
    gap: bool,
}

impl<'a, 'b> Checker<'a, 'b> {
    pub fn new(at: &'a crate::check::At<'b>) -> Self {
        Self { at, index: 0, gap: false }
    }

    fn next<T: crate::Validate>(&mut self, element: &T) {
        self.step(element, self.at.element(self.index));
    }

    fn step<T: crate::Validate>(&mut self, element: &T, at: crate::check::At<'_>) {
        if self.gap {
            at.report("prefixItems", format_args!("an element after a missing one"));
        }
        element.check(&at);
        self.index += 1;
    }
}

pub mod required {
    //! The element must be present.
    use super::{Checker, Reader, Writer};
    use crate::{Decode, Validate};
    use serde_core::de::{Error, SeqAccess};
    use serde_core::ser::{Serialize, SerializeSeq};

    pub fn read<'de, A: SeqAccess<'de>, T: Decode>(r: &mut Reader<'_, A>) -> Result<T, A::Error> {
        if let Some(element) = r.next()? {
            return Ok(element);
        }
        r.at.broke("minItems");
        Err(A::Error::custom(format_args!("missing element {}", r.read)))
    }

    pub fn put<S: SerializeSeq, T: Serialize + Validate>(
        w: &mut Writer<S>,
        element: &T,
    ) -> Result<(), S::Error> {
        w.add(element)
    }

    pub fn check<T: Validate>(c: &mut Checker<'_, '_>, element: &T) {
        c.next(element);
    }
}

pub mod optional {
    //! The element may be missing, and then so must be all that follow.
    use super::{Checker, Reader, Writer};
    use crate::{Decode, Validate};
    use serde_core::de::SeqAccess;
    use serde_core::ser::{Serialize, SerializeSeq};

    pub fn read<'de, A: SeqAccess<'de>, T: Decode>(
        r: &mut Reader<'_, A>,
    ) -> Result<Option<T>, A::Error> {
        r.next()
    }

    pub fn put<S: SerializeSeq, T: Serialize + Validate>(
        w: &mut Writer<S>,
        element: &Option<T>,
    ) -> Result<(), S::Error> {
        match element {
            Some(element) => w.add(element)?,
            None => w.gap = true,
        }
        Ok(())
    }

    pub fn check<T: Validate>(c: &mut Checker<'_, '_>, element: &Option<T>) {
        match element {
            Some(element) => c.next(element),
            None => c.gap = true,
        }
    }
}

pub mod rest {
    //! All elements that follow.
    use super::{Checker, Reader, Writer};
    use crate::{Decode, Validate};
    use serde_core::de::SeqAccess;
    use serde_core::ser::{Serialize, SerializeSeq};

    pub fn read<'de, A: SeqAccess<'de>, T: Decode>(
        r: &mut Reader<'_, A>,
    ) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = r.next()? {
            list.push(element);
        }
        Ok(list)
    }

    pub fn put<S: SerializeSeq, T: Serialize + Validate>(
        w: &mut Writer<S>,
        list: &[T],
    ) -> Result<(), S::Error> {
        list.iter().try_for_each(|element| w.add(element))
    }

    pub fn check<T: Validate>(c: &mut Checker<'_, '_>, list: &[T]) {
        for element in list {
            let at = c.at.index(c.index);
            c.step(element, at);
        }
    }
}
