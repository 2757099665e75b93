//! These bindings on both sides.

use crate::{
    Failed,
    load::{Figures, load as measure},
    server::{Server, listen},
};
use mcp_bindings::{Context, Options, ToolResult, http, stdio};

mcp_bindings::include_bindings!(mod adder);
use adder::{AddArgs, AddOutput, Client};

struct Adder;

impl adder::Server for Adder {
    async fn add(&self, args: AddArgs, _: &Context) -> ToolResult<AddOutput> {
        Ok(AddOutput::new(args.a + args.b))
    }
}

pub async fn serve_stdio() -> Result<(), Failed> {
    Ok(stdio::serve(adder::service(Adder)).await?)
}

pub async fn serve_http() -> Result<(), Failed> {
    Ok(http::serve(listen().await?, http::Mount::new(adder::service(Adder))).await?)
}

async fn load_over(connection: mcp_bindings::Connection, server: Option<u32>, at_once: usize, seconds: f64) -> Result<Figures, Failed> {
    let client = Client::new(connection);
    let add = move |a, b| {
        let client = client.clone();
        async move { Ok(client.add(AddArgs::new(a, b)).await?.sum) }
    };
    measure(add, server, at_once, seconds).await
}

pub async fn load(server: Server, at_once: usize, seconds: f64) -> Result<Figures, Failed> {
    match server {
        Server::Command(command) => load_over(stdio::connect(*command).await?, None, at_once, seconds).await,
        Server::Url(url, running) => {
            let connection = http::connect(&url, Options::default()).await?;
            load_over(connection, Some(running.pid()), at_once, seconds).await
        }
    }
}


