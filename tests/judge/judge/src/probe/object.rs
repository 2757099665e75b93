//! Objects: all members, the required ones, one less, one more, and each member varied.

use super::{Maker, Probe, pattern};
use serde_json::{Map, Value, json};

impl Maker<'_> {
    pub(super) fn object(&mut self, schema: &Map<String, Value>, depth: usize) -> Vec<Probe> {
        let required = names(schema.get("required"));
        let empty = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let mut variants: Vec<(String, Vec<Probe>)> = Vec::new();
        for (name, member) in properties {
            // At the end of a recursion only what must be there.
            if depth > 0 || required.contains(name) {
                variants.push((name.clone(), self.each(member, depth.saturating_sub(1))));
            }
        }
        let mut whole: Map<String, Value> = variants
            .iter()
            .filter_map(|(name, all)| Some((name.clone(), all.first()?.value.clone())))
            .collect();
        for name in &required {
            whole.entry(name).or_insert_with(|| json!("required"));
        }
        let mut least = whole.clone();
        least.retain(|name, _| required.contains(name));
        // A name that the schema has for every entry, where it has one.
        let entry = self.entry_name(schema);
        let entries = schema.get("additionalProperties").or(schema.get("patternProperties"));
        let any = Value::Bool(true);
        let entries = match entries {
            Some(Value::Object(patterns)) if schema.get("additionalProperties").is_none() => {
                patterns.values().next().unwrap_or(&any)
            }
            other => other.unwrap_or(&any),
        };
        let further = if depth > 0 { self.each(entries, depth - 1) } else { Vec::new() };

        let with = |name: &str, value: &Value| {
            let mut members = whole.clone();
            members.insert(name.to_owned(), value.clone());
            Value::Object(members)
        };
        let mut out = vec![
            Probe::new(whole.clone(), "all members"),
            Probe::new(least.clone(), "required members alone"),
        ];
        for (name, all) in &variants {
            out.extend(all.iter().skip(1).map(|p| Probe::new(with(name, &p.value), p.what)));
        }
        for name in whole.keys() {
            let mut members = whole.clone();
            members.remove(name);
            let what =
                if required.contains(name) { "a required member missing" } else { "a member less" };
            out.push(Probe::new(members, what));
        }
        out.extend(further.iter().map(|p| Probe::new(with(&entry, &p.value), "a further member")));
        out.push(Probe::new(with("a \"name\"\n", &json!(1)), "a further member of an odd name"));
        for count in [bound(schema, "minProperties"), bound(schema, "maxProperties")] {
            let Some(count) = count else { continue };
            for count in [count.saturating_sub(1), count, count + 1] {
                out.push(Probe::new(filled(&least, &further, count), "so many members"));
            }
        }
        out
    }

    fn entry_name(&mut self, schema: &Map<String, Value>) -> String {
        let listed = schema.get("propertyNames").and_then(|n| n.get("enum"));
        let listed = listed.and_then(|all| all.get(0)).and_then(Value::as_str);
        let patterns = schema.get("patternProperties").and_then(Value::as_object);
        let pattern = patterns.and_then(|p| p.keys().next().map(String::as_str));
        let pattern = pattern
            .or_else(|| schema.get("propertyNames").and_then(|n| n.get("pattern")?.as_str()));
        match (listed, pattern) {
            (Some(name), _) => name.to_owned(),
            (None, Some(pattern)) => pattern::sample(pattern, self.random),
            (None, None) => "further".to_owned(),
        }
    }
}

fn filled(least: &Map<String, Value>, further: &[Probe], count: usize) -> Value {
    let mut members = least.clone();
    let value = further.first().map_or(Value::Null, |p| p.value.clone());
    for at in members.len()..count.min(200) {
        members.insert(format!("further {at}"), value.clone());
    }
    Value::Object(members)
}

fn names(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array).map_or(&[][..], |l| l);
    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// A keyword that is a count.
pub(super) fn bound(schema: &Map<String, Value>, keyword: &str) -> Option<usize> {
    let count = schema.get(keyword)?.as_f64()?;
    (count >= 0.0).then_some(count as usize)
}
