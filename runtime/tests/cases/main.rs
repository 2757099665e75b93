//! The case bank: faults of real clients and servers, each with what a correct one does instead. A test a case, under its id.
//!
//! The bank is no part of the repository; CONTRIBUTING.md says where it is looked for.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
#[path = "../common/mod.rs"]
mod common;

mod answers;
mod bank;
mod client;
mod desk;
mod errors;
#[cfg(feature = "http-client")]
mod http;
mod lists;
mod requests;
mod stdio;
mod typed;

use bank::Case;
use std::collections::BTreeSet;

/// Makes each function a test that is given its case, where the feature is on; and notes its name.
macro_rules! cases {
    ($all:ident with $feature:literal: $($kind:literal { $($module:ident: $($name:ident),* ;)* })*) => {
        $($($(
            #[cfg(feature = $feature)]
            #[test]
            fn $name() {
                if let Some(case) = Case::load($kind, stringify!($name)) {
                    $module::$name(&case);
                }
            }
        )*)*)*
        const $all: &[(&str, &str)] = &[$($($(($kind, stringify!($name)),)*)*)*];
    };
}

cases! {
    PLAIN with "stdio":
    "protocol-wire" {
        requests: pw_arguments_absent_or_null, pw_batch_by_revision, pw_progress_token_kind_kept, pw_request_id_echo,
            pw_request_id_null, pw_unknown_notification_no_reply;
        answers: pw_content_absent, pw_discover_identity_in_meta, pw_icon_sizes_forms, pw_input_required_with_meta,
            pw_iserror_skips_output_validation, pw_progress_fractional_with_message, pw_unknown_content_block;
        errors: pw_error_id_null_or_absent, pw_error_object_shapes;
        lists: pw_empty_cursor, pw_meta_and_unknown_members_survive, pw_null_for_optional_members, pw_one_bad_tool_in_list,
            pw_result_type_absent;
        typed: pw_base64_variants, pw_notification_without_params, pw_unknown_enum_values;
    }
    "runtime-transport" {
        client: rt_late_and_unknown_responses;
        stdio: rt_stdio_crlf_bom_blank_eof, rt_stdio_long_line, rt_stdio_noise_lines, rt_stdio_single_line_output,
            rt_stdio_utf8_split;
    }
}

cases! {
    OVER_HTTP with "http-client":
    "runtime-transport" {
        http: rt_http_notification_answers, rt_sse_line_endings, rt_sse_multiline_data;
    }
}

#[test]
fn every_case_has_a_test_and_every_test_a_case() {
    for kind in ["protocol-wire", "runtime-transport"] {
        let Some(cases) = bank::names(kind) else { return };
        let tests: BTreeSet<String> = PLAIN
            .iter()
            .chain(OVER_HTTP)
            .filter(|(of, _)| *of == kind)
            .map(|(_, name)| (*name).to_owned())
            .collect();
        assert_eq!(cases, tests, "{kind}");
    }
}
