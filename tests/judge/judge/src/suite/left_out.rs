//! Groups that bindings cannot be held to: they mean documents that no manifest has, or a vocabulary of their own.

use crate::suite::Draft;

/// Groups of one file that are left out for one reason.
#[derive(Clone, Copy, Debug)]
pub struct LeftOut {
    /// The file without `.json`.
    pub file: &'static str,
    /// The groups' descriptions; none: every group of the file.
    pub groups: &'static [&'static str],
    /// Why.
    pub reason: &'static str,
}

/// The reason why a group is left out, if it is.
pub fn left_out(draft: Draft, file: &str, description: &str) -> Option<&'static str> {
    let listed = match draft {
        Draft::Draft2020 => DRAFT_2020,
        Draft::Draft7 => DRAFT_7,
    };
    let group =
        |l: &&LeftOut| l.file == file && (l.groups.is_empty() || l.groups.contains(&description));
    listed.iter().find(group).map(|l| l.reason)
}

const REMOTE: &str = "it refers to a document of the suite's own server";
const VOCABULARY: &str = "its meta-schema is on the suite's own server";

static DRAFT_2020: &[LeftOut] = &[
    LeftOut { file: "refRemote", groups: &[], reason: REMOTE },
    LeftOut {
        file: "dynamicRef",
        groups: &[
            "strict-tree schema, guards against misspelled properties",
            "tests for implementation dynamic anchor and reference link",
            "$ref and $dynamicAnchor are independent of order - $defs first",
            "$ref and $dynamicAnchor are independent of order - $ref first",
            "$ref to $dynamicRef finds detached $dynamicAnchor",
        ],
        reason: REMOTE,
    },
    LeftOut { file: "vocabulary", groups: &[], reason: VOCABULARY },
];

static DRAFT_7: &[LeftOut] = &[LeftOut { file: "refRemote", groups: &[], reason: REMOTE }];
