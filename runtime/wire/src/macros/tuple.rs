//! `tuple!`

/// Wire table of a tuple struct: an array whose first elements have types of their own.
///
/// ```text
/// tuple! { Pair(2) }                  // exactly two elements
/// tuple! { Pair(2, optional 1) }      // the last one may be missing; its field is an Option
/// tuple! { Pair(2, ..) }              // the last field is a Vec of all further elements
/// tuple! { Pair at "/schema" [check(args)] (2, ..) { 0 [check(args)], .. 1 [check(args)] } }
/// ```
///
/// The number counts the struct's fields. `optional n` makes the last `n` of them optional (not
/// counting the list of all further ones); `optional` and `..` may stand together. At most 16. Places and checks are those of
/// [`record!`](crate::record!); a row has the index of its field, the list's two dots before it.
///
/// ```
/// /// A point.
/// #[derive(Debug, PartialEq)]
/// pub struct Point(pub f64, pub f64, pub Vec<String>);
/// mcp_bindings_wire::tuple! { Point(3, ..) }
///
/// let point: Point = mcp_bindings_wire::from_str(r#"[1, 2, "home"]"#)?;
/// assert_eq!(point, Point(1.0, 2.0, vec!["home".to_owned()]));
/// # Ok::<(), mcp_bindings_wire::DecodeError>(())
/// ```
#[macro_export]
macro_rules! tuple {
    ($T:ident $(at $place:literal)? $([$($whole:tt)*])? ( $n:tt ) $({ $($rows:tt)* })?) => {
        $crate::__tuple_checks! { $T [$($place)?] [$($($whole)*)?] $($($rows)*)? }
        $crate::__tuple! { @count $T [] [] $n 0 }
    };
    (
        $T:ident $(at $place:literal)? $([$($whole:tt)*])? ( $n:tt, optional $m:tt )
        $({ $($rows:tt)* })?
    ) => {
        $crate::__tuple_checks! { $T [$($place)?] [$($($whole)*)?] $($($rows)*)? }
        $crate::__tuple! { @count $T [] [] $n $m }
    };
    ($T:ident $(at $place:literal)? $([$($whole:tt)*])? ( $n:tt, .. ) $({ $($rows:tt)* })?) => {
        $crate::__tuple_checks! { $T [$($place)?] [$($($whole)*)?] $($($rows)*)? }
        $crate::__tuple! { @count $T [rest] [*] $n 0 }
    };
    (
        $T:ident $(at $place:literal)? $([$($whole:tt)*])? ( $n:tt, optional $m:tt, .. )
        $({ $($rows:tt)* })?
    ) => {
        $crate::__tuple_checks! { $T [$($place)?] [$($($whole)*)?] $($($rows)*)? }
        $crate::__tuple! { @count $T [rest] [*] $n $m }
    };
}

/// A tuple's place and checks.
#[doc(hidden)]
#[macro_export]
macro_rules! __tuple_checks {
    (
        $T:ident [$($place:literal)?] [$($whole:tt)*]
        $($i:tt [$($check:tt)*],)* $(.. $list:tt [$($further:tt)*])?
    ) => {
        const _: () = {
            use $crate::__private as __p;
            impl $crate::Validate for $T {
                fn check(&self, at: &$crate::check::At<'_>) {
                    $(let at = &at.schema($place);)?
                    $crate::__whole!(self at [$($whole)*]);
                    $({
                        let (v, at) = (&self.$i, &at.element($i));
                        $crate::__checks!(v at $($check)*);
                    })*
                    $($crate::check::each_further(&self.$list, at, $list, |v, at| {
                        $crate::__checks!(v at $($further)*);
                    });)?
                    __p::check_elements(self, at);
                }
            }
            impl __p::TuplePlace for $T {
                const PLACE: ::core::option::Option<&'static str> = __p::first(&[$($place)?]);
            }
        };
    };
}

/// Gives each field its word: counts in stars, since macros cannot subtract numbers.
#[doc(hidden)]
#[macro_export]
macro_rules! __tuple {
    (@count $T:ident $rest:tt $drop:tt $n:tt $m:tt) => {
        $crate::__stars! { $n @fields $T $rest $drop $m }
    };
    (@fields $n:tt $T:ident $rest:tt $drop:tt $m:tt) => {
        $crate::__stars! { $m @optional $n $T $rest $drop }
    };
    (@optional [$($m:tt)*] $n:tt $T:ident $rest:tt [$($drop:tt)*]) => {
        $crate::__tuple! { @subtract $n [$($drop)* $($m)*] [$($m)*] $T $rest }
    };
    (@subtract [* $($n:tt)*] [* $($m:tt)*] $($pass:tt)*) => {
        $crate::__tuple! { @subtract [$($n)*] [$($m)*] $($pass)* }
    };
    (@subtract $n:tt [] $m:tt $T:ident $rest:tt) => {
        $crate::__tuple! {
            @words [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15] $n $m $rest $T []
        }
    };
    (@words [$i:tt $($is:tt)*] [* $($n:tt)*] $m:tt $rest:tt $T:ident [$($done:tt)*]) => {
        $crate::__tuple! { @words [$($is)*] [$($n)*] $m $rest $T [$($done)* $i required] }
    };
    (@words [$i:tt $($is:tt)*] [] [* $($m:tt)*] $rest:tt $T:ident [$($done:tt)*]) => {
        $crate::__tuple! { @words [$($is)*] [] [$($m)*] $rest $T [$($done)* $i optional] }
    };
    (@words [$i:tt $($is:tt)*] [] [] [rest] $T:ident [$($done:tt)*]) => {
        $crate::__tuple! { @words [$($is)*] [] [] [] $T [$($done)* $i rest] }
    };
    (@words $is:tt [] [] [] $T:ident [$($i:tt $word:ident)*]) => {
        const _: () = {
            use $crate::__private as __p;
            impl __p::Tuple for $T {
                const NAME: &'static str = ::core::stringify!($T);
                #[allow(unused_mut)]
                fn from_elements<'de, A: __p::serde::de::SeqAccess<'de>>(
                    mut elements: $crate::codec::element::Reader<'_, A>,
                ) -> ::core::result::Result<Self, A::Error> {
                    let tuple = Self($($crate::codec::element::$word::read(&mut elements)?),*);
                    elements.end()?;
                    ::core::result::Result::Ok(tuple)
                }
            }
            impl __p::serde::Serialize for $T {
                #[allow(unused_mut)]
                fn serialize<S: __p::serde::Serializer>(
                    &self,
                    s: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    let mut elements = __p::writer(s)?;
                    $($crate::codec::element::$word::put(&mut elements, &self.$i)?;)*
                    elements.end()
                }
            }
            impl $crate::Decode for $T {
                fn decode<'de, D: __p::serde::Deserializer<'de>>(
                    d: D,
                    at: &mut $crate::Trace,
                ) -> ::core::result::Result<Self, D::Error> {
                    __p::tuple(d, at)
                }
            }
            impl __p::Elements for $T {
                #[allow(unused_variables)]
                fn check_each(&self, elements: &mut $crate::codec::element::Checker<'_, '_>) {
                    $($crate::codec::element::$word::check(elements, &self.$i);)*
                }
            }
            $crate::__deserialize!($T);
        };
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __stars {
    (0 $($pass:tt)*) => { $crate::__stars! { = [] $($pass)* } };
    (1 $($pass:tt)*) => { $crate::__stars! { = [*] $($pass)* } };
    (2 $($pass:tt)*) => { $crate::__stars! { = [* *] $($pass)* } };
    (3 $($pass:tt)*) => { $crate::__stars! { = [* * *] $($pass)* } };
    (4 $($pass:tt)*) => { $crate::__stars! { = [* * * *] $($pass)* } };
    (5 $($pass:tt)*) => { $crate::__stars! { = [* * * * *] $($pass)* } };
    (6 $($pass:tt)*) => { $crate::__stars! { = [* * * * * *] $($pass)* } };
    (7 $($pass:tt)*) => { $crate::__stars! { = [* * * * * * *] $($pass)* } };
    (8 $($pass:tt)*) => { $crate::__stars! { = [* * * * * * * *] $($pass)* } };
    (9 $($pass:tt)*) => { $crate::__stars! { = [* * * * * * * * *] $($pass)* } };
    (10 $($pass:tt)*) => { $crate::__stars! { = [* * * * * * * * * *] $($pass)* } };
    (11 $($pass:tt)*) => { $crate::__stars! { = [* * * * * * * * * * *] $($pass)* } };
    (12 $($pass:tt)*) => { $crate::__stars! { = [* * * * * * * * * * * *] $($pass)* } };
    (13 $($pass:tt)*) => { $crate::__stars! { = [* * * * * * * * * * * * *] $($pass)* } };
    (14 $($pass:tt)*) => { $crate::__stars! { = [* * * * * * * * * * * * * *] $($pass)* } };
    (15 $($pass:tt)*) => { $crate::__stars! { = [* * * * * * * * * * * * * * *] $($pass)* } };
    (16 $($pass:tt)*) => { $crate::__stars! { = [* * * * * * * * * * * * * * * *] $($pass)* } };
    (= $stars:tt @$step:ident $($pass:tt)*) => {
        $crate::__tuple! { @$step $stars $($pass)* }
    };
}
