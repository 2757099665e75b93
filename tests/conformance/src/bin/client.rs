//! A client over generated bindings, driven by the suite: the address of its server is the last argument, the rest is in `MCP_CONFORMANCE_*`.

use mcp_bindings::{
    Connection, Elicited, FormRequest, Map, Options, Value, http::Endpoint,
    protocol::v2026_07_28::CreateMessageResult,
};
use std::{env, future::IntoFuture};

mcp_bindings::include_bindings!(mod mocks);
use mocks::*;

type Failed = Box<dyn std::error::Error>;

const MODERN: &str = "2026-07-28";

/// Fills in what is required and has no default.
fn fill(form: &FormRequest) -> Map<String, Value> {
    let schema: Value = serde_json::from_str(form.schema()).unwrap_or_default();
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let names = required.iter().filter_map(Value::as_str);
    let missing = names.filter(|name| schema["properties"][name].get("default").is_none());
    let value = |name: &str| match schema["properties"][name]["type"].as_str() {
        Some("boolean") => Value::from(true),
        Some("integer" | "number") => Value::from(1),
        _ => Value::from("text"),
    };
    missing.map(|name| (name.to_owned(), value(name))).collect()
}

fn options() -> Options {
    Options::new("mcp-bindgen-conformance", env!("CARGO_PKG_VERSION"))
        .on_form(|form| async move { Elicited::Accepted(fill(&form)) })
        .on_roots(|| async { Ok(Vec::new()) })
        .on_sample(|_| async {
            let text =
                r#"{"role":"assistant","model":"none","content":{"type":"text","text":"Paris"}}"#;
            Ok(mcp_bindings::from_str::<CreateMessageResult>(text)?)
        })
}

/// What the suite hands over for the scenario.
fn context() -> Value {
    let text = env::var("MCP_CONFORMANCE_CONTEXT").unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// The arguments of a call that the suite asks for.
fn asked(tool: &str) -> String {
    let context = context();
    let calls = context["toolCalls"].as_array().cloned().unwrap_or_default();
    let call = calls.into_iter().find(|call| call["name"] == tool).unwrap_or_default();
    call["arguments"].to_string()
}

async fn run(scenario: &str, connection: &Connection) -> Result<(), Failed> {
    let client = Client::new(connection.clone());
    match scenario {
        "tools_call" => {
            client.connection().tools().await?;
            client.add_numbers(AddNumbersArgs::new(5.0, 3.0)).await?;
        }
        "elicitation-sep1034-client-defaults" => {
            client.connection().tools().await?;
            client.test_client_elicitation_defaults(Default::default()).await?;
        }
        "sse-retry" => {
            client.connection().tools().await?;
            client.test_reconnection(Default::default()).await?;
        }
        "http-standard-headers" => {
            client.connection().tools().await?;
            client.test_headers(Default::default()).await?;
            client.my_hyphenated_tool_tool(Default::default()).await?;
            for resource in client.connection().resources().await?.entries {
                client.connection().read(&resource.value.uri).await?;
            }
            client.connection().prompts().await?;
            client.prompts().test_prompt(Default::default()).await?;
        }
        "http-custom-headers" => {
            client.connection().tools().await?;
            // A model's call: a name and JSON, read by the bindings.
            for tool in ["test_custom_headers", "test_custom_headers_null"] {
                match ToolCall::decode(tool, &asked(tool))? {
                    ToolCall::TestCustomHeaders(args) => client.test_custom_headers(args).await?,
                    ToolCall::TestCustomHeadersNull(args) => {
                        client.test_custom_headers_null(args).await?
                    }
                    other => return Err(format!("{other:?}").into()),
                };
            }
        }
        "http-invalid-tool-headers" => {
            let listed = client.connection().tools().await?;
            for fault in &listed.faults {
                eprintln!("left out: {fault}");
            }
            for tool in listed.entries {
                match tool.value.name.as_str() {
                    "valid_tool" => {
                        drop(client.valid_tool_tool(ValidToolToolArgs::new("eu")).await?)
                    }
                    other => {
                        let params =
                            serde_json::json!({"name": other, "arguments": {}}).to_string();
                        client.connection().request("tools/call", &params).await?;
                    }
                }
            }
        }
        "json-schema-2020-12-preservation" => {
            let listed = client.connection().tools().await?;
            let focal =
                listed.entries.iter().find(|tool| tool.value.name == "json_schema_2020_12_tool");
            let focal: Value = serde_json::from_str(focal.ok_or("no such tool")?.raw.get())?;
            client.json_schema_echo(JsonSchemaEchoArgs::new(focal["inputSchema"].clone())).await?;
        }
        "sep-2322-client-request-state" => {
            client.connection().tools().await?;
            let (echoed, unrelated) = tokio::join!(
                client.test_mrtr_echo_state(Default::default()).into_future(),
                client.test_mrtr_unrelated(Default::default()).into_future(),
            );
            (echoed?, unrelated?);
            client.test_mrtr_no_state(Default::default()).await?;
            client.test_mrtr_no_result_type(Default::default()).await?;
        }
        // `initialize`, `request-metadata`, `json-schema-ref-no-deref` and those without a part of their own.
        _ => drop(client.connection().tools().await?),
    }
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failed> {
    let url = env::args().next_back().ok_or("the address of the server is the last argument")?;
    let scenario = env::var("MCP_CONFORMANCE_SCENARIO").unwrap_or_default();
    let connection = Endpoint::new(&url)?.connect(options()).await?;
    let outcome = run(&scenario, &connection).await;
    if env::var("MCP_CONFORMANCE_PROTOCOL_VERSION").is_ok_and(|version| version == MODERN) {
        let revision = connection.revision().map(|revision| revision.as_str());
        if revision != Some(MODERN) {
            return Err(format!("the server was taken for one of {revision:?}").into());
        }
    }
    connection.close().await;
    outcome
}
