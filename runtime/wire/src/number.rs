//! Numbers as they arrive when somebody in the graph turned on `serde_json/arbitrary_precision`:
//! an object with one member of a private name, whose value is the number's text.
use crate::decode::Text;
use serde_core::de::{self, MapAccess, Visitor};
use serde_json::Value;
use std::sync::OnceLock;

/// The name of that member.
const WRAPPED: &str = "$serde_json::private::Number";

/// Whether an object whose first member is `name` is in truth a number. Without the feature it is
/// a plain object, whatever the name.
pub(crate) fn is_wrapped(name: &str) -> bool {
    name == WRAPPED && arbitrary_precision()
}

/// Whether serde_json has that feature, which only its behaviour tells.
#[cold]
fn arbitrary_precision() -> bool {
    static ON: OnceLock<bool> = OnceLock::new();
    *ON.get_or_init(|| {
        let probe = format!("{{\"{WRAPPED}\":\"1\"}}");
        serde_json::from_str(&probe).is_ok_and(|v: Value| v.is_number())
    })
}

/// 2^53: from here on a float no longer says which integer was meant.
pub(crate) const FIRST_INEXACT: f64 = 9_007_199_254_740_992.0;

/// For a visitor that expects a number or another scalar: a wrapped number, or a refused object.
pub(crate) fn visit_wrapped<'de, A: MapAccess<'de>, V: Visitor<'de>>(
    mut map: A,
    visitor: V,
) -> Result<V::Value, A::Error> {
    if map.next_key_seed(Text)?.as_deref() != Some(WRAPPED) {
        return Err(de::Error::invalid_type(de::Unexpected::Map, &visitor));
    }
    visit_text(&map.next_value_seed(Text)?, visitor)
}

/// The visit that serde_json makes for a number's text without `arbitrary_precision`, but for `-0`, which is the integer here.
pub(crate) fn visit_text<'de, V: Visitor<'de>, E: de::Error>(
    text: &str,
    visitor: V,
) -> Result<V::Value, E> {
    if let Ok(n) = text.parse() {
        return visitor.visit_u64(n);
    }
    if let Ok(n) = text.parse() {
        return visitor.visit_i64(n);
    }
    match text.parse::<f64>() {
        Ok(n) if n.is_finite() => visitor.visit_f64(n),
        _ => Err(E::custom("number out of range")),
    }
}
