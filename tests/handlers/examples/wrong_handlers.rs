//! Handlers of another shape than their tools.

use handlers::notebook::{
    AddNoteArgs, AddNoteOutput, DeleteNoteArgs, DeleteNoteOutput, ExportNotesArgs,
    SearchNotesOutput, Server,
};
use mcp_bindings::{Content, Context, ToolResult};

struct Notebook;

impl Server for Notebook {
    async fn add_note(&self, _: AddNoteArgs, _: &Context) -> ToolResult<DeleteNoteOutput> {
        //~ E0271
        Ok(DeleteNoteOutput::new(true))
    }

    async fn search_notes(&self, _: AddNoteArgs, _: &Context) -> ToolResult<SearchNotesOutput> {
        //~ E0053
        Ok(SearchNotesOutput::new(0, Vec::new()))
    }

    async fn delete_note(&self, _: DeleteNoteArgs) -> ToolResult<DeleteNoteOutput> {
        //~ E0050
        Ok(DeleteNoteOutput::new(true))
    }

    async fn export_notes(&self, _: ExportNotesArgs, _: &Context) -> ToolResult<Content> {
        Ok("nothing".into())
    }
}

fn main() {
    let _: Option<AddNoteOutput> = None;
}
