//! The same messages by rmcp, as its peers read and write them.
use crate::tools::AddNumbersArgs;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientCapabilities,
    ClientJsonRpcMessage, ClientRequest, GetMeta, Implementation, JsonRpcMessage, JsonRpcRequest,
    JsonRpcResponse, ListToolsResult, NumberOrString, ProgressToken, ProtocolVersion, RequestId,
    ServerJsonRpcMessage, ServerResult,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A `tools/call` as a client builds it for every call, its arguments out of a type included.
pub fn encode_call(info: &Implementation, args: &AddNumbersArgs) -> String {
    let Ok(Value::Object(args)) = serde_json::to_value(args) else { panic!("no object") };
    let params = CallToolRequestParams::new("add_numbers").with_arguments(args);
    let mut request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
    let meta = request.get_meta_mut();
    meta.set_protocol_version(ProtocolVersion::V_2026_07_28);
    meta.set_client_info(info.clone());
    meta.set_client_capabilities(ClientCapabilities::default());
    meta.set_progress_token(ProgressToken(NumberOrString::Number(7)));
    let message = ClientJsonRpcMessage::request(request, RequestId::Number(7));
    serde_json::to_string(&message).unwrap()
}

pub fn client_info() -> Implementation {
    Implementation::new("bench", "1.0.0")
}

pub fn decode_result(text: &str) -> CallToolResult {
    match read(text) {
        ServerResult::CallToolResult(result) => result,
        _ => panic!("read as another result"),
    }
}

/// A result and its value as a type.
pub fn decode_structured<T: DeserializeOwned>(text: &str) -> (CallToolResult, T) {
    let mut result = decode_result(text);
    let value = result.structured_content.take().unwrap();
    (result, serde_json::from_value(value).unwrap())
}

pub fn decode_list(text: &str) -> ListToolsResult {
    match read(text) {
        ServerResult::ListToolsResult(list) => list,
        _ => panic!("read as another result"),
    }
}

fn read(text: &str) -> ServerResult {
    let message: ServerJsonRpcMessage = serde_json::from_str(text).unwrap();
    match message {
        JsonRpcMessage::Response(JsonRpcResponse { result, .. }) => result,
        message => panic!("read as {message:?}"),
    }
}

/// A `tools/call` at the server, and its arguments as a type.
pub fn decode_call<T: DeserializeOwned>(text: &str) -> T {
    let message: ClientJsonRpcMessage = serde_json::from_str(text).unwrap();
    match message {
        JsonRpcMessage::Request(JsonRpcRequest {
            request: ClientRequest::CallToolRequest(call),
            ..
        }) => serde_json::from_value(Value::Object(call.params.arguments.unwrap())).unwrap(),
        _ => panic!("read as another message"),
    }
}

/// The result of a tool, out of a type.
pub fn encode_result<T: serde::Serialize>(output: &T) -> String {
    let result = CallToolResult::structured(serde_json::to_value(output).unwrap());
    let result = ServerResult::CallToolResult(result);
    let message = ServerJsonRpcMessage::response(result, RequestId::Number(7));
    serde_json::to_string(&message).unwrap()
}
