//! Overrides once all types are known: types from elsewhere only where a table can hold them, what items get, and an error
//! for each override that has met nothing.

use super::Analyst;
use crate::diagnostic::Diagnostic;
use crate::model::{Body, Constraint, Foreign, Literal, Loss, Model, Rest, Shape, TypeId, Use};
use crate::overrides::{SchemaOverrides, did_you_mean};
use std::collections::BTreeSet;

impl Analyst {
    /// Applies what is left of a tool's overrides. `roots` are the arguments and the output, `known` the pointers of all
    /// schemas within the tool's entry.
    pub(crate) fn settle(
        &mut self,
        roots: &mut [&mut Use],
        known: &BTreeSet<String>,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        self.settle_foreign(roots, &mut found);
        let fixed: Vec<TypeId> = roots.iter().filter_map(|of| named(&self.model, of)).collect();
        let schemas = std::mem::take(&mut self.custom.schemas);
        for (place, overrides) in &schemas {
            if known.contains(place) {
                self.settle_schema(place, overrides, &fixed, &mut found);
            } else {
                let d = overrides.spot.unmatched("the tool has no schema at this pointer");
                let near = did_you_mean(place, known.iter().map(String::as_str));
                found.push(d.with_help(near.unwrap_or_else(|| nearest_above(place, known))));
            }
        }
        self.custom.schemas = schemas;
        found
    }

    fn settle_schema(
        &mut self,
        place: &str,
        overrides: &SchemaOverrides,
        fixed: &[TypeId],
        found: &mut Vec<Diagnostic>,
    ) {
        if let Some(rename) =
            overrides.rename.as_ref().filter(|_| !self.custom.renamed.contains(place))
        {
            let d = rename
                .spot
                .unmatched("this schema is neither that of a field nor that of a variant");
            found.push(d.with_help(
                "`rename_type` renames a struct or an enum, `variants` the variants of an enum",
            ));
        }
        if let Some(ty) = overrides.ty.as_ref().filter(|_| !self.custom.replaced.contains(place)) {
            let d = ty.spot.unmatched("no type is made for this schema alone");
            found.push(
                d.with_help("name the pointer of a member's, an item's or a definition's schema"),
            );
        }
        let wants = overrides.wants_of_items();
        let Some(first) = wants.first() else { return };
        let ids: Vec<TypeId> =
            self.custom.items.get(place).into_iter().flatten().copied().collect();
        if ids.is_empty() {
            let below = self
                .custom
                .items
                .keys()
                .find(|k| k.strip_prefix(place).is_some_and(|t| t.starts_with('/')));
            let d = first.unmatched("no struct or enum is made from this schema");
            found.push(match below {
                Some(below) => d.with_help(format!("did you mean \"{below}\"?")),
                None => d.with_help("`mcp-bindgen generate` shows which types there are"),
            });
            return;
        }
        for id in ids {
            self.customise(id, overrides, fixed, found);
        }
    }

    fn customise(
        &mut self,
        id: TypeId,
        overrides: &SchemaOverrides,
        fixed: &[TypeId],
        found: &mut Vec<Diagnostic>,
    ) {
        let id = named(&self.model, &Use::of(Shape::Named(id))).unwrap_or(id);
        let Some(t) = self.model.types.get_mut(id.0) else { return };
        if let Some(name) = &overrides.rename_type {
            if fixed.contains(&id) {
                let d =
                    name.spot.unmatched("the arguments and the output are named after the tool");
                found.push(d.with_help("give the tool a `rename`"));
            }
            t.custom.name = Some(name.value.clone());
        }
        t.custom.additions.extend(&overrides.own);
        let known = values(&t.body);
        for (value, name) in &overrides.variants {
            if known.contains(value) {
                t.custom.variants.insert(value.clone(), name.value.clone());
                continue;
            }
            let d = name.spot.unmatched(format_args!("the schema has no value \"{value}\""));
            let near = did_you_mean(value, known.iter().map(String::as_str));
            found.push(d.with_help(near.unwrap_or_else(|| {
                match known.is_empty() {
                    true => {
                        "a variant of a union is renamed by `rename` at the pointer of its branch"
                            .to_owned()
                    }
                    false => format!("there are: {}", known.join(", ")),
                }
            })));
        }
    }

    /// Leaves types from elsewhere in fields alone, with the constraints on them as losses.
    fn settle_foreign(&mut self, roots: &mut [&mut Use], found: &mut Vec<Diagnostic>) {
        let Model { types, .. } = &mut self.model;
        let mut kept = Vec::new();
        for t in types {
            match &mut t.body {
                Body::Record(record) => {
                    record.members.iter_mut().for_each(|m| keep(&mut m.of, &mut kept));
                    if let Rest::Of(of) = &mut record.rest {
                        give_back(of, "the type of members that are not declared", found);
                    }
                }
                Body::Union(union) => union
                    .variants
                    .iter_mut()
                    .for_each(|v| give_back(&mut v.of, "an alternative of a union", found)),
                Body::Tuple(tuple) => tuple
                    .items
                    .iter_mut()
                    .chain(&mut tuple.rest)
                    .for_each(|of| give_back(of, "an item of a tuple", found)),
                Body::Alias(of) => give_back(of, "a type that holds itself", found),
                Body::Open | Body::StringEnum(_) | Body::ValueEnum(_) => {}
            }
        }
        roots.iter_mut().for_each(|of| give_back(of, "an output as a whole", found));
        self.losses.extend(kept);
    }
}

impl Use {
    /// The type from elsewhere that it is, or is a list or a map of.
    pub(crate) fn foreign(&self) -> Option<&Foreign> {
        match &self.shape {
            Shape::Foreign(foreign) => Some(foreign),
            Shape::Array(of) | Shape::Map(of) => of.foreign(),
            _ => None,
        }
    }
}

/// A field of a foreign type is read by its own serde, as one: what the table would check of it is lost.
fn keep(of: &mut Use, losses: &mut Vec<Loss>) {
    let Some(foreign) = of.foreign() else { return };
    let pointer = foreign.at.clone();
    let mut lost = foreign.instead.checks.clone();
    let mut of = of;
    loop {
        lost.append(&mut of.checks);
        match &mut of.shape {
            Shape::Array(inner) | Shape::Map(inner) => of = inner,
            _ => break,
        }
    }
    losses.extend(lost.iter().map(|Constraint { check, .. }| {
        let what = format!("`{}` of a type from elsewhere", check.keyword());
        Loss::deferred(pointer.clone(), what)
    }));
}

/// Puts back what a table can hold: a warning where a format asked for more, an error where a pointer did.
fn give_back(of: &mut Use, place: &str, found: &mut Vec<Diagnostic>) {
    match &mut of.shape {
        Shape::Array(inner) | Shape::Map(inner) => give_back(inner, place, found),
        Shape::Foreign(foreign) => {
            let instead = (*foreign.instead).clone();
            let help =
                "a type from elsewhere can be that of a member, or of a list or a map in one";
            found.push(if foreign.by_format {
                let why = format!("is not applied at {}, which is {place}", foreign.at);
                foreign.spot.warning("foreign-place", why).with_help(help)
            } else {
                let why = format!("`{}` cannot stand here, for this is {place}", foreign.path);
                foreign.spot.error("foreign-place", why).with_help(help)
            });
            *of = Use { nullable: of.nullable, ..instead };
        }
        _ => {}
    }
}

/// The type that a use leads to, past other names of it.
fn named(model: &Model, of: &Use) -> Option<TypeId> {
    let mut of = of;
    for _ in 0..16 {
        let Shape::Named(id) = of.shape else { return None };
        match &model.get(id)?.body {
            Body::Alias(next) => of = next,
            _ => return Some(id),
        }
    }
    None
}

/// The values of an enum as `variants` names them: strings as they are, others as JSON; the kinds of a list of types.
fn values(body: &Body) -> Vec<String> {
    match body {
        Body::StringEnum(values) => values.clone(),
        Body::ValueEnum(values) => Literal::keys(values),
        Body::Union(union) => {
            union.variants.iter().filter(|v| v.is_kind).map(|v| v.label.clone()).collect()
        }
        _ => Vec::new(),
    }
}

/// The innermost schema around a pointer that leads nowhere.
fn nearest_above(place: &str, known: &BTreeSet<String>) -> String {
    let mut above = place;
    while let Some((shorter, _)) = above.rsplit_once('/') {
        above = shorter;
        if known.contains(above) {
            return format!("the schema at \"{above}\" is there");
        }
    }
    "the tool has no such schema at all".to_owned()
}
