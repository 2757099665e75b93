//! The dialects of JSON Schema.

/// A published dialect, by the keywords that differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Dialect {
    Draft4,
    Draft6,
    Draft7,
    Draft201909,
    /// What a schema without `$schema` is (MCP from 2025-11-25 on says so).
    #[default]
    Draft202012,
}

impl Dialect {
    pub(crate) const ALL: [Self; 5] =
        [Self::Draft202012, Self::Draft201909, Self::Draft7, Self::Draft6, Self::Draft4];

    /// By its `$schema` URI, with or without the empty fragment, http or https.
    pub(crate) fn from_uri(uri: &str) -> Option<Self> {
        let path = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"))?;
        match path.trim_end_matches('#').trim_end_matches('/') {
            "json-schema.org/draft/2020-12/schema" => Some(Self::Draft202012),
            "json-schema.org/draft/2019-09/schema" => Some(Self::Draft201909),
            "json-schema.org/draft-07/schema" => Some(Self::Draft7),
            "json-schema.org/draft-06/schema" => Some(Self::Draft6),
            "json-schema.org/draft-04/schema" => Some(Self::Draft4),
            "json-schema.org/schema" => Some(Self::Draft202012),
            _ => None,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Draft4 => "draft-04",
            Self::Draft6 => "draft-06",
            Self::Draft7 => "draft-07",
            Self::Draft201909 => "2019-09",
            Self::Draft202012 => "2020-12",
        }
    }

    /// Before 2019-09 a `$ref` hides its siblings.
    pub(crate) fn reference_hides_siblings(self) -> bool {
        self <= Self::Draft7
    }

    /// Before 2020-12 an array of `items` is a tuple.
    pub(crate) fn items_may_be_a_list(self) -> bool {
        self <= Self::Draft201909
    }

    /// Draft-04's `exclusiveMinimum` is a boolean beside `minimum`.
    pub(crate) fn exclusive_bounds_are_flags(self) -> bool {
        self == Self::Draft4
    }

    /// Whether the dialect knows a keyword that came later than draft-04.
    pub(crate) fn knows(self, keyword: &str) -> bool {
        let since = match keyword {
            "const" | "contains" | "propertyNames" => Self::Draft6,
            "if" | "then" | "else" => Self::Draft7,
            "dependentRequired"
            | "dependentSchemas"
            | "unevaluatedProperties"
            | "unevaluatedItems"
            | "minContains"
            | "maxContains" => Self::Draft201909,
            "prefixItems" => Self::Draft202012,
            _ => return true,
        };
        self >= since
    }
}
