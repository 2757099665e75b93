//! Optional members of types from elsewhere: absent is not `null`.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, clippy::unwrap_used)]

use mcp_bindings_wire::{self as wire, Validate as _};
use std::{net::Ipv4Addr, num::NonZero};

#[derive(Clone, Debug, PartialEq)]
pub struct Host {
    pub address: Option<Ipv4Addr>,
    pub gateway: Option<Option<Ipv4Addr>>,
    pub known: Option<Vec<NonZero<u8>>>,
}
wire::record! { Host {
    address: "address" foreign_optional,
    gateway: "gateway" foreign_optional,
    known: "known" foreign_optional,
} }

#[test]
fn an_absent_member_is_none_and_is_not_written() {
    let host: Host = wire::from_str("{}").unwrap();
    assert_eq!(host, Host { address: None, gateway: None, known: None });
    assert_eq!(wire::to_string(&host).unwrap(), "{}");
    assert!(host.validate().is_ok());
}

#[test]
fn null_is_a_value_where_the_type_takes_it_and_refused_elsewhere() {
    let text = r#"{"address":"127.0.0.1","gateway":null,"known":[1,2]}"#;
    let host: Host = wire::from_str(text).unwrap();
    assert_eq!((host.address, host.gateway), (Some(Ipv4Addr::LOCALHOST), Some(None)));
    assert_eq!(wire::to_string(&host).unwrap(), text);
    for (text, pointer) in [
        (r#"{"address":null}"#, "/address"),
        (r#"{"known":[1,0]}"#, "/known"),
        (r#"{"gateway":"x"}"#, "/gateway"),
        (r#"{"address":"127.0.0.1","address":"127.0.0.1"}"#, "/address"),
    ] {
        assert_eq!(wire::from_str::<Host>(text).unwrap_err().pointer(), pointer, "{text}");
    }
}
