//! What the generator prints for a server `hub`, and handlers for it.
const _: () = ::mcp_bindings::codegen(1);
#[allow(unused_imports)]
pub use self::bindings::*;
#[allow(dead_code, deprecated, unreachable_pub, clippy::all, clippy::pedantic, clippy::nursery)]
#[rustfmt::skip]
mod bindings {
    /// What this module was generated from.
    pub static SERVER: ::mcp_bindings::ServerDescriptor = ::mcp_bindings::ServerDescriptor::new("hub", "2.1", "2026-07-28", &[
        ::mcp_bindings::ToolDescriptor::new("search_issues", r#"{"name":"search_issues","title":"Search","description":"Searches issues.","inputSchema":{"type":"object","properties":{"query":{"type":"string","minLength":1},"perPage":{"type":"integer","minimum":1,"maximum":100}},"required":["query"]},"outputSchema":{"type":"object","properties":{"total":{"type":"integer","minimum":0}},"required":["total"]},"annotations":{"readOnlyHint":true},"icons":[],"x-vendor":1}"#),
        ::mcp_bindings::ToolDescriptor::new("echo", r#"{"name":"echo","inputSchema":{"type":"object"}}"#),
        ::mcp_bindings::ToolDescriptor::new("list-names", r#"{"name":"list-names","inputSchema":{"type":"object"},"outputSchema":{"type":"array","items":{"type":"string"}}}"#),
    ]).with_instructions("Search first.");

    /// Typed calls to `hub`.
    #[derive(Clone, Debug)]
    pub struct Client { connection: ::mcp_bindings::Connection }
    impl Client {
        /// A client over a connection.
        pub fn new(connection: ::mcp_bindings::Connection) -> Self { Self { connection } }
        /// The connection.
        pub fn connection(&self) -> &::mcp_bindings::Connection { &self.connection }
        /// Searches issues.
        pub fn search_issues(&self, args: SearchIssuesArgs) -> ::mcp_bindings::Call<'_, SearchIssues> { ::mcp_bindings::Call::new(&self.connection, args) }
        /// `echo`
        pub fn echo(&self, args: EchoArgs) -> ::mcp_bindings::Call<'_, Echo> { ::mcp_bindings::Call::new(&self.connection, args) }
        /// `list-names`
        pub fn list_names(&self, args: ListNamesArgs) -> ::mcp_bindings::Call<'_, ListNames> { ::mcp_bindings::Call::new(&self.connection, args) }
    }
    /// Handlers of `hub`.
    pub trait Server: ::core::marker::Send + ::core::marker::Sync + 'static {
        /// Searches issues.
        fn search_issues(&self, args: SearchIssuesArgs, cx: &::mcp_bindings::Context) -> impl ::core::future::Future<Output = ::mcp_bindings::ToolResult<SearchIssuesOutput>> + ::core::marker::Send;
        /// `echo`
        fn echo(&self, args: EchoArgs, cx: &::mcp_bindings::Context) -> impl ::core::future::Future<Output = ::mcp_bindings::ToolResult<::mcp_bindings::Content>> + ::core::marker::Send;
        /// `list-names`
        fn list_names(&self, args: ListNamesArgs, cx: &::mcp_bindings::Context) -> impl ::core::future::Future<Output = ::mcp_bindings::ToolResult<ListNamesOutput>> + ::core::marker::Send;
    }
    /// Serves the handlers.
    pub fn service<S: Server>(server: S) -> ::mcp_bindings::Service { ::mcp_bindings::Service::new(&SERVER, Dispatcher(server)) }
    ::mcp_bindings::dispatch! {
        search_issues: SearchIssues = "search_issues",
        echo: Echo = "echo",
        list_names: ListNames = "list-names",
    }
    /// A call by name.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ToolCall {
        /// `search_issues`
        SearchIssues(SearchIssuesArgs),
        /// `echo`
        Echo(EchoArgs),
        /// `list-names`
        ListNames(ListNamesArgs),
    }
    /// `search_issues`
    #[derive(Clone, Copy, Debug)]
    pub struct SearchIssues;
    /// `echo`
    #[derive(Clone, Copy, Debug)]
    pub struct Echo;
    /// `list-names`
    #[derive(Clone, Copy, Debug)]
    pub struct ListNames;
    ::mcp_bindings::tools! {
        search_issues: SearchIssues(SearchIssuesArgs) -> SearchIssuesOutput = "search_issues",
        echo: Echo(EchoArgs) -> ::mcp_bindings::Content = "echo",
        list_names: ListNames(ListNamesArgs) -> ListNamesOutput = "list-names",
    }
    /// Arguments of `search_issues`.
    #[derive(Clone, Debug, PartialEq)]
    pub struct SearchIssuesArgs {
        /// `query`
        pub query: ::std::string::String,
        /// `perPage`
        pub per_page: ::core::option::Option<i64>,
    }
    ::mcp_bindings::record! { SearchIssuesArgs {
        query: "query" required [min_length(1)],
        per_page: "perPage" optional [minimum(1), maximum(100)],
    } }
    /// Result of `search_issues`.
    #[derive(Clone, Debug, PartialEq)]
    pub struct SearchIssuesOutput {
        /// `total`
        pub total: i64,
        /// undeclared members
        pub extra: ::mcp_bindings::Map<::std::string::String, ::mcp_bindings::Value>,
    }
    ::mcp_bindings::record! { SearchIssuesOutput { total: "total" required [minimum(0)], ..extra } }
    /// Arguments of `echo`.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct EchoArgs {
        /// `text`
        pub text: ::core::option::Option<::std::string::String>,
    }
    ::mcp_bindings::record! { EchoArgs { text: "text" optional, } }
    /// Arguments of `list-names`.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct ListNamesArgs {}
    ::mcp_bindings::record! { ListNamesArgs { } }
    /// Result of `list-names`.
    pub type ListNamesOutput = ::std::vec::Vec<::std::string::String>;
}

use mcp_bindings::{CancelToken, Content, Context, Map, ToolError, ToolResult};
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering::Relaxed},
};

pub fn search(query: &str, per_page: Option<i64>) -> SearchIssuesArgs {
    SearchIssuesArgs { query: query.to_owned(), per_page }
}

/// Handlers that do what their arguments say: `boom` fails, `hang` never ends, `wait` waits for the gate, `panic` panics, `broken` breaks its
/// output schema.
#[derive(Clone, Default)]
pub struct Hub {
    pub dropped: Arc<AtomicU32>,
    pub started: Arc<AtomicU32>,
    /// What `wait` waits for.
    pub gate: CancelToken,
}

struct OnDrop(Arc<AtomicU32>);
impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.fetch_add(1, Relaxed);
    }
}

impl Server for Hub {
    async fn search_issues(
        &self,
        args: SearchIssuesArgs,
        cx: &Context,
    ) -> ToolResult<SearchIssuesOutput> {
        let _guard = OnDrop(self.dropped.clone());
        self.started.fetch_add(1, Relaxed);
        match args.query.as_str() {
            "boom" => return Err(ToolError::new("it went wrong")),
            "hang" => std::future::pending().await,
            "wait" => self.gate.clone().await,
            "panic" => panic!("on purpose"),
            "attach" => cx.attach("one more thing"),
            "parse" => return Ok(SearchIssuesOutput { total: "x".parse()?, extra: Map::new() }),
            _ => {}
        }
        let total = if args.query == "broken" { -1 } else { args.per_page.unwrap_or(30) };
        Ok(SearchIssuesOutput { total, extra: Map::new() })
    }
    async fn echo(&self, args: EchoArgs, cx: &Context) -> ToolResult<Content> {
        let text = args.text.unwrap_or_else(|| "nothing".to_owned());
        if text == "revision" {
            return Ok(cx.revision().as_str().into());
        }
        Ok(text.into())
    }
    async fn list_names(&self, _: ListNamesArgs, _: &Context) -> ToolResult<ListNamesOutput> {
        Ok(vec!["ann".to_owned(), "bob".to_owned()])
    }
}
