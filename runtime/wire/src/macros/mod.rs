//! The wire tables' macros. What they write is kept small, since a crate may hold thousands: all
//! bulk is in functions of this crate.
//!
//! Hygiene: `macro_rules!` keeps its own local variables apart from the caller's, but not items,
//! so that every item written here sits in a `const _` block and begins with two underscores, and
//! every path is absolute.
mod enums;
mod newtype;
mod record;
mod results;
mod tuple;
mod union;

/// Generated code is of its user's edition, the tests are of this crate's.
#[cfg(doctest)]
#[doc = concat!("```edition2021\n", include_str!("../../tests/names/mod.rs"), "\n```")]
struct Edition2021;

/// The value of a `Result`, whose error is returned as it is. `?` does the same, and more: it asks for a conversion each
/// time, which is a quarter of the time that a compiler needs for a table.
#[doc(hidden)]
#[macro_export]
macro_rules! __ok {
    ($result:expr) => {
        match $result {
            ::core::result::Result::Ok(value) => value,
            ::core::result::Result::Err(error) => return ::core::result::Result::Err(error),
        }
    };
}

/// serde's `Deserialize` by way of `Decode`.
#[doc(hidden)]
#[macro_export]
macro_rules! __deserialize {
    ($T:ident) => {
        impl<'de> __p::serde::Deserialize<'de> for $T {
            fn deserialize<D: __p::serde::Deserializer<'de>>(
                d: D,
            ) -> ::core::result::Result<Self, D::Error> {
                __p::deserialize(d)
            }
        }
    };
}

/// The place of a type's schema and the checks of its values as a whole.
#[doc(hidden)]
#[macro_export]
macro_rules! __whole {
    ($v:ident $at:ident $($place:literal)? []) => {};
    ($v:ident $at:ident $($place:literal)? [$($whole:tt)*]) => {
        $(let $at = &$at.based($place);)?
        {
            let v = $v;
            $crate::__checks!(v $at $($whole)*);
        }
    };
}

/// The checks of one member. A new keyword needs a function, no grammar; only a pattern and a
/// schema want a place to be kept compiled in.
#[doc(hidden)]
#[macro_export]
macro_rules! __checks {
    ($v:ident $at:ident) => {};
    ($v:ident $at:ident items [$($inner:tt)*] $(, $($more:tt)*)?) => {
        $crate::check::each_item($v, $at, |$v, $at| { $crate::__checks!($v $at $($inner)*); });
        $($crate::__checks!($v $at $($more)*);)?
    };
    ($v:ident $at:ident values [$($inner:tt)*] $(, $($more:tt)*)?) => {
        $crate::check::each_value($v, $at, |$v, $at| { $crate::__checks!($v $at $($inner)*); });
        $($crate::__checks!($v $at $($more)*);)?
    };
    ($v:ident $at:ident at ($place:literal) $(, $($more:tt)*)?) => {
        {
            let $at = &$at.based($place);
            $($crate::__checks!($v $at $($more)*);)?
        }
    };
    ($v:ident $at:ident schema ($schema:expr) $(, $($more:tt)*)?) => {
        {
            static __COMPILED: $crate::check::Compiled = $crate::check::Compiled::new();
            $crate::check::schema($v, $at, &__COMPILED, || $schema);
        }
        $($crate::__checks!($v $at $($more)*);)?
    };
    ($v:ident $at:ident pattern ($pattern:expr) $(, $($more:tt)*)?) => {
        {
            static __PATTERN: $crate::check::Pattern = $crate::check::Pattern::new($pattern);
            $crate::check::pattern($v, $at, &__PATTERN);
        }
        $($crate::__checks!($v $at $($more)*);)?
    };
    ($v:ident $at:ident $check:ident ($($arg:expr),*) $(, $($more:tt)*)?) => {
        $crate::check::$check($v, $at, $($arg),*);
        $($crate::__checks!($v $at $($more)*);)?
    };
}
