//! The suite's fixture: the generated skeleton of its manifest, with handlers that do what the manifest says. Prints its address.

use mcp_bindings::{
    AskError, Capability, Completion, Content, Contents, Context, LogLevel, Part, Progress,
    Prompted, ToolError, ToolResult, Value, http,
    protocol::v2026_07_28::{
        ContentBlock, CreateMessageRequestParams, CreateMessageResult, PromptMessage,
    },
};
use serde_json::json;
use std::{collections::BTreeMap, time::Duration};

mcp_bindings::include_bindings!(mod fixture);
use fixture::*;

mcp_bindings::form! {
    /// Who somebody is.
    struct Person {
        /// The name that they log in by.
        username: "username" String { "description": "User's response" },
        /// Where letters go.
        email: "email" String { "description": "User's email address" },
    }
}
mcp_bindings::form! {
    /// A name.
    struct Named {
        /// The name.
        name: "name" String,
    }
}
mcp_bindings::form! {
    /// A colour.
    struct Coloured {
        /// The colour.
        color: "color" String,
    }
}
mcp_bindings::form! {
    /// Consent.
    struct Confirmed {
        /// Whether it is fine.
        ok: "ok" bool,
    }
}
mcp_bindings::form! {
    /// What a prompt is about.
    struct About {
        /// The context.
        context: "context" String,
    }
}

const PICTURE: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==";
const SOUND: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

struct Fixture;

/// Content of these blocks.
fn blocks(blocks: Value) -> ToolResult<Content> {
    let blocks: Vec<ContentBlock> = mcp_bindings::from_str(&blocks.to_string())?;
    Ok(Content::from_blocks(blocks)?)
}

fn message(content: Value) -> ToolResult<PromptMessage> {
    Ok(mcp_bindings::from_str(&json!({"role": "user", "content": content}).to_string())?)
}

async fn pause() {
    tokio::time::sleep(Duration::from_millis(50)).await;
}

/// What the user did, and with what.
async fn elicited(cx: &Context, key: &str, text: &str, schema: &str) -> ToolResult<String> {
    Ok(match cx.elicit_form(key, text, schema).await {
        Ok(content) => format!("action=accept, content={content}"),
        Err(AskError::Declined) => "action=decline, content={}".to_owned(),
        Err(AskError::Dismissed) => "action=cancel, content={}".to_owned(),
        Err(e) => return Err(e.into()),
    })
}

async fn sampled(cx: &Context, key: &str, prompt: &str, most: u64) -> ToolResult<String> {
    let message = json!({"role": "user", "content": {"type": "text", "text": prompt}});
    let params = json!({"messages": [message], "maxTokens": most}).to_string();
    let params: CreateMessageRequestParams = mcp_bindings::from_str(&params)?;
    let result: CreateMessageResult = cx.sample(key, params).await?;
    let content: Value = serde_json::from_str(&mcp_bindings::to_string(&result.content)?)?;
    Ok(content["text"].as_str().unwrap_or_default().to_owned())
}

impl Server for Fixture {
    async fn test_simple_text(&self, _: TestSimpleTextArgs, _: &Context) -> ToolResult<Content> {
        Ok("This is a simple text response for testing.".into())
    }

    async fn test_image_content(
        &self,
        _: TestImageContentArgs,
        _: &Context,
    ) -> ToolResult<Content> {
        blocks(json!([{"type": "image", "data": PICTURE, "mimeType": "image/png"}]))
    }

    async fn test_audio_content(
        &self,
        _: TestAudioContentArgs,
        _: &Context,
    ) -> ToolResult<Content> {
        blocks(json!([{"type": "audio", "data": SOUND, "mimeType": "audio/wav"}]))
    }

    async fn test_embedded_resource(
        &self,
        _: TestEmbeddedResourceArgs,
        _: &Context,
    ) -> ToolResult<Content> {
        blocks(
            json!([{"type": "resource", "resource": {"uri": "test://embedded-resource", "mimeType": "text/plain",
            "text": "This is an embedded resource content."}}]),
        )
    }

    async fn test_multiple_content_types(
        &self,
        _: TestMultipleContentTypesArgs,
        _: &Context,
    ) -> ToolResult<Content> {
        blocks(json!([
            {"type": "text", "text": "Multiple content types test:"},
            {"type": "image", "data": PICTURE, "mimeType": "image/png"},
            {"type": "resource", "resource": {"uri": "test://mixed-content-resource", "mimeType": "application/json",
                "text": "{\"test\":\"data\",\"value\":123}"}},
        ]))
    }

    async fn test_error_handling(
        &self,
        _: TestErrorHandlingArgs,
        _: &Context,
    ) -> ToolResult<Content> {
        Err(ToolError::new("This tool intentionally returns an error for testing"))
    }

    async fn test_tool_with_progress(
        &self,
        _: TestToolWithProgressArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        for progress in [0.0, 50.0, 100.0] {
            cx.progress(Progress::new(progress).of(100.0));
            pause().await;
        }
        Ok("Progress test completed".into())
    }

    async fn test_tool_with_logging(
        &self,
        _: TestToolWithLoggingArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        for text in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
            cx.log(LogLevel::Info, text);
            pause().await;
        }
        Ok("Logging test completed".into())
    }

    async fn test_sampling(&self, args: TestSamplingArgs, cx: &Context) -> ToolResult<Content> {
        Ok(format!("LLM response: {}", sampled(cx, "reply", &args.prompt, 100).await?).into())
    }

    async fn test_elicitation(
        &self,
        args: TestElicitationArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        let schema = <Person as mcp_bindings::Form>::schema();
        let done = elicited(cx, "person", &args.message, &schema).await?;
        Ok(format!("User response: {done}").into())
    }

    async fn test_elicitation_sep1034_defaults(
        &self,
        _: TestElicitationSep1034DefaultsArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        let schema = json!({"type": "object", "properties": {
            "name": {"type": "string", "default": "John Doe"},
            "age": {"type": "integer", "default": 30},
            "score": {"type": "number", "default": 95.5},
            "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
            "verified": {"type": "boolean", "default": true}}});
        let done = elicited(cx, "defaults", "Please review", &schema.to_string()).await?;
        Ok(format!("Elicitation completed: {done}").into())
    }

    async fn test_elicitation_sep1330_enums(
        &self,
        _: TestElicitationSep1330EnumsArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        let titled = |word: &str| {
            json!([{"const": "value1", "title": format!("First {word}")}, {"const": "value2", "title": format!("Second {word}")},
                {"const": "value3", "title": format!("Third {word}")}])
        };
        let schema = json!({"type": "object", "properties": {
            "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
            "titledSingle": {"type": "string", "oneOf": titled("Option")},
            "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"]},
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
            "titledMulti": {"type": "array", "items": {"anyOf": titled("Choice")}}}});
        let done = elicited(cx, "enums", "Please choose", &schema.to_string()).await?;
        Ok(format!("Elicitation completed: {done}").into())
    }

    async fn test_missing_capability(
        &self,
        _: TestMissingCapabilityArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        cx.require(Capability::Sample)?;
        Ok("The client can sample.".into())
    }

    async fn test_streaming_elicitation(
        &self,
        _: TestStreamingElicitationArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        let named: Named = cx.elicit("name", "What is your name?").await?;
        Ok(named.name.into())
    }

    async fn test_logging_tool_tool(
        &self,
        _: TestLoggingToolToolArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        cx.log(LogLevel::Info, "A log message");
        Ok("Logged".into())
    }

    async fn test_trigger_tool_change(
        &self,
        _: TestTriggerToolChangeArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        cx.changes().tools();
        Ok("Tools changed".into())
    }

    async fn test_trigger_prompt_change(
        &self,
        _: TestTriggerPromptChangeArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        cx.changes().prompts();
        Ok("Prompts changed".into())
    }

    async fn test_input_required_result_elicitation(
        &self,
        _: TestInputRequiredResultElicitationArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        let named: Named = cx.elicit("user_name", "What is your name?").await?;
        Ok(format!("Hello, {}!", named.name).into())
    }

    async fn test_input_required_result_sampling(
        &self,
        _: TestInputRequiredResultSamplingArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        Ok(sampled(cx, "capital_question", "What is the capital of France?", 100).await?.into())
    }

    async fn test_input_required_result_list_roots(
        &self,
        _: TestInputRequiredResultListRootsArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        let roots = cx.roots_as("client_roots").await?;
        Ok(roots.iter().map(|root| root.uri.as_str()).collect::<Vec<_>>().join(", ").into())
    }

    async fn test_input_required_result_request_state(
        &self,
        _: TestInputRequiredResultRequestStateArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        // A changed state is refused before the handler runs.
        let confirmed: Confirmed = cx.elicit("confirm", "Please confirm").await?;
        Ok(format!("state-ok {}", confirmed.ok).into())
    }

    async fn test_input_required_result_multiple_inputs(
        &self,
        _: TestInputRequiredResultMultipleInputsArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        let (named, greeting, roots) = tokio::join!(
            cx.elicit::<Named>("user_name", "What is your name?"),
            sampled(cx, "greeting", "Generate a greeting", 50),
            cx.roots_as("client_roots"),
        );
        Ok(format!("{} {} {}", greeting?, named?.name, roots?.len()).into())
    }

    async fn test_input_required_result_multi_round(
        &self,
        _: TestInputRequiredResultMultiRoundArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        let named: Named = cx.elicit("step1", "Step 1: What is your name?").await?;
        let coloured: Coloured = cx.elicit("step2", "Step 2: What is your favorite color?").await?;
        Ok(format!("{} likes {}", named.name, coloured.color).into())
    }

    async fn test_input_required_result_tampered_state(
        &self,
        _: TestInputRequiredResultTamperedStateArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        let confirmed: Confirmed = cx.elicit("confirm", "Please confirm").await?;
        Ok(format!("state-ok {}", confirmed.ok).into())
    }

    async fn test_input_required_result_capabilities(
        &self,
        _: TestInputRequiredResultCapabilitiesArgs,
        cx: &Context,
    ) -> ToolResult<Content> {
        let mut said = Vec::new();
        if cx.require(Capability::Sample).is_ok() {
            said.push(
                sampled(cx, "capital_question", "What is the capital of France?", 100).await?,
            );
        }
        if cx.require(Capability::ElicitForm).is_ok() {
            said.push(cx.elicit::<Named>("user_name", "What is your name?").await?.name);
        }
        Ok(said.join(" ").into())
    }

    async fn json_schema_2020_12_tool_tool(
        &self,
        _: JsonSchema202012ToolToolArgs,
        _: &Context,
    ) -> ToolResult<Content> {
        Ok("It fits.".into())
    }

    async fn test_custom_header(
        &self,
        args: TestCustomHeaderArgs,
        _: &Context,
    ) -> ToolResult<Content> {
        Ok(args.value.into())
    }

    async fn test_reconnection(&self, _: TestReconnectionArgs, _: &Context) -> ToolResult<Content> {
        pause().await;
        Ok("Reconnection test completed".into())
    }
}

impl prompts::Server for Fixture {
    async fn test_simple_prompt(
        &self,
        _: prompts::TestSimplePromptArgs,
        _: &Context,
    ) -> ToolResult<Prompted> {
        let text = json!({"type": "text", "text": "This is a simple prompt for testing."});
        Ok(Prompted::new([message(text)?]))
    }

    async fn test_prompt_with_arguments(
        &self,
        args: prompts::TestPromptWithArgumentsArgs,
        _: &Context,
    ) -> ToolResult<Prompted> {
        let text = format!("Prompt with arguments: arg1='{}', arg2='{}'", args.arg1, args.arg2);
        Ok(Prompted::new([message(json!({"type": "text", "text": text}))?]))
    }

    async fn test_prompt_with_embedded_resource(
        &self,
        args: prompts::TestPromptWithEmbeddedResourceArgs,
        _: &Context,
    ) -> ToolResult<Prompted> {
        let resource = json!({"uri": args.resource_uri, "mimeType": "text/plain",
            "text": "Embedded resource content for testing."});
        Ok(Prompted::new([
            message(json!({"type": "resource", "resource": resource}))?,
            message(
                json!({"type": "text", "text": "Please process the embedded resource above."}),
            )?,
        ]))
    }

    async fn test_prompt_with_image(
        &self,
        _: prompts::TestPromptWithImageArgs,
        _: &Context,
    ) -> ToolResult<Prompted> {
        Ok(Prompted::new([
            message(json!({"type": "image", "data": PICTURE, "mimeType": "image/png"}))?,
            message(json!({"type": "text", "text": "Please analyze the image above."}))?,
        ]))
    }

    async fn test_input_required_result_prompt(
        &self,
        _: prompts::TestInputRequiredResultPromptArgs,
        cx: &Context,
    ) -> ToolResult<Prompted> {
        let about: About = cx.elicit("user_context", "What context should the prompt use?").await?;
        Ok(Prompted::new([message(json!({"type": "text", "text": about.context}))?]))
    }

    async fn complete(
        &self,
        _: prompts::Argument,
        value: String,
        _: BTreeMap<String, String>,
        _: &Context,
    ) -> ToolResult<Completion> {
        let known = ["paris", "park", "party"];
        Ok(Completion::new(known.into_iter().filter(|known| known.starts_with(&value))))
    }
}

impl resources::Server for Fixture {
    async fn static_text(&self, _: &Context) -> ToolResult<Contents> {
        let text = "This is the content of the static text resource.";
        Ok(Part::of_text("test://static-text", text).with_mime_type("text/plain").into())
    }

    async fn static_binary(&self, _: &Context) -> ToolResult<Contents> {
        Ok(Part::of_bytes("test://static-binary", include_bytes!("picture.png"))
            .with_mime_type("image/png")
            .into())
    }

    async fn watched_resource(&self, _: &Context) -> ToolResult<Contents> {
        Ok(Part::of_text("test://watched-resource", "Watched").with_mime_type("text/plain").into())
    }

    async fn template_data(
        &self,
        args: resources::TemplateDataArgs,
        _: &Context,
    ) -> ToolResult<Contents> {
        let id = args.id;
        let data = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
        let uri = format!("test://template/{id}/data");
        Ok(Part::of_text(uri, data.to_string()).with_mime_type("application/json").into())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}/mcp", listener.local_addr()?);
    // By streams, so that the suite looks at these too.
    http::serve(listener, http::Mount::new(service(Fixture)).always_stream()).await
}
