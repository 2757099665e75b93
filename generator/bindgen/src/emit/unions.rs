//! Enums over types.

use super::{Emitter, Lines};
use crate::rust::{Item, ToldBy, Union};

impl Emitter<'_> {
    pub(super) fn union(&self, out: &mut Lines, item: &Item, union: &Union) {
        self.head(out, item, "Clone, Debug, PartialEq");
        out.block(format!("pub enum {}", item.name), |out| {
            for v in &union.variants {
                out.docs(&v.docs);
                out.line(format!("{}({}),", v.name, self.ty(&v.ty)));
            }
            if matches!(union.told_by, ToldBy::Tag { open: true, .. }) {
                out.docs(&["One newer than these, as it came."]);
                out.line(format!("Other(::{}::Value),", self.runtime));
            }
        });
        self.union_table(out, item, union);
    }
}
