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
            struct __At;
            #[allow(non_upper_case_globals, dead_code)]
            impl __At {
                $($(const $c: usize = __Index::$c as usize;)+)?
                $(const $f: usize = __Index::$f as usize;)*
            }
            const __NAMES: &[&str] = &[$($($cw,)+)? $($w,)*];
            const __PLACES: &[(usize, &str)] = &[$($((__At::$f, $field_place),)?)*];
            #[inline]
            fn __find(name: &str) -> ::core::option::Option<usize> {
                match name {
                    $($($cw => ::core::option::Option::Some(__At::$c),)+)?
                    $($w => ::core::option::Option::Some(__At::$f),)*
                    _ => ::core::option::Option::None,
                }
            }
            impl __p::Record for $T {
                const NAME: &'static str = ::core::stringify!($T);
                const PLACE: ::core::option::Option<&'static str> = __p::first(&[$($place)?]);
                #[allow(unused_mut, unused_variables)]
                fn from_members<'de, A: __p::serde::de::MapAccess<'de>>(
                    mut members: A,
                    at: &mut $crate::Trace,
                ) -> ::core::result::Result<Self, A::Error> {
                    $($(let mut $c = false;)+)?
                    $(let mut $f = ::core::option::Option::None;)*
                    $(let mut $rest = <_ as ::core::default::Default>::default();)?
                    while let ::core::option::Option::Some(key) =
                        $crate::__ok!(members.next_key_seed(__p::KeySeed(__find)))
                    {
                        match key {
                            __p::Key::Known(i) => {
                                let read: ::core::result::Result<(), A::Error> = match i {
                                    $($(__At::$c => $crate::codec::constant(
                                        &mut $c,
                                        &mut members,
                                        <__p::Scalar<'_> as ::core::convert::From<_>>::from(
                                            ($($cv)?)
                                        ),
                                        at,
                                    ),)+)?
                                    $(__At::$f => {
                                        $crate::codec::$word::read(&mut $f, &mut members, at)
                                    })*
                                    _ => ::core::result::Result::Ok(()),
                                };
                                if let ::core::result::Result::Err(e) = read {
                                    __p::in_member(at, i, __NAMES, __PLACES);
                                    return ::core::result::Result::Err(e);
                                }
                            }
                            __p::Key::Other(name) => {
                                $(
                                    $crate::__ok!($crate::codec::rest(
                                        &mut $rest, name, &mut members, at,
                                    ));
                                    continue;
                                )?
                                #[allow(unreachable_code)]
                                return ::core::result::Result::Err($crate::codec::unknown(
                                    at, &name, __NAMES));
                            }
                        }
                    }
                    $($(if !$c {
                        return ::core::result::Result::Err($crate::codec::missing($cw, at));
                    })+)?
                    ::core::result::Result::Ok(Self {
                        $($f: $crate::__ok!($crate::codec::$word::take($f, $w, at)),)*
                        $($rest)?
                    })
                }
            }
            impl __p::serde::Serialize for $T {
                fn serialize<S: __p::serde::Serializer>(
                    &self,
                    s: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    #[allow(unused_mut)]
                    let mut members =
                        $crate::__ok!(s.serialize_map(::core::option::Option::None));
                    $($($crate::__ok!(__p::serde::ser::SerializeMap::serialize_entry(
                        &mut members,
                        $cw,
                        &<__p::Scalar<'_> as ::core::convert::From<_>>::from(($($cv)?)),
                    ));)+)?
                    $($crate::__ok!($crate::codec::$word::put(&mut members, $w, &self.$f));)*
                    $($crate::__ok!($crate::codec::put_rest(&mut members, &self.$rest, __find));)?
                    __p::serde::ser::SerializeMap::end(members)
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

/// The checks of a member: most have none, and then the least code that checks what lies in them.
#[doc(hidden)]
#[macro_export]
macro_rules! __member_checks {
    ($v:ident $at:ident $f:ident $w:literal $word:ident [] []) => {
        $crate::codec::$word::check(&$v.$f, &$at.property($w, ""))
    };
    ($v:ident $at:ident $f:ident $w:literal $word:ident [$($place:literal)?] [$($check:tt)*]) => {{
        let (v, at) = (&$v.$f, &$at.property($w, ::core::concat!("" $(, $place)?)));
        $crate::__checks!(v at $($check)*);
        $crate::codec::$word::check(v, at);
    }};
}
