//! `results!`

/// Wire table of the results of a protocol's requests: nothing in a result says what it is, so it is read by the method of
/// the request that it answers.
///
/// ```text
/// results! { T { A = "tools/list", B = "ping" | "logging/setLevel", ..C } }
/// ```
///
/// `..C` reads any method's result as `C` whose `resultType` is `input_required`; any value of it but that and `complete` is
/// then an error.
///
/// ```
/// # use mcp_bindings_wire as wire;
/// /// The result of `count`.
/// #[derive(Clone, Debug, PartialEq)]
/// pub struct Count {
///     /// How many.
///     pub count: i64,
/// }
/// wire::record! { Count { count: "count" required, } }
/// /// The results.
/// #[derive(Debug, PartialEq)]
/// pub enum Results {
///     /// Of `count`.
///     Count(Count),
/// }
/// wire::results! { Results { Count = "count", } }
///
/// assert_eq!(Results::decode("count", r#"{"count":3}"#)?, Results::Count(Count { count: 3 }));
/// assert!(Results::decode("other", r#"{"count":3}"#).is_err());
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[macro_export]
macro_rules! results {
    ($T:ident { $($v:ident = $($method:literal)|+,)* $(.. $asks:ident)? }) => {
        impl $T {
            /// Reads the result of a request, by the request's method.
            ///
            /// # Errors
            ///
            /// When no such method is known, or the result is not what it promises.
            pub fn decode(
                method: &str,
                result: &str,
            ) -> ::core::result::Result<Self, $crate::DecodeError> {
                $(if $crate::__private::asks_for_input(result)? {
                    return $crate::from_str(result).map(Self::$asks);
                })?
                match method {
                    $($($method)|+ => $crate::from_str(result).map(Self::$v),)*
                    _ => ::core::result::Result::Err($crate::__private::unknown_method(method)),
                }
            }
        }
        const _: () = {
            use $crate::__private as __p;
            $crate::__union_out!($T [] [] [$($v [])* $($asks [])?]);
        };
    };
}
