//! Calls `@modelcontextprotocol/server-filesystem`. Its last argument is the folder that it may touch, which is empty.

use std::{env, fs, path::Path};

use filesystem::{
    Client, CreateDirectoryArgs, DirectoryTreeArgs, EditFileArgs, GetFileInfoArgs,
    ListAllowedDirectoriesArgs, ListDirectoryArgs, ListDirectoryWithSizesArgs, MoveFileArgs,
    ReadMediaFileArgs, ReadMultipleFilesArgs, ReadTextFileArgs, SearchFilesArgs, WriteFileArgs,
    edit_file::EditsItem, list_directory_with_sizes::SortBy, read_media_file,
};
use mcp_bindings::Error;
use real_servers::{Outcome, connect, failure};

mcp_bindings::include_bindings!(pub mod filesystem);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let room = env::args().next_back().expect("the command line names a folder");
    let path = |name: &str| Path::new(&room).join(name).to_string_lossy().into_owned();
    let client = Client::new(connect().await?);
    assert_eq!(client.connection().ready().await?.name(), "secure-filesystem-server");

    let allowed = client.list_allowed_directories(ListAllowedDirectoriesArgs::new()).await?;
    assert_eq!(allowed.content, format!("Allowed directories:\n{room}"));

    let verse = "one\ntwo\nthree\n";
    let written = client.write_file(WriteFileArgs::new(path("verse.txt"), verse)).await?;
    assert_eq!(written.content, format!("Successfully wrote to {}", path("verse.txt")));
    assert_eq!(fs::read_to_string(path("verse.txt"))?, verse);
    let read = client.read_text_file(ReadTextFileArgs::new(path("verse.txt"))).await?;
    assert_eq!(read.content, verse);
    let head = ReadTextFileArgs::new(path("verse.txt")).with_head(2.0);
    assert_eq!(client.read_text_file(head).await?.content, "one\ntwo");

    client.create_directory(CreateDirectoryArgs::new(path("a/b"))).await?;
    assert!(Path::new(&path("a/b")).is_dir());
    let moved = MoveFileArgs::new(path("verse.txt"), path("a/song.txt"));
    client.move_file(moved).await?;
    assert!(!Path::new(&path("verse.txt")).exists());
    let listed = client.list_directory(ListDirectoryArgs::new(path("a"))).await?;
    let mut lines: Vec<_> = listed.content.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["[DIR] b", "[FILE] song.txt"]);

    let edit = || EditFileArgs::new(path("a/song.txt"), vec![EditsItem::new("two", "zwei")]);
    let shown = client.edit_file(edit().with_dry_run(true)).await?;
    assert!(shown.content.contains("\n-two\n+zwei\n"), "{}", shown.content);
    assert_eq!(fs::read_to_string(path("a/song.txt"))?, verse, "a dry run changes nothing");
    client.edit_file(edit()).await?;
    assert_eq!(fs::read_to_string(path("a/song.txt"))?, "one\nzwei\nthree\n");
    let failed = failure(client.edit_file(edit()).await);
    assert_eq!(failed.content().text(), "Could not find exact match for edit:\ntwo");

    let info = client.get_file_info(GetFileInfoArgs::new(path("a/song.txt"))).await?;
    assert!(info.content.lines().any(|line| line == "size: 15"), "{}", info.content);
    let sizes = ListDirectoryWithSizesArgs::new(path("a")).with_sort_by(SortBy::Size);
    let sizes = client.list_directory_with_sizes(sizes).await?;
    assert!(sizes.content.contains("Total: 1 files, 1 directories"), "{}", sizes.content);
    let found = client.search_files(SearchFilesArgs::new(room.as_str(), "**/*.txt")).await?;
    assert_eq!(found.content, path("a/song.txt"));
    let tree = DirectoryTreeArgs::new(room.as_str()).with_exclude_patterns(vec!["b".to_owned()]);
    let tree = client.directory_tree(tree).await?;
    assert!(tree.content.contains("song.txt") && !tree.content.contains("\"b\""));

    // Not found is told file by file; nothing to read is refused before it is sent.
    let several = ReadMultipleFilesArgs::new(vec![path("a/song.txt"), path("a/none.txt")]);
    let several = client.read_multiple_files(several).await?;
    assert!(several.content.contains("zwei") && several.content.contains("none.txt: Error - "));
    match client.read_multiple_files(ReadMultipleFilesArgs::new(Vec::new())).await {
        Err(Error::Arguments(e)) => assert_eq!(e.violations()[0].pointer(), "/paths"),
        other => panic!("expected refused arguments, got {other:?}"),
    }

    // Both alternatives of a union come back typed.
    fs::write(path("dot.gif"), b"GIF89a")?;
    fs::write(path("data.bin"), [0, 1, 2])?;
    for (name, media) in [("dot.gif", true), ("data.bin", false)] {
        let read = client.read_media_file(ReadMediaFileArgs::new(path(name))).await?;
        match read.content.as_slice() {
            [image] if media => {
                let expected = r#"{"type":"image","data":"R0lGODlh","mimeType":"image/gif"}"#;
                assert_eq!(mcp_bindings::to_string(image)?, expected);
            }
            [read_media_file::OutputContentItem::Resource(block)] if !media => {
                assert_eq!(block.resource.blob, "AAEC");
                assert_eq!(block.resource.mime_type.as_deref(), Some("application/octet-stream"));
            }
            other => panic!("{name}: {other:?}"),
        }
    }

    let outside = WriteFileArgs::new("/mcp-bindgen-was-here", "");
    let failed = failure(client.write_file(outside).await);
    let text = failed.content().text();
    assert!(text.starts_with("Access denied - path outside allowed directories"), "{text}");
    assert!(failed.structured().is_none());

    client.connection().close().await;
    Ok(())
}
