//! The tables of generated modules: tools, handlers, and the module itself.

/// Table of a server's tools: implements [`Tool`](crate::Tool) for the markers and `ToolCall`'s codec.
///
/// `tools! { search: Search(SearchArgs) -> SearchOutput = "search", .. }`: the function, the marker, the types of
/// arguments and output, the name on the wire. Where arguments travel in headers too, `headers ["Region" = ["place", "region"]]` follows it: a
/// header's name, and the members that lead to the argument.
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
    ($($f:ident : $T:ident ($A:ty) -> $O:ty = $w:literal $(headers [$($h:literal = [$($p:literal),*]),*])?,)+) => {
        $(impl $crate::Tool for $T {
            const NAME: &'static str = $w;
            type Args = $A;
            type Output = $O;
            $(const HEADERS: $crate::Headers = &[$(($h, &[$($p),*])),*];)?
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
/// `dispatch! { search: Search = "search", .. }`: the handler, the marker, the name on the wire. With more than tools it is
/// `dispatch! { tools { .. } prompts in prompts { .. } resources in resources { .. } templates { .. } }`, where the word after `in` is the
/// module of its trait `Server`.
#[macro_export]
macro_rules! dispatch {
    ($($f:ident : $T:ident = $w:literal,)*) => {
        $crate::dispatch! { tools { $($f: $T = $w,)* } }
    };
    (
        tools { $($f:ident : $T:ident = $w:literal,)* }
        $(prompts in $prompts:ident { $($pf:ident : $PT:ident = $pw:literal,)* })?
        $(resources in $resources:ident { $($rf:ident = $uri:literal,)* } templates { $($tf:ident : $TT:ident = $tw:literal,)* })?
    ) => {
        // A tool's marker may have any name, a single letter too, so the parameter has one that no tool gets.
        #[allow(non_camel_case_types)]
        struct Dispatcher<__Handlers>(__Handlers);
        #[allow(non_camel_case_types)]
        impl<__Handlers: Server $(+ $prompts::Server)? $(+ $resources::Server)?> $crate::Dispatch
            for Dispatcher<__Handlers>
        {
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
            $(
                #[allow(unused_variables)]
                fn prompt<'a>(
                    &'a self,
                    name: &str,
                    arguments: &str,
                    cx: &'a $crate::Context,
                ) -> ::core::option::Option<$crate::__private::Members<'a>> {
                    match name {
                        $($pw => $crate::__private::prompt::<$prompts::$PT, _>(arguments, |args| {
                            <__Handlers as $prompts::Server>::$pf(&self.0, args, cx)
                        }),)*
                        _ => ::core::option::Option::None,
                    }
                }
            )?
            $(
                #[allow(unused_variables)]
                fn read<'a>(
                    &'a self,
                    uri: &str,
                    cx: &'a $crate::Context,
                ) -> ::core::option::Option<$crate::__private::Members<'a>> {
                    match uri {
                        $($uri => return ::core::option::Option::Some($crate::__private::contents(
                            <__Handlers as $resources::Server>::$rf(&self.0, cx),
                        )),)*
                        _ => {}
                    }
                    $(if let ::core::option::Option::Some(args) =
                        <$resources::$TT as $crate::Template>::matches(uri)
                    {
                        return ::core::option::Option::Some($crate::__private::contents(
                            <__Handlers as $resources::Server>::$tf(&self.0, args, cx),
                        ));
                    })*
                    ::core::option::Option::None
                }
            )?
            #[allow(unused_variables)]
            fn complete<'a>(
                &'a self,
                asked: &$crate::__private::Asked<'_>,
                cx: &'a $crate::Context,
            ) -> ::core::option::Option<$crate::__private::Members<'a>> {
                match asked.reference {
                    $($crate::__private::Reference::Prompt(name) => {
                        let argument = $prompts::Argument::__find(name, asked.argument)?;
                        $crate::__private::completion(asked, |value, settled| {
                            <__Handlers as $prompts::Server>::complete(&self.0, argument, value, settled, cx)
                        })
                    })?
                    $($crate::__private::Reference::Resource(name) => {
                        let argument = $resources::Argument::__find(name, asked.argument)?;
                        $crate::__private::completion(asked, |value, settled| {
                            <__Handlers as $resources::Server>::complete(&self.0, argument, value, settled, cx)
                        })
                    })?
                    #[allow(unreachable_patterns)]
                    _ => ::core::option::Option::None,
                }
            }
        }
    };
}

/// Table of a server's prompts: implements [`Prompt`](crate::Prompt) for the markers, and [`Completes`](crate::Completes) for their
/// arguments.
///
/// `prompts! { review: Review(ReviewArgs) = "review" { ReviewCode = "code", }, .. }`: the function, the marker, the type of arguments,
/// the name on the wire, and of each argument the variant of `Argument` and the name on the wire.
#[macro_export]
macro_rules! prompts {
    ($($f:ident : $T:ident ($A:ty) = $w:literal { $($V:ident = $a:literal,)* },)+) => {
        $(impl $crate::Prompt for $T {
            const NAME: &'static str = $w;
            type Args = $A;
        })+
        $crate::__arguments! { Prompt "prompt" "name" $($w { $($V = $a,)* })+ }
    };
}

/// Table of a server's resources: implements [`Template`](crate::Template) for the markers of templates, and
/// [`Completes`](crate::Completes) for their variables.
///
/// `resources! { File(FileArgs) = "file:///{path}" { FilePath = path: One "path", }, .. }`: the marker, the type of variables, the
/// template, and of each variable the variant of `Argument`, the field, what it holds (`One`, `Maybe`, `Many`), and its name.
#[macro_export]
macro_rules! resources {
    ($($T:ident ($A:ident) = $w:literal { $($V:ident = $f:ident : $word:ident $a:literal,)* },)*) => {
        $(impl $crate::Template for $T {
            const TEMPLATE: &'static str = $w;
            type Args = $A;
            fn expand(args: &$A) -> ::core::result::Result<::std::string::String, ::std::string::String> {
                let _ = args;
                $crate::__private::expand($w, &[$(($a, $crate::__variable!($word &args.$f)),)*])
            }
            #[allow(unused_mut, unused_variables)]
            fn matches(uri: &str) -> ::core::option::Option<$A> {
                let mut found = $crate::__private::matches($w, uri)?;
                ::core::option::Option::Some($A {
                    $($f: $crate::__variable!($word take found.remove($a)),)*
                })
            }
        })*
        $crate::__arguments! { Resource "resource" "uri" $($w { $($V = $a,)* })* }
    };
}

/// A variable of a template, to its text and back.
#[doc(hidden)]
#[macro_export]
macro_rules! __variable {
    (One & $value:expr) => {
        $crate::__private::Variable::One($value.as_str())
    };
    (Maybe & $value:expr) => {
        $crate::__private::Variable::Maybe($value.as_deref())
    };
    (Many & $value:expr) => {
        $crate::__private::Variable::Many($value.as_slice())
    };
    (One take $found:expr) => {
        $found?.into_iter().next()?
    };
    (Maybe take $found:expr) => {
        $found.and_then(|all| all.into_iter().next())
    };
    (Many take $found:expr) => {
        $found.unwrap_or_default()
    };
}

/// The enum `Argument` of a module of prompts or resources: which is whose.
#[doc(hidden)]
#[macro_export]
macro_rules! __arguments {
    ($kind:ident $ref:literal $member:literal $($w:literal { $($V:ident = $a:literal,)* })*) => {
        impl Argument {
            /// The argument of that owner and name.
            #[allow(dead_code)]
            pub(super) fn __find(owner: &str, argument: &str) -> ::core::option::Option<Self> {
                match (owner, argument) {
                    $($(($w, $a) => ::core::option::Option::Some(Self::$V),)*)*
                    _ => ::core::option::Option::None,
                }
            }
        }
        impl $crate::Completes for Argument {
            #[allow(unreachable_code)]
            fn reference(&self) -> ::std::string::String {
                $crate::__private::reference($ref, $member, match *self {
                    $($(Self::$V => $w,)*)*
                })
            }
            fn argument(&self) -> &'static str {
                match *self {
                    $($(Self::$V => $a,)*)*
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
