//! A server of the official SDK whose tools take generated arguments: it lists the schemas that the manifest has, word for word,
//! and reads calls by the generated types.

mcp_bindings::include_bindings!(
    /// The quickstart's notebook.
    pub mod notebook
);

use notebook::{AddNoteArgs, AddNoteOutput, SearchNotesArgs, add_note};
use rmcp::{
    Json, ServiceExt, handler::server::wrapper::Parameters, model::CallToolRequestParams, tool,
    tool_handler, tool_router,
};
use serde_json::{Value, json};

/// The handlers.
#[derive(Clone)]
struct Notebook;

#[tool_router]
impl Notebook {
    #[tool(name = "add_note", description = "Writes a note.")]
    fn add_note(&self, Parameters(args): Parameters<AddNoteArgs>) -> Json<AddNoteOutput> {
        Json(AddNoteOutput::new(7, args.title, add_note::Priority::Normal, true))
    }

    #[tool(name = "search_notes", description = "Finds notes.")]
    fn search_notes(&self, Parameters(args): Parameters<SearchNotesArgs>) -> String {
        format!("{} {:?}", args.query, args.limit)
    }
}

#[tool_handler]
impl rmcp::ServerHandler for Notebook {}

/// A schema as the SDK lists it, less the dialect, which it adds where there is none.
fn listed(schema: &serde_json::Map<String, Value>) -> Value {
    let mut schema = schema.clone();
    schema.remove("$schema");
    Value::Object(schema)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let server = tokio::spawn(async move {
        let running = Notebook.serve(ours).await.expect("the server starts");
        running.waiting().await.expect("the server ends")
    });
    let client = ().serve(theirs).await.expect("the client starts");

    for tool in client.list_all_tools().await.expect("the tools are listed") {
        let known = notebook::SERVER.tools().iter().find(|known| known.name() == tool.name);
        let known = known.expect("a known tool");
        assert_eq!(listed(&tool.input_schema), json(known.input_schema()), "{}", tool.name);
        if let Some(schema) = &tool.output_schema {
            let output = known.output_schema().expect("an output schema");
            assert_eq!(listed(schema), json(output), "{}", tool.name);
        }
    }

    let call = |name: &'static str, arguments: Value| {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        client.call_tool(CallToolRequestParams::new(name).with_arguments(arguments))
    };
    let added = call("add_note", json!({"title": "Milk"})).await.expect("a right call");
    let expected = json!({"id": 7, "title": "Milk", "priority": "normal", "created": true});
    assert_eq!(added.structured_content, Some(expected));
    // What the contract does not know is refused by the generated type: its object is closed.
    for wrong in [json!({"title": "Milk", "colour": "red"}), json!({})] {
        let answer = call("add_note", wrong).await.expect("an answer");
        assert_eq!(answer.is_error, Some(true), "{answer:?}");
    }

    client.cancel().await.expect("the client ends");
    server.await.expect("the server ends well");
    println!("rmcp lists and reads generated arguments");
}
