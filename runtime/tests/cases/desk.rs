//! The server that the cases speak of, as the generator prints one, and handlers for it.
use mcp_bindings::{
    Call, Connection, Content, Context, Map, Progress, ServerDescriptor, Service, ToolDescriptor,
    ToolResult, Value,
};
use std::future::Future;

pub static SERVER: ServerDescriptor = ServerDescriptor::new(
    "desk",
    "1.0.0",
    "2026-07-28",
    &[
        ToolDescriptor::new("list_tabs", r#"{"name":"list_tabs","inputSchema":{"type":"object"}}"#),
        ToolDescriptor::new("t", r#"{"name":"t","inputSchema":{"type":"object"}}"#),
        ToolDescriptor::new(
            "find_things",
            r#"{"name":"find_things","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"things":{"type":"array","items":{"type":"string"}}},"required":["things"]}}"#,
        ),
    ],
);

pub trait Server: Send + Sync + 'static {
    fn list_tabs(
        &self,
        args: ListTabsArgs,
        cx: &Context,
    ) -> impl Future<Output = ToolResult<Content>> + Send;
    fn t(&self, args: TArgs, cx: &Context) -> impl Future<Output = ToolResult<Content>> + Send;
    fn find_things(
        &self,
        args: FindThingsArgs,
        cx: &Context,
    ) -> impl Future<Output = ToolResult<FindThingsOutput>> + Send;
}

mcp_bindings::dispatch! {
    list_tabs: ListTabs = "list_tabs",
    t: T = "t",
    find_things: FindThings = "find_things",
}

#[derive(Clone, Copy, Debug)]
pub struct ListTabs;
#[derive(Clone, Copy, Debug)]
pub struct T;
#[derive(Clone, Copy, Debug)]
pub struct FindThings;
#[allow(dead_code)] // The table of tools reads calls into it.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolCall {
    ListTabs(ListTabsArgs),
    T(TArgs),
    FindThings(FindThingsArgs),
}
mcp_bindings::tools! {
    list_tabs: ListTabs(ListTabsArgs) -> Content = "list_tabs",
    t: T(TArgs) -> Content = "t",
    find_things: FindThings(FindThingsArgs) -> FindThingsOutput = "find_things",
}

macro_rules! arguments {
    ($($name:ident),*) => {$(
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            pub extra: Map<String, Value>,
        }
        mcp_bindings::record! { $name { ..extra } }
    )*};
}
arguments!(ListTabsArgs, TArgs, FindThingsArgs);

#[derive(Clone, Debug, PartialEq)]
pub struct FindThingsOutput {
    pub things: Vec<String>,
    pub extra: Map<String, Value>,
}
mcp_bindings::record! { FindThingsOutput { things: "things" required, ..extra } }

/// A client's call of `list_tabs`.
pub fn list_tabs(connection: &Connection) -> Call<'static, ListTabs> {
    Call::new(connection, ListTabsArgs::default()).into_owned()
}

/// A client's call of `find_things`.
pub fn find_things(connection: &Connection) -> Call<'static, FindThings> {
    Call::new(connection, FindThingsArgs::default()).into_owned()
}

struct Desk;

impl Server for Desk {
    async fn list_tabs(&self, _: ListTabsArgs, _: &Context) -> ToolResult<Content> {
        Ok("none".into())
    }
    async fn t(&self, _: TArgs, cx: &Context) -> ToolResult<Content> {
        cx.progress(Progress::new(0.5));
        Ok("done".into())
    }
    async fn find_things(&self, _: FindThingsArgs, _: &Context) -> ToolResult<FindThingsOutput> {
        Ok(FindThingsOutput { things: Vec::new(), extra: Map::new() })
    }
}

pub fn service() -> Service {
    Service::new(&SERVER, Dispatcher(Desk))
}
