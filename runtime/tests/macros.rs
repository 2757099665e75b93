//! The tables under names that shadow everything, without rows, and under strict lints.
#![deny(missing_docs, unused, unreachable_pub, missing_debug_implementations)]
#![allow(clippy::unwrap_used)]

/// Tools that are called like the prelude and like the macros' own names.
#[allow(dead_code, unreachable_pub, missing_docs, missing_debug_implementations)]
mod hostile {
    const _: () = ::mcp_bindings::codegen(1);
    macro_rules! markers {
        ($($f:ident $T:ident $w:literal,)*) => {
            #[derive(Clone, Debug, PartialEq)]
            pub enum ToolCall { $($T(NoArgs),)* }
            $(pub struct $T;)*
            pub trait Server: ::core::marker::Send + ::core::marker::Sync + 'static {
                $(fn $f(
                    &self,
                    args: NoArgs,
                    cx: &::mcp_bindings::Context,
                ) -> impl ::core::future::Future<
                    Output = ::mcp_bindings::ToolResult<::mcp_bindings::Content>,
                > + ::core::marker::Send;)*
            }
            ::mcp_bindings::tools! { $($f: $T(NoArgs) -> ::mcp_bindings::Content = $w,)* }
            ::mcp_bindings::dispatch! { $($f: $T = $w,)* }
        };
    }
    #[derive(Clone, Debug, PartialEq)]
    pub struct NoArgs {}
    ::mcp_bindings::record! { NoArgs { } }
    markers! {
        string String "string", option Option "option", result Result "result", some Some "some", ok Ok "ok",
        vec Vec "vec", s S "s", t T "t", f F "f", call Call "call", name Name "name", args Args "args", cx Cx "cx",
        content Content "content", tool Tool "tool", r#type Type "type", r#gen Gen "gen", decode Decode "decode",
        validate Validate "validate", send Send "send", sync Sync "sync", context Context "context", str_ Str "str",
    }
    pub fn service<S: Server>(server: S) -> impl ::mcp_bindings::Dispatch {
        Dispatcher(server)
    }
}

/// A server without tools.
#[allow(dead_code)]
mod empty {
    /// The server.
    pub(crate) static SERVER: ::mcp_bindings::ServerDescriptor =
        ::mcp_bindings::ServerDescriptor::new("empty", "", "2025-11-25", &[]);
    /// No calls.
    #[derive(Clone, Debug, PartialEq)]
    pub(crate) enum ToolCall {}
    /// No handlers.
    pub(crate) trait Server: ::core::marker::Send + ::core::marker::Sync + 'static {}
    ::mcp_bindings::tools! {}
    ::mcp_bindings::dispatch! {}
    /// The service.
    pub(crate) fn service<S: Server>(server: S) -> ::mcp_bindings::Service {
        ::mcp_bindings::Service::new(&SERVER, Dispatcher(server))
    }
}

#[test]
fn hostile_names_decode() {
    let call = hostile::ToolCall::decode("gen", "{}").unwrap();
    assert_eq!(call, hostile::ToolCall::Gen(hostile::NoArgs {}));
    assert_eq!((call.name(), call.arguments().as_str()), ("gen", "{}"));
    assert!(call.validate().is_ok());
}

#[test]
fn a_server_without_tools_has_no_tool_methods() {
    struct Nothing;
    impl empty::Server for Nothing {}
    let service = empty::service(Nothing);
    assert_eq!(service.descriptor().name(), "empty");
    assert!(empty::ToolCall::decode("x", "{}").is_err());
    let (near, far) = mcp_bindings::pair();
    let mut driver = service.serve(far);
    let request = |method: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
        )
    };
    near.send(request("tools/list"));
    near.send(request("server/discover"));
    let cx = &mut std::task::Context::from_waker(std::task::Waker::noop());
    let _ = std::future::Future::poll(std::pin::Pin::new(&mut driver), cx);
    assert!(near.try_receive().unwrap().contains("-32601"));
    let discovery = near.try_receive().unwrap();
    assert!(
        discovery.contains(r#""capabilities":{}"#) && discovery.contains(r#""version":"0.0.0""#),
        "{discovery}"
    );
}

#[test]
fn send_sync_and_object_safety() {
    fn send<T: Send>(_: &T) {}
    fn sync<T: Send + Sync>(_: &T) {}
    /// A browser's transport is bound to its thread: then only its driver is.
    struct Local(mcp_bindings::Memory, #[allow(dead_code)] std::rc::Rc<()>);
    impl mcp_bindings::Transport for Local {
        fn poll_send(
            &mut self,
            cx: &mut std::task::Context<'_>,
            message: &mut Option<mcp_bindings::Outgoing>,
        ) -> std::task::Poll<std::io::Result<()>> {
            self.0.poll_send(cx, message)
        }
        fn poll_receive(
            &mut self,
            cx: &mut std::task::Context<'_>,
        ) -> std::task::Poll<Option<std::io::Result<mcp_bindings::Incoming>>> {
            self.0.poll_receive(cx)
        }
    }
    let options = mcp_bindings::Options::default;
    let local = Local(mcp_bindings::pair().0, std::rc::Rc::new(()));
    let (connection, _driver) = mcp_bindings::Connection::new(local, options());
    sync(&connection);
    let boxed: Box<dyn mcp_bindings::Transport + Send> = Box::new(mcp_bindings::pair().0);
    let (_, driver) = mcp_bindings::Connection::new(boxed, options());
    send(&driver);
    let call = mcp_bindings::Call::<hostile::Tool>::new(&connection, hostile::NoArgs {});
    let running = std::future::IntoFuture::into_future(call);
    send(&running);
    assert_eq!(size_of_val(&running), 16);
}
