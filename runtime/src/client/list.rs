//! Lists, page after page.
use super::result::must_be_complete;
use crate::{Connection, Error, ResponseError, message::members};
use serde_json::value::RawValue;
use std::collections::BTreeSet;

/// More pages than any list of real use has: what goes on beyond them never ends.
const MOST_PAGES: usize = 1_000;
/// What the entries of a list may take together, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// What a server lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum List {
    /// `tools/list`
    Tools,
    /// `prompts/list`
    Prompts,
    /// `resources/list`
    Resources,
    /// `resources/templates/list`
    ResourceTemplates,
}

impl List {
    fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Prompts => "prompts/list",
            Self::Resources => "resources/list",
            Self::ResourceTemplates => "resources/templates/list",
        }
    }

    /// The member of the result that holds the entries.
    fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources => "resources",
            Self::ResourceTemplates => "resourceTemplates",
        }
    }
}

pub(super) async fn all(connection: &Connection, list: List) -> Result<Vec<Box<RawValue>>, Error> {
    let mut entries = Vec::new();
    let mut seen = BTreeSet::new();
    let mut params = "{}".to_owned();
    let mut bytes = 0;
    loop {
        let result = connection.request(list.method(), &params).await?;
        let malformed = |why| Error::Response(ResponseError::new(why, result.get()));
        let (page, cursor) = page(list, result.get())?;
        bytes += page.iter().map(|entry| entry.get().len()).sum::<usize>();
        entries.extend(page);
        let Some(cursor) = cursor else { return Ok(entries) };
        if !seen.insert(cursor.to_owned()) {
            return Err(malformed(format!("the pages go round in circles: {cursor} came twice")));
        }
        if seen.len() >= MOST_PAGES || bytes > MOST_BYTES {
            return Err(malformed(format!(
                "the pages do not end: {} with {bytes} bytes",
                seen.len()
            )));
        }
        params = format!(r#"{{"cursor":{cursor}}}"#);
    }
}

/// The entries of one page, and the cursor of the next.
pub(crate) fn page(list: List, result: &str) -> Result<(Vec<Box<RawValue>>, Option<&str>), Error> {
    let malformed = |why: String| Error::Response(ResponseError::new(why, result));
    let [page, cursor, kind] = members(result, [list.member(), "nextCursor", "resultType"])
        .map_err(|e| malformed(e.to_string()))?;
    must_be_complete(kind).map_err(malformed)?;
    let page = page.ok_or_else(|| malformed(format!("no `{}`", list.member())))?;
    let page =
        serde_json::from_str(page).map_err(|e| malformed(format!("`{}`: {e}", list.member())))?;
    // The cursor is opaque, and an empty one is a cursor too; null ends the list as absence does.
    Ok((page, cursor.filter(|c| *c != "null")))
}
