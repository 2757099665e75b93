//! `record!`

/// Wire table of a struct: which JSON object it is.
///
/// ```text
/// record! { Name at "/schema" [check(args)] (k: "wire" = literal, ..) {
///     field: "wire" WORD at "/schema" [check(args), items [check(args)], values [check(args)]],
///     ..rest [check(args)]
/// } }
/// ```
///
/// A WORD says when the member may be missing; whether it may be `null` is in the field's type:
///
/// | word | field | absent | `null` |
/// |---|---|---|---|
/// | `required` | `T` | refused | refused |
/// | `required` | `Option<T>` | refused | `None` |
/// | `optional` | `Option<T>` | `None` | refused |
/// | `optional` | `Option<Option<T>>` | `None` | `Some(None)` |
/// | `lenient` | `Option<T>` | `None` | `None`, never written |
/// | `string_list` | `Option<Vec<String>>`, which a lone string is read into too | `None` | `None`, never written |
/// | `defaulted` | `T: Default` | the default | the default |
/// | `foreign` | any serde type | refused | as its serde says |
/// | `foreign_optional` | `Option` of any serde type | `None` | as that type's serde says |
///
/// Places (`at`, a JSON pointer) and checks may be left out. The checks before the rows are those of the value as a whole. The
/// record's place is that of its schema; a field's is `properties/wire` in it, unless it has one of its own, and
/// `at("/schema")` among checks is the place of those after it. They are what errors name
/// ([`Violation::schema_pointer`](crate::Violation::schema_pointer)).
///
/// The parenthesised rows are constant members: required, without a field, compared by JSON value
/// (`1.0` is `1`), always written; a literal is a string, a number, a boolean or `null`.
/// `..rest` names the field that takes all other members, a `Map<String, Value>` or a
/// `BTreeMap<String, T>`; without it they are refused. Its checks are those of each value. The checks are the functions of
/// [`check`](crate::check).
///
/// ```
/// # use mcp_bindings_wire as wire;
/// /// A text block.
/// #[derive(Debug, PartialEq)]
/// pub struct Text {
///     /// The text.
///     pub text: String,
///     /// Everything else.
///     pub extra: wire::Map<String, wire::Value>,
/// }
/// wire::record! { Text (tag: "type" = "text") {
///     text: "text" required [max_length(100)],
///     ..extra
/// } }
///
/// let text: Text = wire::from_str(r#"{"type":"text","text":"hi","new":1}"#)?;
/// assert_eq!(text.extra["new"], 1);
/// assert!(wire::from_str::<Text>(r#"{"type":"image","text":"hi"}"#).is_err());
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[macro_export]
macro_rules! record {
    (
        $T:ident $(at $place:literal)? $([$($whole:tt)*])?
        $(( $($c:ident : $cw:literal = $($cv:literal)? $(null)?),+ $(,)? ))?
        {
            $($f:ident : $w:literal $word:ident $(at $field_place:literal)? $([$($check:tt)*])? ,)*
            $(.. $rest:ident $([$($rest_check:tt)*])?)?
        }
    ) => {
        const _: () = {
            use $crate::__private as __p;
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum __Index { $($($c,)+)? $($f,)* }
            #[inline]
            fn __find(name: &str) -> ::core::option::Option<usize> {
                match name {
                    $($($cw => ::core::option::Option::Some(__Index::$c as usize),)+)?
                    $($w => ::core::option::Option::Some(__Index::$f as usize),)*
                    _ => ::core::option::Option::None,
                }
            }
            static __TABLE: __p::Table<__Index> = __p::Table {
                find: __find,
                names: &[$($($cw,)+)? $($w,)*],
                places: &[$($((__Index::$f as usize, $field_place),)?)*],
                members: &[$($(__Index::$c,)+)? $(__Index::$f,)*],
            };
            impl __p::Record for $T {
                const NAME: &'static str = ::core::stringify!($T);
                const PLACE: ::core::option::Option<&'static str> = __p::first(&[$($place)?]);
                #[allow(unused_mut, unused_variables, unreachable_code)]
                fn read<M: __p::Reading>(members: &mut M) -> ::core::option::Option<Self> {
                    $($(let mut $c = false;)+)?
                    $(let mut $f = ::core::option::Option::None;)*
                    $(let mut $rest = <_ as ::core::default::Default>::default();)?
                    while let ::core::option::Option::Some(member) =
                        $crate::__next!(members __TABLE $($rest)?)
                    {
                        match *member {
                            $($(__Index::$c => members.constant(
                                &mut $c,
                                <__p::Scalar<'_> as ::core::convert::From<_>>::from(($($cv)?)),
                            ),)+)?
                            $(__Index::$f => members.$word(&mut $f),)*
                        }
                    }
                    $($(if !$c {
                        return members.missing($cw);
                    })+)?
                    ::core::option::Option::Some(Self {
                        $($f: $crate::__take!($word $f $w members),)*
                        $($rest)?
                    })
                }
                fn write<M: __p::Writing>(&self, members: &mut M) {
                    $($(members.constant(
                        $cw,
                        <__p::Scalar<'_> as ::core::convert::From<_>>::from(($($cv)?)),
                    );)+)?
                    $(members.$word($w, &self.$f);)*
                    $(members.rest(&self.$rest, __find);)?
                }
            }
            impl __p::serde::Serialize for $T {
                fn serialize<S: __p::serde::Serializer>(
                    &self,
                    s: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    __p::write_record(self, s)
                }
            }
            impl $crate::Decode for $T {
                fn decode<'de, D: __p::serde::Deserializer<'de>>(
                    d: D,
                    at: &mut $crate::Trace,
                ) -> ::core::result::Result<Self, D::Error> {
                    __p::record(d, at)
                }
            }
            impl $crate::Validate for $T {
                #[allow(unused_variables)]
                fn check(&self, at: &$crate::check::At<'_>) {
                    $(let at = &at.based($place);)?
                    $($crate::__whole!(self at [$($whole)*]);)?
                    $($crate::__member_checks!(
                        self at $f $w $word [$($field_place)?] [$($($check)*)?]
                    );)*
                    $(
                        $({
                            let v = &self.$rest;
                            $crate::__checks!(v at values [$($rest_check)*]);
                        })?
                        $crate::codec::check_rest(&self.$rest, at, __find);
                    )?
                }
            }
            $crate::__deserialize!($T);
        };
    };
}

/// The next member of a record with or without a map for others.
#[doc(hidden)]
#[macro_export]
macro_rules! __next {
    ($members:ident $table:ident) => {
        $members.next(&$table)
    };
    ($members:ident $table:ident $rest:ident) => {
        $members.next_besides(&$table, &mut $rest)
    };
}

/// What a slot holds when all members are read.
#[doc(hidden)]
#[macro_export]
macro_rules! __take {
    (optional $f:ident $w:literal $members:ident) => {
        $f
    };
    (foreign_optional $f:ident $w:literal $members:ident) => {
        $f
    };
    (lenient $f:ident $w:literal $members:ident) => {
        ::core::option::Option::flatten($f)
    };
    (string_list $f:ident $w:literal $members:ident) => {
        ::core::option::Option::flatten($f)
    };
    (defaulted $f:ident $w:literal $members:ident) => {
        ::core::option::Option::unwrap_or_default(::core::option::Option::flatten($f))
    };
    ($word:ident $f:ident $w:literal $members:ident) => {
        match $f {
            ::core::option::Option::Some(value) => value,
            ::core::option::Option::None => return $members.missing($w),
        }
    };
}

/// The checks of a member: most have none, and then the least code that checks what lies in them.
#[doc(hidden)]
#[macro_export]
macro_rules! __member_checks {
    ($v:ident $at:ident $f:ident $w:literal $word:ident [] []) => {
        $crate::codec::check::$word(&$v.$f, $at, $w, "")
    };
    ($v:ident $at:ident $f:ident $w:literal $word:ident [$($place:literal)?] [$($check:tt)*]) => {{
        {
            let (v, at) = (&$v.$f, &$at.property($w, ::core::concat!("" $(, $place)?)));
            $crate::__checks!(v at $($check)*);
        }
        $crate::codec::check::$word(&$v.$f, $at, $w, ::core::concat!("" $(, $place)?));
    }};
}
