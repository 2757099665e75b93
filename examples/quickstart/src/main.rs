//! A generated client calls a generated server, which runs as a child process and talks over its standard streams.
//!
//! `quickstart` is the client and starts `quickstart serve`.

mod server;

mcp_bindings::include_bindings!(pub(crate) mod notebook);

use std::{env, error, process::Command};

use mcp_bindings::{Error, stdio};
use notebook::{
    AddNoteArgs, Client, DeleteNoteArgs, ExportNotesArgs, SearchNotesArgs,
    add_note::{Priority, Source},
    export_notes::Format,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn error::Error>> {
    match env::args().nth(1).as_deref() {
        None => call_server().await,
        Some("serve") => Ok(stdio::serve(notebook::service(server::Notebook::default())).await?),
        Some(other) => {
            Err(format!("`{other}` is no command: run `quickstart` or `quickstart serve`").into())
        }
    }
}

/// Starts the server and makes typed calls.
async fn call_server() -> Result<(), Box<dyn error::Error>> {
    let mut command = Command::new(env::current_exe()?);
    command.arg("serve");
    let client = Client::new(stdio::connect(command).await?);

    let source = Source::new("Handbook").with_page(12);
    let note = AddNoteArgs::new("Read the log").with_priority(Priority::High).with_source(source);
    let added = client.add_note(note).await?;
    println!("added note {}: {} ({})", added.id, added.title, added.priority.as_str());
    client
        .add_note(AddNoteArgs::new("Water the plants").with_tags(vec!["home".to_owned()]))
        .await?;

    let found = client.search_notes(SearchNotesArgs::new("log")).await?;
    for note in &found.notes {
        let source = note.source.as_ref().map_or("nowhere", |source| &source.name);
        println!("found note {} of {}: {}, from {source}", note.id, found.total, note.title);
    }
    let exported = client.export_notes(ExportNotesArgs::new(Format::Markdown)).await?;
    println!("exported:\n{}", exported.text());

    // A tool that fails says why, in words for a model.
    match client.delete_note(DeleteNoteArgs::new(99)).await {
        Err(Error::Tool(failure)) => println!("tool error: {}", failure.content().text()),
        other => return Err(format!("expected a tool error, got {other:?}").into()),
    }
    // Arguments that break the tool's schema are refused here: nothing is sent.
    match client.search_notes(SearchNotesArgs::new("log").with_limit(500)).await {
        Err(Error::Arguments(violations)) => println!("refused: {violations}"),
        other => return Err(format!("expected refused arguments, got {other:?}").into()),
    }
    client.connection().close().await;
    Ok(())
}
