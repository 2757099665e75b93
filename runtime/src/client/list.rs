//! Lists, page after page.
use super::{
    cache::{self, Key},
    connection::Core,
    result::must_be_complete,
};
use crate::{
    Decode, Error, ResponseError,
    codes::INVALID_PARAMS,
    message::{members, string},
    mirrored::Headers,
    transport::Mirrored,
};
use serde_json::value::RawValue;
use std::{collections::BTreeSet, fmt, sync::Arc, time::Duration};

/// More pages than any list of real use has: what goes on beyond them never ends.
const MOST_PAGES: usize = 1_000;
/// What the entries of a list may take together, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// What a server lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// A list, entry by entry: one that makes no sense costs itself.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Listed<T> {
    /// What could be read, in the server's order.
    pub entries: Vec<Entry<T>>,
    /// What could not.
    pub faults: Vec<ListFault>,
}

/// An entry of a list.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry<T> {
    /// The entry as its type.
    pub value: T,
    /// The entry as the server wrote it.
    pub raw: Box<RawValue>,
}

/// An entry of a list that could not be read.
#[derive(Clone, Debug)]
pub struct ListFault {
    pointer: String,
    reason: String,
    raw: Box<RawValue>,
}

impl ListFault {
    /// Where the fault is, as a JSON pointer into a message that had all entries: `/result/tools/1/inputSchema`.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What is wrong there.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The entry as the server wrote it.
    #[must_use]
    pub fn raw(&self) -> &RawValue {
        &self.raw
    }
}

impl fmt::Display for ListFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.reason)
    }
}

/// Reads a list entry by entry; `check` refuses what its type allows.
pub(super) fn read<T: Decode>(
    list: List,
    raw: Vec<Box<RawValue>>,
    check: impl Fn(&RawValue) -> Result<(), String>,
) -> Listed<T> {
    let mut listed = Listed { entries: Vec::with_capacity(raw.len()), faults: Vec::new() };
    for (i, raw) in raw.into_iter().enumerate() {
        let place = format!("/result/{}/{i}", list.member());
        let fault = match crate::from_str(raw.get()) {
            Ok(value) => match check(&raw) {
                Ok(()) => {
                    listed.entries.push(Entry { value, raw });
                    continue;
                }
                Err(reason) => (place, reason),
            },
            Err(e) => (format!("{place}{}", e.pointer()), e.message().to_owned()),
        };
        listed.faults.push(ListFault { pointer: fault.0, reason: fault.1, raw });
    }
    listed
}

/// Which arguments of a tool travel in headers too; an error makes it one that HTTP has no place for.
pub(super) fn headers(tool: &RawValue) -> Result<Headers, String> {
    let [schema] = members(tool.get(), ["inputSchema"]).map_err(|e| e.to_string())?;
    let schema = serde_json::from_str(schema.unwrap_or("{}")).map_err(|e| e.to_string())?;
    Headers::read(&schema)
}

/// The headers of a call, as the server's list has them now.
pub(super) async fn mirrored(
    core: &Arc<Core>,
    tool: &str,
    arguments: &serde_json::Value,
) -> Result<Mirrored, Error> {
    // What is remembered of the list is what did not fit.
    core.cache.clear();
    let is_it = |entry: &RawValue| {
        let name = members(entry.get(), ["name"]).ok().and_then(|[name]| string(name?));
        name.is_some_and(|name| name == tool)
    };
    let entries = all(core, List::Tools).await?;
    let Some(entry) = entries.iter().find(|entry| is_it(entry)) else { return Ok(Mirrored::new()) };
    let values = headers(entry).and_then(|headers| headers.values(arguments));
    values.map_err(|why| Error::Usage(format!("`{tool}` cannot be called over HTTP: {why}")))
}

/// All entries; those that the server lets be used again come from the last time.
pub(super) async fn all(core: &Arc<Core>, list: List) -> Result<Vec<Box<RawValue>>, Error> {
    if let Some(entries) = core.cache.get(&Key::List(list), core.now()) {
        return Ok(entries);
    }
    let mark = core.cache.mark();
    let (entries, ttl) = match pages(core, list).await {
        // A cursor that is good no more: the list has changed on the way.
        Err((Error::Protocol(e), true)) if e.code == INVALID_PARAMS => {
            pages(core, list).await.map_err(|(e, _)| e)?
        }
        other => other.map_err(|(e, _)| e)?,
    };
    core.cache.put(mark, Key::List(list), ttl, core.now(), &entries);
    Ok(entries)
}

type Pages = (Vec<Box<RawValue>>, Duration);

/// Every page, and the shortest time that any of them is good for. An error says whether it came after the first page.
async fn pages(core: &Arc<Core>, list: List) -> Result<Pages, (Error, bool)> {
    let mut entries = Vec::new();
    let mut seen = BTreeSet::new();
    let mut params = "{}".to_owned();
    let mut bytes = 0;
    let mut ttl = Duration::MAX;
    loop {
        let result = core.request(list.method(), &params).await;
        let result = result.map_err(|e| (e, !seen.is_empty()))?;
        let malformed = |why| (Error::Response(ResponseError::new(why, result.get())), false);
        ttl = ttl.min(cache::ttl(result.get()));
        let (page, cursor) = page(list, result.get()).map_err(|e| (e, false))?;
        bytes += page.iter().map(|entry| entry.get().len()).sum::<usize>();
        entries.extend(page);
        let Some(cursor) = cursor else { return Ok((entries, ttl)) };
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
