//! A list of choices as a manifest of arbitrary schemas: no panic and no hang; it ends in diagnostics or in source that parses.
#![no_main]

#[path = "../../tests/hostile/arbitrary.rs"]
#[allow(dead_code)]
mod arbitrary;
#[path = "../../tests/hostile/choices.rs"]
mod choices;
#[path = "../../tests/hostile/end.rs"]
#[allow(dead_code)]
mod end;
#[path = "../../tests/hostile/keywords.rs"]
mod keywords;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = arbitrary::manifest(choices::Choices::new(bytes.to_vec(), true));
    if let Err(fault) = end::once(&text, true) {
        panic!("{fault}: {text}");
    }
});
