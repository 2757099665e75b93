//! Arrays: each count that matters, each item varied, and items that are equal.

use super::object::bound;
use super::{Maker, Probe};
use serde_json::{Map, Value};

/// A longer list is not made.
const LONGEST: usize = 2000;

impl Maker<'_> {
    pub(super) fn array(&mut self, schema: &Map<String, Value>, depth: usize) -> Vec<Probe> {
        if depth == 0 {
            return vec![Probe::new(Vec::<Value>::new(), "no items")];
        }
        let items = schema.get("items");
        let prefix = schema.get("prefixItems").or(items.filter(|i| i.is_array()));
        let prefix = prefix.and_then(Value::as_array).cloned().unwrap_or_default();
        let any = Value::Bool(true);
        let further = schema.get("additionalItems").or(items.filter(|i| !i.is_array()));
        let further = self.each(further.unwrap_or(&any), depth - 1);
        let prefix: Vec<_> = prefix.iter().map(|s| self.each(s, depth - 1)).collect();
        let (least, most) = (bound(schema, "minItems"), bound(schema, "maxItems"));
        let unique = schema.get("uniqueItems") == Some(&Value::Bool(true));

        // So many items, the first ones as the prefix has them; different ones where they have to differ.
        let list = |count: usize| -> Vec<Value> {
            let item = |at: usize| match prefix.get(at) {
                Some(all) => all.first(),
                None if unique => further.get((at - prefix.len()) % further.len().max(1)),
                None => further.first(),
            };
            (0..count.min(LONGEST)).filter_map(|at| Some(item(at)?.value.clone())).collect()
        };
        let plain = list((prefix.len() + 1).max(least.unwrap_or(0)).min(most.unwrap_or(LONGEST)));
        let mut out = vec![Probe::new(plain.clone(), "plain"), Probe::new(list(0), "no items")];
        for (at, value) in plain.iter().enumerate() {
            let all = prefix.get(at).unwrap_or(&further);
            for variant in all.iter().filter(|p| p.value != *value) {
                let mut varied = plain.clone();
                varied[at] = variant.value.clone();
                out.push(Probe::new(varied, variant.what));
            }
            if at > prefix.len() {
                break;
            }
        }
        for count in [least, most].into_iter().flatten() {
            let counts = [count.saturating_sub(1), count, count + 1];
            out.extend(counts.map(|count| Probe::new(list(count), "so many items")));
        }
        out.extend(prefix.len().checked_sub(1).map(|n| Probe::new(list(n), "an item less")));
        out.push(Probe::new(list(prefix.len() + 2), "more items"));
        if let Some(first) = plain.first() {
            let twice = [&plain[..], std::slice::from_ref(first)].concat();
            out.push(Probe::new(twice, "an item twice"));
        }
        out
    }
}
