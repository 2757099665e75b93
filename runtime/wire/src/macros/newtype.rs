//! `newtype!`

/// Wire table of a struct around one value, which is all that the wire shows of it.
///
/// ```text
/// newtype! { Name at "/schema" [check(args)] }
/// ```
///
/// ```
/// /// Words.
/// #[derive(Debug, PartialEq)]
/// pub struct Words(pub Vec<String>);
/// mcp_bindings_wire::newtype! { Words [min_items(1)] }
///
/// let words: Words = mcp_bindings_wire::from_str(r#"["a"]"#)?;
/// assert_eq!(words, Words(vec!["a".to_owned()]));
/// # Ok::<(), mcp_bindings_wire::DecodeError>(())
/// ```
#[macro_export]
macro_rules! newtype {
    ($T:ident $(at $place:literal)? $([$($whole:tt)*])?) => {
        const _: () = {
            use $crate::__private as __p;
            impl $crate::Decode for $T {
                fn decode<'de, D: __p::serde::Deserializer<'de>>(
                    d: D,
                    at: &mut $crate::Trace,
                ) -> ::core::result::Result<Self, D::Error> {
                    let read = $crate::Decode::decode(d, at).map(Self);
                    $(let read = read.inspect_err(|_| at.under(::core::option::Option::Some($place)));)?
                    read
                }
            }
            impl __p::serde::Serialize for $T {
                fn serialize<S: __p::serde::Serializer>(
                    &self,
                    s: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    $crate::codec::put(&self.0, s)
                }
            }
            impl $crate::Validate for $T {
                fn check(&self, at: &$crate::check::At<'_>) {
                    $(let at = &at.schema($place);)?
                    {
                        let v = &self.0;
                        $crate::__checks!(v at $($($whole)*)?);
                    }
                    $crate::Validate::check(&self.0, at);
                }
                fn view(&self) -> $crate::check::View<'_> {
                    $crate::Validate::view(&self.0)
                }
            }
            $crate::__deserialize!($T);
        };
    };
}
