//! `bindings!`.
