//! `union!`

/// Wire table of a union: which alternative a JSON value is.
///
/// ```text
/// union! { T at "/schema" "anyOf" [check(args)] by "type" { A = "a", B = "b" | "c", absent A, ..Other } }
/// union! { T by kind { A: string [min_length(1)], B: object } }
/// union! { T by members { A: ["x", "y/z"], B: ["type" = "b"] } }
/// union! { T by trial { A, B } }
/// ```
///
/// - By a member that names the alternative. `absent A` reads an object without it as `A`;
///   `..Other`, a variant over `Value`, takes names that the table lacks.
/// - By the kind of value: `null`, `boolean`, `integer`, `number`, `string`, `array`, `object`.
/// - By members: each row lists tests, a member that is there (`null` counts) or that has a
///   value; `a/b` is the member `b` of the object `a`. The first row whose tests all hold decides.
/// - By trial: each alternative is decoded and validated. Of those that are valid, or else of
///   those that decode at all, the one that knows most of the value's members is taken, the first
///   of equals.
///
/// The place of the schema, with the keyword that lists the alternatives, and the checks of the value as a whole may be left out.
///
/// Rows by kind and by trial take the checks that a row of [`record!`](crate::record!) takes.
///
/// ```
/// /// One name or many.
/// #[derive(Debug, PartialEq)]
/// pub enum Names {
///     /// One.
///     One(String),
///     /// Many.
///     Many(Vec<String>),
/// }
/// mcp_bindings_wire::union! { Names by kind { One: string, Many: array } }
///
/// let names: Names = mcp_bindings_wire::from_str(r#"["a"]"#)?;
/// assert_eq!(names, Names::Many(vec!["a".to_owned()]));
/// # Ok::<(), mcp_bindings_wire::DecodeError>(())
/// ```
#[macro_export]
macro_rules! union {
    ($T:ident $(at $place:literal $keyword:literal)? $([$($whole:tt)*])? by kind { $($v:ident : $kind:ident $([$($check:tt)*])?),* $(,)? }) => {
        const _: () = {
            use $crate::__private as __p;
            impl __p::ByKind for $T {
                const KINDS: &'static [&'static str] = &[$(::core::stringify!($kind)),*];
                $(fn $kind<'de, D: __p::serde::Deserializer<'de>>(
                    d: D,
                    at: &mut $crate::Trace,
                ) -> ::core::result::Result<Self, D::Error> {
                    $crate::Decode::decode(d, at).map(Self::$v)
                })*
            }
            $crate::__union!($T [$($place $keyword)?] [$($($whole)*)?] by_kind [$($v [$($($check)*)?])*]);
        };
    };
    ($T:ident $(at $place:literal $keyword:literal)? $([$($whole:tt)*])? by members {
        $($v:ident : [$($m:literal $(= $($value:literal)? $(null)?)?),* $(,)?]),* $(,)?
    }) => {
        const _: () = {
            use $crate::__private as __p;
            impl __p::ByMembers for $T {
                fn pick<E: __p::serde::de::Error>(
                    object: &mut __p::Members,
                    at: &mut $crate::Trace,
                ) -> ::core::option::Option<::core::result::Result<Self, E>> {
                    $(if object.fits(::core::stringify!($v), &[$(__p::Test {
                        path: $m,
                        value: __p::test_value([
                            $(::core::convert::From::from(($($value)?)))?
                        ]),
                    }),*]) {
                        return ::core::option::Option::Some(object.decode(at).map(Self::$v));
                    })*
                    ::core::option::Option::None
                }
            }
            $crate::__union!($T [$($place $keyword)?] [$($($whole)*)?] by_members [$($v [])*]);
        };
    };
    ($T:ident $(at $place:literal $keyword:literal)? $([$($whole:tt)*])? by trial { $($v:ident $([$($check:tt)*])?),* $(,)? }) => {
        const _: () = {
            use $crate::__private as __p;
            impl __p::ByTrial for $T {
                fn attempt(trials: &mut __p::Trials<'_, Self>) {
                    $(trials.alternative(::core::stringify!($v), Self::$v);)*
                }
            }
            $crate::__union!($T [$($place $keyword)?] [$($($whole)*)?] by_trial [$($v [$($($check)*)?])*]);
        };
    };
    // A row is `V = "x" | "y"` or `absent V`.
    ($T:ident $(at $place:literal $keyword:literal)? $([$($whole:tt)*])? by $tag:literal {
        $($v:ident $(= $($w:literal)|+)? $($absent:ident)?,)* $(.. $other:ident)?
    }) => {
        $crate::__union_by_tag! {
            $T [$($place $keyword)?] [$($($whole)*)?] $tag [$($($v = $($w)|+,)?)*] [$($($absent)?)*] [$($other)?]
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __union_by_tag {
    (
        $T:ident $place:tt $whole:tt $tag:literal
        [$($v:ident = $($w:literal)|+,)*] [$($absent:ident)*] [$($other:ident)?]
    ) => {
        const _: () = {
            use $crate::__private as __p;
            enum __Index { $($v,)* $($other,)? }
            struct __At;
            #[allow(non_upper_case_globals, dead_code)]
            impl __At {
                $(const $v: usize = __Index::$v as usize;)*
                $(const $other: usize = __Index::$other as usize;)?
            }
            impl __p::Tagged for $T {
                const TAG: &'static str = $tag;
                const KNOWN: &'static [&'static str] = &[$($($w,)+)*];
                const OTHER: ::core::option::Option<usize> = __p::first(&[$(__At::$other)?]);
                const ABSENT: bool = !::core::concat!($(::core::stringify!($absent))*).is_empty();
                fn variant(tag: &str) -> ::core::option::Option<usize> {
                    match tag {
                        $($($w)|+ => ::core::option::Option::Some(__At::$v),)*
                        _ => ::core::option::Option::None,
                    }
                }
                fn decode_as<'de, D: __p::serde::Deserializer<'de>, S: __p::Sink<Self>>(
                    variant: usize,
                    d: D,
                    at: &mut $crate::Trace,
                    into: &mut S,
                ) -> ::core::result::Result<(), D::Error> {
                    match variant {
                        $(__At::$v => into.put(Self::$v($crate::__ok!($crate::Decode::decode(d, at)))),)*
                        $(__At::$other => into.put(Self::$other($crate::__ok!($crate::Decode::decode(d, at)))),)?
                        $(__p::ABSENT => into.put(Self::$absent($crate::__ok!($crate::Decode::decode(d, at)))),)*
                        _ => {
                            return ::core::result::Result::Err($crate::codec::missing($tag, at));
                        }
                    }
                    ::core::result::Result::Ok(())
                }
            }
            $crate::__union!($T $place $whole tagged tagged_into [$($v [])* $($other [])? $($absent [])*]);
        };
    };
}

/// The place of a union's schema and the keyword that lists its alternatives, where they are known.
#[doc(hidden)]
#[macro_export]
macro_rules! __alternatives {
    ([]) => {
        ::core::option::Option::None
    };
    ([$place:literal $keyword:literal]) => {
        ::core::option::Option::Some(($place, $keyword))
    };
}

/// What all unions have alike.
#[doc(hidden)]
#[macro_export]
macro_rules! __union {
    ($T:ident $place:tt $whole:tt $decode:ident $($decode_into:ident)? [$($v:ident [$($check:tt)*])*]) => {
        impl $crate::Decode for $T {
            $(fn decode_onto<'de, D: __p::serde::Deserializer<'de>>(
                d: D,
                at: &mut $crate::Trace,
                list: &mut ::std::vec::Vec<Self>,
            ) -> ::core::result::Result<(), D::Error> {
                let read = __p::$decode_into(d, at, list);
                __p::noted(read, at, $crate::__alternatives!($place))
            })?
            fn decode<'de, D: __p::serde::Deserializer<'de>>(
                d: D,
                at: &mut $crate::Trace,
            ) -> ::core::result::Result<Self, D::Error> {
                let read = __p::$decode(d, at);
                __p::noted(read, at, $crate::__alternatives!($place))
            }
        }
        $crate::__union_out!($T $place $whole [$($v [$($check)*])*]);
        $crate::__deserialize!($T);
    };
}

/// Writing and validating, which all enums over types have alike.
#[doc(hidden)]
#[macro_export]
macro_rules! __union_out {
    ($T:ident [$($place:literal $keyword:literal)?] [$($whole:tt)*] [$($v:ident [$($check:tt)*])*]) => {
        impl __p::serde::Serialize for $T {
            // A variant may be listed by its tag and as the one without.
            #[allow(unreachable_patterns)]
            fn serialize<S: __p::serde::Serializer>(
                &self,
                s: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                match self {
                    $(Self::$v(v) => $crate::codec::put(v, s),)*
                }
            }
        }
        impl $crate::Validate for $T {
            #[allow(unreachable_patterns, unused_variables)]
            fn check(&self, at: &$crate::check::At<'_>) {
                $(let at = &at.based($place);)?
                $crate::__whole!(self at [$($whole)*]);
                match self {
                    $(Self::$v(v) => {
                        $crate::__checks!(v at $($check)*);
                        $crate::Validate::check(v, at);
                    })*
                }
            }
            #[allow(unreachable_patterns)]
            fn view(&self) -> $crate::check::View<'_> {
                match self {
                    $(Self::$v(v) => $crate::Validate::view(v),)*
                }
            }
        }
    };
}
