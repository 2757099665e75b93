//! The tables of generated modules: tools, handlers, and the module itself.

/// Table of a server's tools: implements [`Tool`](crate::Tool) for the markers and `ToolCall`'s codec.
///
/// `tools! { search: Search(SearchArgs) -> SearchOutput = "search", .. }`: the function, the marker, the types of
/// arguments and output, the name on the wire.
#[macro_export]
macro_rules! tools {
    () => {
        impl ToolCall {
            /// Reads a call by its wire name, strictly. This server has no tools, so none is known.
            pub fn decode(
                name: &str,
                _arguments: &str,
            ) -> ::core::result::Result<Self, $crate::DecodeError> {
                ::core::result::Result::Err($crate::__private::unknown_tool(name, &[]))
            }
            /// The tool's name on the wire.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match *self {}
            }
            /// The arguments as JSON text.
            #[must_use]
            pub fn arguments(&self) -> ::std::string::String {
                match *self {}
            }
            /// Every constraint that the arguments break.
            pub fn validate(&self) -> ::core::result::Result<(), $crate::ValidationError> {
                match *self {}
            }
        }
    };
    ($($f:ident : $T:ident ($A:ty) -> $O:ty = $w:literal,)+) => {
        $(impl $crate::Tool for $T {
            const NAME: &'static str = $w;
            type Args = $A;
            type Output = $O;
        })+
        impl ToolCall {
            /// Reads a call by its wire name, strictly. Empty arguments count as `{}`.
            pub fn decode(
                name: &str,
                arguments: &str,
            ) -> ::core::result::Result<Self, $crate::DecodeError> {
                match name {
                    $($w => $crate::__private::call_arguments(arguments).map(Self::$T),)+
                    _ => ::core::result::Result::Err($crate::__private::unknown_tool(name, &[$($w),+])),
                }
            }
            /// The tool's name on the wire.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self { $(Self::$T(_) => $w,)+ }
            }
            /// The arguments as JSON text.
            #[must_use]
            pub fn arguments(&self) -> ::std::string::String {
                match self { $(Self::$T(args) => $crate::__private::call_text(args),)+ }
            }
            /// Every constraint that the arguments break.
            pub fn validate(&self) -> ::core::result::Result<(), $crate::ValidationError> {
                match self { $(Self::$T(args) => $crate::Validate::validate(args),)+ }
            }
        }
    };
}

/// Table of a server's handlers: a private `Dispatcher` over the module's trait `Server`.
///
/// `dispatch! { search: Search = "search", .. }`: the handler, the marker, the name on the wire.
#[macro_export]
macro_rules! dispatch {
    ($($f:ident : $T:ident = $w:literal,)*) => {
        // A tool's marker may have any name, a single letter too, so the parameter has one that no tool gets.
        #[allow(non_camel_case_types)]
        struct Dispatcher<__Handlers>(__Handlers);
        #[allow(non_camel_case_types)]
        impl<__Handlers: Server> $crate::Dispatch for Dispatcher<__Handlers> {
            #[allow(unused_variables)]
            fn call<'a>(
                &'a self,
                name: &str,
                arguments: &str,
                cx: &'a $crate::Context,
            ) -> ::core::option::Option<$crate::BoxFuture<'a, $crate::__private::Handled>> {
                match name {
                    $($w => $crate::__private::handle::<$T, _>(arguments, |args| {
                        <__Handlers as Server>::$f(&self.0, args, cx)
                    }),)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    };
}

/// Table of the types that stand for a whole schema: with the feature `schemars` each returns it as its
/// `schemars::JsonSchema`, word for word; without the feature there is no code.
///
/// `schemas! { SearchArgs = input "search", SearchOutput = output "search", }`
#[cfg(feature = "schemars")]
#[macro_export]
macro_rules! schemas {
    ($($T:ident = $side:ident $tool:literal,)*) => {
        $(impl $crate::__private::schemars::JsonSchema for $T {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(::core::stringify!($T))
            }
            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(::core::concat!(::core::module_path!(), "::", ::core::stringify!($T)))
            }
            fn inline_schema() -> bool {
                true
            }
            fn json_schema(
                _: &mut $crate::__private::schemars::SchemaGenerator,
            ) -> $crate::__private::schemars::Schema {
                $crate::__private::verbatim(SERVER.$side($tool))
            }
        })*
    };
}

/// Table of the types that stand for a whole schema: used with the feature `schemars`.
#[cfg(not(feature = "schemars"))]
#[macro_export]
macro_rules! schemas {
    ($($T:ident = $side:ident $tool:literal,)*) => {};
}

/// The module that `build.rs` generated: `include_bindings!(pub mod github);` is the content of `OUT_DIR/github.rs`
/// as the module `github`.
///
/// Attributes and a doc comment may stand before it.
#[macro_export]
macro_rules! include_bindings {
    ($(#[$attribute:meta])* $visibility:vis mod $name:ident $(;)?) => {
        #[doc = ::core::concat!("Bindings for `", ::core::stringify!($name), "`.")]
        $(#[$attribute])*
        $visibility mod $name {
            ::core::include!(::core::concat!(
                ::core::env!("OUT_DIR"), "/", ::core::stringify!($name), ".rs"
            ));
        }
    };
}
