//! Completion of the arguments of prompts and templates.
use crate::{
    client::query::Answer,
    message::{integral, into_text, members, push_string},
};

/// Most values that one answer may have (specification, "Completion").
const MOST: usize = 100;

/// What an argument's value may be (`CompleteResult.completion`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The values, best first.
    pub values: Vec<String>,
    /// How many there are in all, where that is known.
    pub total: Option<u64>,
    /// Whether there are more than these.
    pub has_more: bool,
}

impl Completion {
    /// These values, of which at most 100 are sent.
    pub fn new<T: Into<String>>(values: impl IntoIterator<Item = T>) -> Self {
        let values = values.into_iter().map(Into::into).collect();
        Self { values, total: None, has_more: false }
    }

    /// The member of a result, without braces.
    pub(crate) fn write(&self) -> String {
        let mut out = b"\"completion\":{\"values\":[".to_vec();
        for (i, value) in self.values.iter().take(MOST).enumerate() {
            if i > 0 {
                out.push(b',');
            }
            push_string(&mut out, value);
        }
        out.push(b']');
        let cut = self.values.len() > MOST;
        let all = u64::try_from(self.values.len()).ok().filter(|_| cut);
        if let Some(total) = self.total.or(all) {
            out.extend_from_slice(format!(",\"total\":{total}").as_bytes());
        }
        if self.has_more || cut {
            out.extend_from_slice(b",\"hasMore\":true");
        }
        out.push(b'}');
        into_text(out)
    }
}

impl Answer for Completion {
    fn read(result: &str) -> Result<Self, String> {
        let [completion] = members(result, ["completion"]).map_err(|e| e.to_string())?;
        let completion = completion.ok_or("no `completion`")?;
        let [values, total, more] =
            members(completion, ["values", "total", "hasMore"]).map_err(|e| e.to_string())?;
        let values = serde_json::from_str(values.ok_or("no `completion.values`")?);
        Ok(Self {
            values: values.map_err(|e| format!("`completion.values`: {e}"))?,
            total: total.and_then(integral),
            has_more: more == Some("true"),
        })
    }
}

/// An argument that can be completed. Generated code implements it for the arguments of a server's prompts, and for those of its templates.
pub trait Completes {
    /// `ref` as JSON text.
    fn reference(&self) -> String;
    /// The argument's name on the wire.
    fn argument(&self) -> &'static str;
}
