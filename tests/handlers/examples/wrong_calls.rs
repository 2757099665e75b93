//! Calls that do not fit their tools.

use handlers::notebook::{
    AddNoteArgs, Client, DeleteNoteArgs, ExportNotesArgs, SearchNotesArgs, ToolCall,
    add_note::Priority, export_notes::Format,
};

async fn call(client: Client) {
    let _ = client.delete_notes(DeleteNoteArgs::new(1)).await; //~ E0599
    let _ = client.delete_note(ExportNotesArgs::new(Format::Json)).await; //~ E0308
    let _ = client.delete_note(DeleteNoteArgs::new()).await; //~ E0061
    let _ = client.delete_note(DeleteNoteArgs::new("1")).await; //~ E0308
    let _ = client.search_notes(SearchNotesArgs::new("q").with_limit(1.5)).await; //~ E0308
    let _ = client.search_notes(SearchNotesArgs::new("q").with_limits(1)).await; //~ E0599
    let _ = client.search_notes(SearchNotesArgs { limit: Some(1), tags: None }).await; //~ E0063
    let _ = client.export_notes(ExportNotesArgs { format: Format::Json, f: 1 }).await; //~ E0560
    let _ = client.add_note(AddNoteArgs::new("t").with_priority(Priority::Urgent)).await; //~ E0599
    if let Ok(added) = client.add_note(AddNoteArgs::new("t")).await {
        let _: &str = &added.id; //~ E0308
        let _ = added.identifier; //~ E0609
    }
}

fn all_tools(call: &ToolCall) {
    match call {
        //~ E0004
        ToolCall::AddNote(_) | ToolCall::SearchNotes(_) | ToolCall::ExportNotes(_) => {}
    }
}

fn main() {}
