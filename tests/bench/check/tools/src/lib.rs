#[cfg(feature = "bare")]
include!(concat!(env!("OUT_DIR"), "/bare.rs"));
#[cfg(feature = "derived")]
include!(concat!(env!("OUT_DIR"), "/derived.rs"));
#[cfg(feature = "types")]
include!(concat!(env!("OUT_DIR"), "/types.rs"));
#[cfg(feature = "whole")]
include!(concat!(env!("OUT_DIR"), "/whole.rs"));
