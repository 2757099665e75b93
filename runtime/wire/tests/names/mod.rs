/// Types whose names shadow the prelude, and members named like the macros' own variables.
pub mod names {
    /// Shadows `String`.
    #[derive(Clone, Copy, Debug)]
    pub struct String;
    /// Shadows `Option`.
    #[derive(Clone, Copy, Debug)]
    pub struct Option;
    /// Shadows `Result`.
    #[derive(Clone, Copy, Debug)]
    pub struct Result;
    /// Shadows `Some`.
    #[derive(Clone, Copy, Debug)]
    pub struct Some;
    /// Shadows `None`.
    #[derive(Clone, Copy, Debug)]
    pub struct None;
    /// Shadows `Ok`.
    #[derive(Clone, Copy, Debug)]
    pub struct Ok;
    /// Shadows `Err`.
    #[derive(Clone, Copy, Debug)]
    pub struct Err;
    /// Shadows `Vec`.
    #[derive(Clone, Copy, Debug)]
    pub struct Vec;
    /// Shadows `Box`.
    #[derive(Clone, Copy, Debug)]
    pub struct Box;
    /// Shadows `From`, a trait.
    pub trait From {
        /// Shadows `from`.
        fn from() {}
    }
    /// Shadows `Default`, a trait.
    pub trait Default {
        /// Shadows `default`.
        fn default() {}
    }
    impl<T> From for T {}
    impl<T> Default for T {}

    /// A record of every name.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Record {
        /// A member.
        pub map: ::std::string::String,
        /// A member.
        pub members: bool,
        /// A member.
        pub at: ::core::option::Option<i64>,
        /// A member.
        pub find: ::core::option::Option<::core::option::Option<i64>>,
        /// A member.
        pub key: bool,
        /// A member.
        pub i: bool,
        /// A member.
        pub e: bool,
        /// A member.
        pub name: bool,
        /// A member.
        pub read: bool,
        /// A member.
        pub m: bool,
        /// A member.
        pub s: bool,
        /// A member.
        pub d: bool,
        /// A member.
        pub v: ::std::vec::Vec<i64>,
        /// A member.
        pub self_: bool,
        /// A member.
        pub r#gen: bool,
        /// A member.
        pub r#type: bool,
        /// A member.
        pub check: bool,
        /// A member.
        pub validate: bool,
        /// A member.
        pub view: ::core::option::Option<::std::string::String>,
        /// A member.
        pub null: ::core::option::Option<bool>,
        /// A member.
        pub required: bool,
        /// A member.
        pub optional: bool,
        /// A member.
        pub items: ::core::option::Option<::std::vec::Vec<::std::string::String>>,
        /// Everything else.
        pub extra: ::mcp_bindings_wire::Map<::std::string::String, ::mcp_bindings_wire::Value>,
    }
    ::mcp_bindings_wire::record! { Record (tag: "t" = 1, rest: "rest" = null, text: "text" = "x") {
        map: "map" required [min_length(1), pattern("^x")],
        members: "members" required,
        at: "at" optional [minimum(1)],
        find: "find" optional,
        key: "key" required,
        i: "i" required,
        e: "e" required,
        name: "name" required,
        read: "read" required,
        m: "m" required,
        s: "s" required,
        d: "d" required,
        v: "v" required [min_items(1), items [maximum(5), multiple_of(0.5)]],
        self_: "self" required,
        r#gen: "gen" required,
        r#type: "type" required,
        check: "check" required,
        validate: "validate" required,
        view: "view" optional [pattern("a"), max_length(2)],
        null: "null" required,
        required: "required" required,
        optional: "optional" required,
        items: "items" lenient [items [min_length(1)], unique_items()],
        ..extra
    } }
    /// The shortest names, as type parameters have.
    #[derive(Clone, Debug, PartialEq)]
    pub struct A {
        /// A member with an empty name.
        pub d: ::core::option::Option<::std::boxed::Box<D>>,
    }
    ::mcp_bindings_wire::record! { A { d: "" optional, } }
    /// A type parameter's name.
    #[derive(Clone, Debug, PartialEq)]
    pub enum D {
        /// `a`
        E(A),
        /// Others.
        S(::mcp_bindings_wire::Value),
    }
    ::mcp_bindings_wire::union! { D by "" { E = "a", ..S } }
    /// No members.
    #[derive(Clone, Debug, PartialEq)]
    pub struct S {}
    ::mcp_bindings_wire::record! { S {} }
    /// By kind.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Kind {
        /// A string.
        String(::std::string::String),
        /// A number.
        Some(f64),
        /// A boolean.
        None(bool),
        /// An integer.
        Ok(i64),
        /// An array.
        Vec(::std::vec::Vec<Self>),
        /// An object.
        Err(S),
    }
    ::mcp_bindings_wire::union! { Kind by kind {
        String: string, Some: number, None: boolean, Ok: integer, Vec: array, Err: object,
    } }
    /// By trial.
    #[derive(Clone, Debug, PartialEq)]
    pub enum E {
        /// One.
        Some(S),
        /// Other.
        None(Kind),
    }
    ::mcp_bindings_wire::union! { E by trial { Some, None, } }
    /// By members.
    #[derive(Clone, Debug, PartialEq)]
    pub enum T {
        /// One.
        Ok(A),
        /// Other.
        Err(S),
    }
    ::mcp_bindings_wire::union! { T by members { Ok: [""], Err: ["x" = null, "y/z" = -1.5], } }
    /// By tag.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Tagged {
        /// One.
        Ok(A),
        /// Other.
        Err(S),
    }
    ::mcp_bindings_wire::union! { Tagged by "tag" { Ok = "ok", absent Err, } }
    /// Texts.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Name {
        /// `ok`
        Ok,
        /// The empty text.
        Err,
        /// `==`
        Some,
        /// `+1`
        None,
        /// `self`
        Self_,
        /// Others.
        Other(::std::string::String),
    }
    ::mcp_bindings_wire::string_enum! { Name {
        Ok = "ok", Err = "", Some = "==", None = "+1", Self_ = "self", ..Other
    } }
    /// Values.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Scalar {
        /// `1`
        Ok,
        /// `null`
        None,
        /// `-1.5`
        Some,
    }
    ::mcp_bindings_wire::value_enum! { Scalar { Ok = 1, None = null, Some = -1.5, } }
    /// Positions.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Pair(
        /// First.
        pub ::std::string::String,
        /// Second.
        pub ::core::option::Option<i64>,
        /// Further.
        pub ::std::vec::Vec<bool>,
    );
    ::mcp_bindings_wire::tuple! { Pair(3, optional 1, ..) }
}

const TEXT: &str = r#"{"t":1,"rest":null,"text":"x","map":"x","members":true,"find":null,"key":true,
    "i":true,"e":true,"name":true,"read":true,"m":true,"s":true,"d":true,"v":[1],"self":true,
    "gen":true,"type":true,"check":true,"validate":true,"null":null,"required":true,
    "optional":true,"items":["a"],"z":[]}"#;

/// What a generated module holds works under those names.
#[test]
fn works() -> Result<(), Box<dyn std::error::Error>> {
    use mcp_bindings_wire::{Validate as _, from_str, to_string};
    let record: names::Record = from_str(TEXT)?;
    record.validate()?;
    let [got, wanted] = [to_string(&record)?, TEXT.to_owned()]
        .map(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
    assert_eq!(got, wanted);
    assert!(from_str::<names::Record>(&TEXT.replace("\"t\":1", "\"t\":1.5")).is_err());
    assert_eq!(from_str::<names::Kind>("1.0")?, names::Kind::Ok(1));
    assert_eq!(from_str::<names::Name>("\"\"")?, names::Name::Err);
    assert_eq!(from_str::<names::Scalar>("-1.5")?, names::Scalar::Some);
    assert_eq!(from_str::<names::E>("{}")?, names::E::Some(names::S {}));
    assert_eq!(from_str::<names::Tagged>("{}")?, names::Tagged::Err(names::S {}));
    assert_eq!(from_str::<names::Pair>("[\"a\"]")?, names::Pair("a".to_owned(), None, vec![]));
    let nested: names::A = from_str(r#"{"":{"":"b"}}"#)?;
    assert!(matches!(nested.d.as_deref(), Some(names::D::S(_))));
    assert!(from_str::<names::T>(r#"{"":null}"#).is_err());
    Ok(())
}
