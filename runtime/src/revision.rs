//! The published revisions of the protocol and what each of them can say.
use std::{fmt, str::FromStr};

/// A published revision of the protocol, in the order of publication.
///
/// The legacy era opens a session with `initialize`; in the modern era every request stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Revision {
    /// `2024-11-05`
    V2024_11_05,
    /// `2025-03-26`
    V2025_03_26,
    /// `2025-06-18`
    V2025_06_18,
    /// `2025-11-25`
    V2025_11_25,
    /// `2026-07-28`
    V2026_07_28,
}

impl Revision {
    /// Every revision, oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];
    /// The newest revision.
    pub const LATEST: Self = Self::V2026_07_28;
    /// The newest revision that opens with `initialize`.
    pub const LATEST_LEGACY: Self = Self::V2025_11_25;

    /// The revision as the wire writes it.
    ///
    /// ```
    /// assert_eq!(mcp_bindings::Revision::LATEST.as_str(), "2026-07-28");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The revision of that name, if it is a published one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.as_str() == text)
    }

    /// Whether requests stand alone (2026-07-28 on) instead of living in a session.
    #[must_use]
    pub const fn is_modern(self) -> bool {
        matches!(self, Self::V2026_07_28)
    }

    /// `structuredContent` and `outputSchema` exist.
    pub(crate) fn has_structured_output(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// `structuredContent` may be any JSON value, not only an object.
    pub(crate) fn has_any_output(self) -> bool {
        self >= Self::V2026_07_28
    }

    /// Bad arguments are a tool error that a model can correct, no longer a protocol error.
    pub(crate) fn bad_arguments_are_tool_errors(self) -> bool {
        self >= Self::V2025_11_25
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is no published revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRevision(String);

impl fmt::Display for UnknownRevision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no known protocol revision, known are", self.0)?;
        Revision::ALL.iter().try_for_each(|r| write!(f, " {r}"))
    }
}

impl std::error::Error for UnknownRevision {}

impl FromStr for Revision {
    type Err = UnknownRevision;
    fn from_str(text: &str) -> Result<Self, UnknownRevision> {
        Self::parse(text).ok_or_else(|| UnknownRevision(text.to_owned()))
    }
}
