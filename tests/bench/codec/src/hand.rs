//! What one writes by hand with serde for these very messages: undeclared members are dropped, nothing is checked.
#![allow(dead_code)]
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, value::RawValue};
use std::{borrow::Cow, hint::black_box};

#[derive(Serialize)]
pub struct Request<'a, P> {
    pub jsonrpc: &'static str,
    pub id: u64,
    pub method: &'a str,
    pub params: P,
}

#[derive(Serialize)]
pub struct CallParams<'a, A> {
    pub name: &'a str,
    pub arguments: A,
    #[serde(rename = "_meta")]
    pub meta: &'a RawValue,
}

#[derive(Serialize)]
pub struct Meta<'a> {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    pub version: &'a str,
    #[serde(rename = "io.modelcontextprotocol/clientInfo")]
    pub client: Implementation<'a>,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    pub capabilities: Capabilities,
}

#[derive(Clone, Copy, Serialize)]
pub struct Implementation<'a> {
    pub name: &'a str,
    pub version: &'a str,
}

#[derive(Clone, Default, Serialize)]
pub struct Capabilities {}

#[derive(Clone, Deserialize, Serialize)]
pub struct AddArgs<'a> {
    pub a: i64,
    pub b: i64,
    #[serde(borrow)]
    pub label: Cow<'a, str>,
}

/// The first stage of reading a response: the frame, with the inside as it came.
#[derive(Deserialize)]
pub struct Envelope<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

/// Both stages: the frame, then the result as the type that the request's id calls for.
pub fn two_stages<T: DeserializeOwned>(text: &str) -> T {
    let envelope: Envelope = serde_json::from_str(text).unwrap();
    black_box((envelope.id, envelope.method, envelope.error));
    serde_json::from_str(envelope.result.unwrap().get()).unwrap()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallResult<T> {
    result_type: Option<String>,
    #[serde(default)]
    pub content: Vec<Block>,
    structured_content: Option<T>,
    is_error: Option<bool>,
    #[serde(rename = "_meta")]
    meta: Option<Map<String, Value>>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Block {
    Text {
        text: String,
        annotations: Option<Annotations>,
        #[serde(rename = "_meta")]
        meta: Option<Map<String, Value>>,
    },
    Image {
        data: String,
        mime_type: String,
        annotations: Option<Annotations>,
    },
    Audio {
        data: String,
        mime_type: String,
        annotations: Option<Annotations>,
    },
    ResourceLink {
        uri: String,
        name: String,
        title: Option<String>,
        description: Option<String>,
        mime_type: Option<String>,
    },
    Resource {
        resource: Value,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotations {
    audience: Option<Vec<String>>,
    priority: Option<f64>,
    last_modified: Option<String>,
}

#[derive(Deserialize)]
pub struct Weather {
    temperature: f64,
    conditions: String,
    humidity: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListToolsResult<S> {
    pub tools: Vec<Tool<S>>,
    next_cursor: Option<String>,
    result_type: Option<String>,
    ttl_ms: Option<u64>,
    cache_scope: Option<String>,
    #[serde(rename = "_meta")]
    meta: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tool<S> {
    name: String,
    title: Option<String>,
    description: Option<String>,
    input_schema: S,
    output_schema: Option<S>,
    annotations: Option<ToolAnnotations>,
    #[serde(rename = "_meta")]
    meta: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolAnnotations {
    title: Option<String>,
    read_only_hint: Option<bool>,
    destructive_hint: Option<bool>,
    idempotent_hint: Option<bool>,
    open_world_hint: Option<bool>,
}

/// The first stage of reading a request.
#[derive(Deserialize)]
pub struct RequestIn<'a> {
    #[serde(borrow)]
    pub id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub method: Cow<'a, str>,
    #[serde(borrow)]
    pub params: &'a RawValue,
}

#[derive(Deserialize)]
pub struct CallParamsIn<'a, A> {
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    pub arguments: A,
    #[serde(rename = "_meta", borrow)]
    pub meta: Option<MetaIn<'a>>,
}

#[derive(Deserialize)]
pub struct MetaIn<'a> {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion", borrow)]
    version: Cow<'a, str>,
    #[serde(rename = "io.modelcontextprotocol/clientInfo", borrow)]
    client: Option<&'a RawValue>,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities", borrow)]
    capabilities: &'a RawValue,
}

#[derive(Deserialize)]
pub struct AddArgsIn {
    a: i64,
    b: i64,
    label: String,
}

#[derive(Serialize)]
pub struct Response<'a, T> {
    pub jsonrpc: &'a str,
    pub id: u64,
    pub result: T,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallResultOut<'a, T> {
    pub result_type: &'a str,
    pub content: [TextOut<'a>; 1],
    pub structured_content: T,
    #[serde(rename = "_meta")]
    pub meta: &'a RawValue,
}

#[derive(Serialize)]
pub struct TextOut<'a> {
    pub r#type: &'a str,
    pub text: &'a str,
}

#[derive(Serialize)]
pub struct Sum {
    pub sum: i64,
}
