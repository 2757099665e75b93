//! The same calls as they should be.

use handlers::notebook::{
    AddNoteArgs, Client, DeleteNoteArgs, ExportNotesArgs, SearchNotesArgs, ToolCall,
    add_note::Priority, export_notes::Format,
};

async fn call(client: Client) -> Result<u64, mcp_bindings::Error> {
    client.delete_note(DeleteNoteArgs::new(1)).await?;
    client.search_notes(SearchNotesArgs::new("q").with_limit(1)).await?;
    let search = SearchNotesArgs { query: "q".to_owned(), limit: Some(1), tags: None };
    client.search_notes(search).await?;
    client.export_notes(ExportNotesArgs { format: Format::Json }).await?;
    let added = client.add_note(AddNoteArgs::new("t").with_priority(Priority::High)).await?;
    Ok(added.id)
}

fn tool(call: &ToolCall) -> &'static str {
    match call {
        ToolCall::AddNote(_) => "add",
        ToolCall::SearchNotes(_) => "search",
        ToolCall::DeleteNote(_) => "delete",
        ToolCall::ExportNotes(_) => "export",
    }
}

fn main() {
    let _ = call;
    let _ = tool;
}
