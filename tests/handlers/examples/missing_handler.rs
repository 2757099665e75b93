//! No handler for `delete_note`.

use handlers::notebook::{
    AddNoteArgs, AddNoteOutput, ExportNotesArgs, SearchNotesArgs, SearchNotesOutput, Server,
    add_note::Priority,
};
use mcp_bindings::{Content, Context, ToolResult};

struct Notebook;

impl Server for Notebook {
    //~ E0046
    async fn add_note(&self, args: AddNoteArgs, _: &Context) -> ToolResult<AddNoteOutput> {
        Ok(AddNoteOutput::new(1, args.title, Priority::Normal, true))
    }

    async fn search_notes(&self, _: SearchNotesArgs, _: &Context) -> ToolResult<SearchNotesOutput> {
        Ok(SearchNotesOutput::new(0, Vec::new()))
    }

    async fn export_notes(&self, _: ExportNotesArgs, _: &Context) -> ToolResult<Content> {
        Ok("nothing".into())
    }
}

fn main() {}
