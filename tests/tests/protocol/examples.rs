//! The official example messages: each decodes as the type that its folder names, and encodes back equal.

use crate::named;
use mcp_bindgen_tests::{json, shared};

const REVISION: &str = "2026-07-28";

#[test]
fn official_examples_decode_as_their_folder_says_and_encode_back_equal() {
    let Some(folder) = shared::folder() else { return };
    let folder = folder.join("schema").join(REVISION).join("examples");
    let (mut count, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(folder).unwrap() {
        let folder = entry.unwrap();
        let name = folder.file_name().into_string().unwrap();
        for file in shared::json_files(&folder.path()).unwrap() {
            count += 1;
            let text = std::fs::read_to_string(&file).unwrap();
            match (named(REVISION, &name).read)(&text) {
                Err(e) => wrong.push(format!("{}: {e}", file.display())),
                Ok(again) if !json::same(&text, &again.text).unwrap() => {
                    wrong.push(format!("{} became {}", file.display(), again.text));
                }
                Ok(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(count, 129);
}
