//! `string_enum!` and `value_enum!`

/// Wire table of an enum of strings.
///
/// `..Other` names a variant over `String` that takes every other text; without it the enum is
/// closed and refuses them.
///
/// ```
/// /// An order.
/// #[derive(Debug, PartialEq)]
/// pub enum Sort {
///     /// Upwards.
///     Ascending,
///     /// Newer than this code.
///     Other(String),
/// }
/// mcp_bindings_wire::string_enum! { Sort { Ascending = "asc", ..Other } }
///
/// let sort: Sort = mcp_bindings_wire::from_str("\"desc\"")?;
/// assert_eq!(sort, Sort::Other("desc".to_owned()));
/// assert_eq!(sort.as_str(), "desc");
/// # Ok::<(), mcp_bindings_wire::DecodeError>(())
/// ```
#[macro_export]
macro_rules! string_enum {
    ($T:ident $(at $place:literal)? $([$($whole:tt)*])? { $($v:ident = $w:literal,)* $(.. $other:ident)? }) => {
        impl $T {
            /// The text on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$v => $w,)*
                    $(Self::$other(text) => text,)?
                }
            }
        }
        const _: () = {
            use $crate::__private as __p;
            impl __p::StringEnum for $T {
                const NAMES: &'static [&'static str] = &[$($w),*];
                fn from_text(text: &str) -> ::core::option::Option<Self> {
                    match text {
                        $($w => ::core::option::Option::Some(Self::$v),)*
                        $(text => ::core::option::Option::Some(Self::$other(
                            ::std::borrow::ToOwned::to_owned(text),
                        )),)?
                        #[allow(unreachable_patterns)]
                        _ => ::core::option::Option::None,
                    }
                }
            }
            impl __p::serde::Serialize for $T {
                fn serialize<S: __p::serde::Serializer>(
                    &self,
                    s: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    s.serialize_str(self.as_str())
                }
            }
            impl $crate::Decode for $T {
                fn decode<'de, D: __p::serde::Deserializer<'de>>(
                    d: D,
                    at: &mut $crate::Trace,
                ) -> ::core::result::Result<Self, D::Error> {
                    __p::string_enum(d, at, __p::first(&[$($place)?]))
                }
            }
            impl $crate::Validate for $T {
                #[allow(unused_variables)]
                fn check(&self, at: &$crate::check::At<'_>) {
                    $crate::__whole!(self at $($place)? [$($($whole)*)?]);
                }
                fn view(&self) -> $crate::check::View<'_> {
                    $crate::check::View::Scalar(__p::Scalar::Text(self.as_str()))
                }
            }
            $crate::__deserialize!($T);
        };
    };
}

/// Wire table of a closed enum of JSON scalars of any kind. Numbers are compared by value: `1.0`
/// is `1`.
///
/// ```
/// /// How many lanes.
/// #[derive(Debug, PartialEq)]
/// pub enum Lanes {
///     /// `2`
///     Two,
///     /// `null`
///     Unknown,
///     /// `"auto"`
///     Auto,
/// }
/// mcp_bindings_wire::value_enum! { Lanes { Two = 2, Unknown = null, Auto = "auto", } }
///
/// assert_eq!(mcp_bindings_wire::from_str::<Lanes>("2.0")?, Lanes::Two);
/// # Ok::<(), mcp_bindings_wire::DecodeError>(())
/// ```
#[macro_export]
macro_rules! value_enum {
    ($T:ident $(at $place:literal)? $([$($whole:tt)*])? { $($v:ident = $($w:literal)? $(null)?,)* }) => {
        const _: () = {
            use $crate::__private as __p;
            impl $T {
                fn __scalar(&self) -> __p::Scalar<'static> {
                    match *self {
                        $(Self::$v => ::core::convert::From::from(($($w)?)),)*
                    }
                }
            }
            impl __p::ValueEnum for $T {
                #[allow(unused_variables)]
                fn from_scalar(scalar: __p::Scalar<'_>) -> ::core::option::Option<Self> {
                    $(if Self::$v.__scalar() == scalar {
                        return ::core::option::Option::Some(Self::$v);
                    })*
                    ::core::option::Option::None
                }
                fn known() -> ::std::vec::Vec<__p::Scalar<'static>> {
                    ::std::vec![$(Self::$v.__scalar()),*]
                }
            }
            impl __p::serde::Serialize for $T {
                fn serialize<S: __p::serde::Serializer>(
                    &self,
                    s: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    __p::serde::Serialize::serialize(&self.__scalar(), s)
                }
            }
            impl $crate::Decode for $T {
                fn decode<'de, D: __p::serde::Deserializer<'de>>(
                    d: D,
                    at: &mut $crate::Trace,
                ) -> ::core::result::Result<Self, D::Error> {
                    __p::value_enum(d, at, __p::first(&[$($place)?]))
                }
            }
            impl $crate::Validate for $T {
                #[allow(unused_variables)]
                fn check(&self, at: &$crate::check::At<'_>) {
                    $crate::__whole!(self at $($place)? [$($($whole)*)?]);
                }
                fn view(&self) -> $crate::check::View<'_> {
                    $crate::check::View::Scalar(self.__scalar())
                }
            }
            $crate::__deserialize!($T);
        };
    };
}
