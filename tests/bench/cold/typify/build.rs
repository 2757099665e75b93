//! Names typify and the printer, so that both are linked.

fn main() {
    let types = typify_impl::TypeSpace::default();
    let _ = (types, prettyplease::unparse as fn(&_) -> _);
}
