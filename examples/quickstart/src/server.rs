//! The server: a handler for each tool of the manifest. Leave one out and the build fails, naming it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use mcp_bindings::{Content, Context, ToolError, ToolResult};

use crate::notebook::{
    AddNoteArgs, AddNoteOutput, DeleteNoteArgs, DeleteNoteOutput, ExportNotesArgs, SearchNotesArgs,
    SearchNotesOutput, Server, add_note, export_notes::Format, search_notes,
};

/// Notes in memory.
#[derive(Debug, Default)]
pub(crate) struct Notebook {
    shelf: Mutex<Shelf>,
}

#[derive(Debug, Default)]
struct Shelf {
    notes: Vec<search_notes::OutputNote>,
    last_id: u64,
}

impl Server for Notebook {
    async fn add_note(&self, args: AddNoteArgs, _: &Context) -> ToolResult<AddNoteOutput> {
        let mut shelf = self.shelf();
        shelf.last_id += 1;
        let priority = args.priority_or_default();
        let output = AddNoteOutput::new(shelf.last_id, args.title.as_str(), priority, true);
        let note = note(shelf.last_id, args, stored(priority));
        shelf.notes.push(note);
        Ok(output)
    }

    async fn search_notes(
        &self,
        args: SearchNotesArgs,
        _: &Context,
    ) -> ToolResult<SearchNotesOutput> {
        let shelf = self.shelf();
        let found: Vec<_> = shelf.notes.iter().filter(|note| fits(note, &args)).collect();
        let limit = usize::try_from(args.limit_or_default())?;
        let notes = found.iter().take(limit).map(|&note| note.clone()).collect();
        Ok(SearchNotesOutput::new(u64::try_from(found.len())?, notes))
    }

    async fn delete_note(&self, args: DeleteNoteArgs, _: &Context) -> ToolResult<DeleteNoteOutput> {
        let mut shelf = self.shelf();
        let Some(at) = shelf.notes.iter().position(|note| note.id == args.id) else {
            return Err(ToolError::new(format!("no note has the id {}", args.id)));
        };
        shelf.notes.remove(at);
        Ok(DeleteNoteOutput::new(true))
    }

    async fn export_notes(&self, args: ExportNotesArgs, _: &Context) -> ToolResult<Content> {
        let shelf = self.shelf();
        Ok(match args.format {
            Format::Json => mcp_bindings::to_string(&shelf.notes)?.into(),
            Format::Markdown => shelf.notes.iter().map(line).collect::<String>().into(),
        })
    }
}

impl Notebook {
    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A priority as `search_notes` returns it: each tool has types of its own.
fn stored(given: add_note::Priority) -> search_notes::OutputPriority {
    use add_note::Priority;
    use search_notes::OutputPriority as Stored;
    match given {
        Priority::Low => Stored::Low,
        Priority::Normal => Stored::Normal,
        Priority::High => Stored::High,
    }
}

/// The note that the arguments of `add_note` describe, as `search_notes` returns it.
fn note(
    id: u64,
    args: AddNoteArgs,
    priority: search_notes::OutputPriority,
) -> search_notes::OutputNote {
    let (body, tags) = (args.body.flatten(), args.tags.unwrap_or_default());
    let mut note = search_notes::OutputNote::new(id, args.title, body, tags, priority);
    note.properties = args.properties;
    note.source = args.source.map(|given| {
        let mut source = search_notes::OutputSource::new(given.name);
        source.page = given.page;
        source
    });
    note
}

fn fits(note: &search_notes::OutputNote, args: &SearchNotesArgs) -> bool {
    let text = format!("{}\n{}", note.title, note.body.as_deref().unwrap_or_default());
    let mut tags = args.tags.iter().flatten();
    text.to_lowercase().contains(&args.query.to_lowercase())
        && tags.all(|tag| note.tags.contains(tag))
}

/// A note as a list item in Markdown.
fn line(note: &search_notes::OutputNote) -> String {
    format!("- {} ({})\n", note.title, note.priority.as_str())
}
