//! rmcp 3.11 on both sides.

use crate::{
    Failed,
    load::{Figures, load as measure},
    server::{Server, listen},
};
use rmcp::{
    ClientLifecycleMode, ClientServiceExt, RoleClient, ServiceExt,
    handler::server::wrapper::{Json, Parameters},
    model::{CallToolRequestParams, ProtocolVersion},
    schemars,
    service::RunningService,
    tool, tool_router,
    transport::{
        StreamableHttpClientTransport, StreamableHttpServerConfig, StreamableHttpService,
        TokioChildProcess, stdio, streamable_http_server::session::local::LocalSessionManager,
    },
};
use std::sync::Arc;

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct AddArgs {
    a: i64,
    b: i64,
}

#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub struct AddOutput {
    sum: i64,
}

#[derive(Clone)]
pub struct Adder;

#[tool_router(server_handler)]
impl Adder {
    #[tool(description = "Adds two integers")]
    async fn add(&self, Parameters(args): Parameters<AddArgs>) -> Json<AddOutput> {
        Json(AddOutput { sum: args.a + args.b })
    }
}

pub async fn serve_stdio() -> Result<(), Failed> {
    Adder.serve(stdio()).await?.waiting().await?;
    Ok(())
}

pub async fn serve_http() -> Result<(), Failed> {
    let mut config = StreamableHttpServerConfig::default();
    config.legacy_session_mode = false;
    config.json_response = true;
    let service = StreamableHttpService::new(|| Ok(Adder), LocalSessionManager::default().into(), config);
    axum::serve(listen().await?, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}

pub async fn load(server: Server, at_once: usize, seconds: f64) -> Result<Figures, Failed> {
    let mode = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    let (client, pid, _running): (RunningService<RoleClient, ()>, _, _) = match server {
        Server::Command(command) => {
            let process = TokioChildProcess::new(tokio::process::Command::from(*command))?;
            let pid = process.id();
            (().serve_with_lifecycle(process, mode).await?, pid, None)
        }
        Server::Url(url, running) => {
            let transport = StreamableHttpClientTransport::from_uri(url);
            (().serve_with_lifecycle(transport, mode).await?, Some(running.pid()), Some(running))
        }
    };
    let client = Arc::new(client);
    let add = move |a: i64, b: i64| {
        let client = Arc::clone(&client);
        async move {
            let args = serde_json::json!({"a": a, "b": b}).as_object().cloned().unwrap_or_default();
            let result = client.call_tool(CallToolRequestParams::new("add").with_arguments(args)).await?;
            let sum = result.structured_content.and_then(|content| content.get("sum")?.as_i64());
            Ok(sum.ok_or("no sum")?)
        }
    };
    measure(add, pid, at_once, seconds).await
}
