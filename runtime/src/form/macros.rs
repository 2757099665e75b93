//! `form!`

/// A form for a user to fill in ([`Context::elicit`](crate::Context::elicit)): a struct of flat fields, or an enum of texts for one.
///
/// A field is written like a row of a wire table, with its type: `String`, `bool`, an integer, `f64`, an enum of this macro, or a `Vec` of
/// such an enum; `Option` of these makes it optional. Braces hold members for its schema, as JSON: `title`, `description`, `default`,
/// `minLength`, `maxLength`, `format`, `minimum`, `maximum`, `minItems`, `maxItems`. A variant may have a title in parentheses.
///
/// ```
/// mcp_bindings::form! {
///     /// How to send it.
///     pub enum Speed {
///         /// Some days.
///         Slow = "slow" ("Some days"),
///         /// Tomorrow.
///         Fast = "fast" ("Tomorrow"),
///     }
/// }
/// mcp_bindings::form! {
///     /// Where to send it.
///     pub struct Delivery {
///         /// The street.
///         pub street: "street" String { "minLength": 1, "title": "Street and number" },
///         /// How fast.
///         pub speed: "speed" Speed,
///         /// Whether a neighbour may take it.
///         pub neighbour: "neighbour" Option<bool> { "default": true },
///     }
/// }
/// use mcp_bindings::Form;
/// let schema: mcp_bindings::Value = mcp_bindings::from_str(&Delivery::schema())?;
/// assert_eq!(schema["required"], mcp_bindings::Value::from(vec!["street", "speed"]));
/// # Ok::<(), mcp_bindings::DecodeError>(())
/// ```
///
/// Source: `PrimitiveSchemaDefinition` of 2026-07-28. A client of an older revision is shown what its revision has.
#[macro_export]
macro_rules! form {
    ($(#[$m:meta])* $v:vis struct $T:ident { $($fields:tt)* }) => {
        $crate::__form! { ($(#[$m])* $v struct $T) () () () $($fields)* }
    };
    (
        $(#[$m:meta])* $v:vis enum $T:ident {
            $($(#[$vm:meta])* $V:ident = $w:literal $(($title:literal))?),+ $(,)?
        }
    ) => {
        $(#[$m])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $v enum $T { $($(#[$vm])* $V,)+ }
        $crate::string_enum! { $T { $($V = $w,)+ } }
        impl $crate::FormField for $T {
            fn schema() -> $crate::Map<::std::string::String, $crate::Value> {
                $crate::__private::choice(&[$(($w, [$($title,)? ""][0])),+])
            }
        }
    };
}

/// One field after the other: their declarations, their rows, their schemas.
#[doc(hidden)]
#[macro_export]
macro_rules! __form {
    (
        ($(#[$m:meta])* $v:vis struct $T:ident)
        ($($field:tt)*) ($($row:tt)*) ($($schema:tt)*)
    ) => {
        $(#[$m])*
        #[derive(Clone, Debug, PartialEq)]
        $v struct $T { $($field)* }
        $crate::record! { $T { $($row)* } }
        impl $crate::Form for $T {
            fn schema() -> ::std::string::String {
                $crate::__private::form(::std::vec![$($schema)*])
            }
        }
    };
    (
        $head:tt ($($field:tt)*) ($($row:tt)*) ($($schema:tt)*)
        $(#[$m:meta])* $v:vis $f:ident : $w:literal Option < $t:ty > $({ $($more:tt)* })?
        $(, $($rest:tt)*)?
    ) => {
        $crate::__form! {
            $head
            ($($field)* $(#[$m])* $v $f: ::core::option::Option<$t>,)
            ($($row)* $f: $w optional,)
            ($($schema)* (
                $w, <$t as $crate::FormField>::schema(), false, $crate::__private::json!({ $($($more)*)? }),
            ),)
            $($($rest)*)?
        }
    };
    (
        $head:tt ($($field:tt)*) ($($row:tt)*) ($($schema:tt)*)
        $(#[$m:meta])* $v:vis $f:ident : $w:literal $t:ty $({ $($more:tt)* })?
        $(, $($rest:tt)*)?
    ) => {
        $crate::__form! {
            $head
            ($($field)* $(#[$m])* $v $f: $t,)
            ($($row)* $f: $w required,)
            ($($schema)* (
                $w, <$t as $crate::FormField>::schema(), true, $crate::__private::json!({ $($($more)*)? }),
            ),)
            $($($rest)*)?
        }
    };
}
