//! This project's own docs for the protocol's types.

use serde_json::Value;

/// Lines for types and members, by wire name.
#[derive(Debug)]
pub(crate) struct OwnDocs(Value);

impl OwnDocs {
    /// Those that come with the library.
    pub(crate) fn embedded() -> Self {
        Self(serde_json::from_str(mcp_bindgen_schema::DOCS).unwrap_or_default())
    }

    /// A type's docs: its line, then its paragraphs. A type inside a member has the member's line.
    pub(crate) fn of_type(&self, path: &[String]) -> Vec<String> {
        let Some((name, inside)) = path.split_first() else { return Vec::new() };
        let inside = member_path(inside);
        if !inside.is_empty() {
            let line = self.line(name, &inside);
            return vec![line.unwrap_or_else(|| format!("`{inside}` of `{name}`."))];
        }
        let own = self.0.get("types").and_then(|t| t.get(name));
        let mut lines = vec![
            own.and_then(|t| t.get("doc")?.as_str())
                .map_or_else(|| format!("`{name}`."), str::to_owned),
        ];
        for more in own
            .and_then(|t| t.get("more")?.as_array())
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
            lines.push(String::new());
            lines.push(more.to_owned());
        }
        lines
    }

    /// A member's line.
    pub(crate) fn of_member(&self, path: &[String], member: &str) -> Vec<String> {
        let Some((name, inside)) = path.split_first() else { return Vec::new() };
        let inside = member_path(inside);
        let full = if inside.is_empty() { member.to_owned() } else { format!("{inside}.{member}") };
        self.line(name, &full).into_iter().collect()
    }

    fn line(&self, name: &str, member: &str) -> Option<String> {
        let own = self.0.get("types").and_then(|t| t.get(name)?.get("members")?.get(member));
        let line = own.or_else(|| self.0.get("members")?.get(member))?;
        line.as_str().map(str::to_owned)
    }
}

/// `["experimental", "Value"]` is `experimental`: items and values are not part of a member's path.
fn member_path(path: &[String]) -> String {
    path.iter()
        .map(String::as_str)
        .filter(|s| !matches!(*s, "Item" | "Value" | "Object"))
        .collect::<Vec<_>>()
        .join(".")
}
