//! Codes of JSON-RPC errors, those of the protocol among them.

/// What came is no JSON.
pub(crate) const PARSE_ERROR: i64 = -32700;

/// It is JSON, but no message.
pub(crate) const INVALID_REQUEST: i64 = -32600;

/// There is no such method.
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;

/// The parameters make no sense.
pub(crate) const INVALID_PARAMS: i64 = -32602;

/// The fault is on this side.
pub(crate) const INTERNAL_ERROR: i64 = -32603;

/// There is no such resource; before 2026-07-28 alone.
pub(crate) const RESOURCE_NOT_FOUND: i64 = -32002;

/// Headers and body of an HTTP request differ (2026-07-28).
pub(crate) const HEADER_MISMATCH: i64 = -32020;

/// The client did not declare what is needed (2026-07-28).
pub(crate) const MISSING_CAPABILITY: i64 = -32021;

/// The revision is none that is spoken here (2026-07-28).
pub(crate) const UNSUPPORTED_VERSION: i64 = -32022;
