//! Calls `@modelcontextprotocol/server-everything`.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use everything::{
    Client, EchoArgs, GetAnnotatedMessageArgs, GetEnvArgs, GetResourceLinksArgs,
    GetResourceReferenceArgs, GetStructuredContentArgs, GetSumArgs, GetTinyImageArgs,
    GzipFileAsResourceArgs, TriggerLongRunningOperationArgs, get_annotated_message::MessageType,
    get_resource_reference::ResourceType, get_structured_content::Location,
    gzip_file_as_resource::OutputType,
};
use mcp_bindings::{
    CancelToken, Error,
    protocol::v2026_07_28::{ContentBlock, EmbeddedResourceResource, Role},
};
use real_servers::{Outcome, connect, failure};

mcp_bindings::include_bindings!(pub mod everything);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let client = Client::new(connect().await?);
    let info = client.connection().ready().await?;
    assert_eq!((info.name(), info.version()), ("mcp-servers/everything", "2.0.0"));

    results(&client).await?;
    blocks(&client).await?;
    refusals(&client).await;
    long_operations(&client).await?;

    client.connection().close().await;
    Ok(())
}

async fn results(client: &Client) -> Outcome {
    let echo = client.echo(EchoArgs::new("three \"words\" \u{1f980}\n")).await?;
    assert_eq!(echo.text(), "Echo: three \"words\" \u{1f980}\n");
    let sum = client.get_sum(GetSumArgs::new(40.5, 1.5)).await?;
    assert_eq!(sum.text(), "The sum of 40.5 and 1.5 is 42.");
    let env = client.get_env(GetEnvArgs::new()).await?;
    assert!(env.text().contains("\"PATH\""));

    let chicago = GetStructuredContentArgs::new(Location::Chicago);
    let weather = client.get_structured_content(chicago).reply().await?;
    assert_eq!(weather.output.temperature.to_bits(), 36f64.to_bits());
    assert_eq!(weather.output.humidity.to_bits(), 82f64.to_bits());
    assert_eq!(weather.output.conditions, "Light rain / drizzle");
    assert!(weather.content.text().starts_with("{\"temperature\":36,"));
    Ok(())
}

async fn blocks(client: &Client) -> Outcome {
    let success = GetAnnotatedMessageArgs::new(MessageType::Success).with_include_image(true);
    let blocks = client.get_annotated_message(success).await?.blocks()?;
    let [ContentBlock::Text(text), ContentBlock::Image(image)] = blocks.as_slice() else {
        panic!("expected a text and an image: {blocks:?}");
    };
    assert_eq!(text.text, "Operation completed successfully");
    let annotations = text.annotations.as_ref().expect("the text has annotations");
    assert_eq!(annotations.priority, Some(0.7));
    assert_eq!(annotations.audience.as_deref(), Some([Role::User].as_slice()));
    assert_eq!(image.mime_type, "image/png");
    let tiny = client.get_tiny_image(GetTinyImageArgs::new()).await?.blocks()?;
    assert_eq!(tiny.len(), 3);

    let links = client.get_resource_links(GetResourceLinksArgs::new().with_count(4.0)).await?;
    let links = links.blocks()?;
    let names = |block: &ContentBlock| match block {
        ContentBlock::ResourceLink(link) => Some(link.name.clone()),
        _ => None,
    };
    let names: Vec<_> = links.iter().filter_map(names).collect();
    let expected = ["Blob Resource 1", "Text Resource 2", "Blob Resource 3", "Text Resource 4"];
    assert_eq!(names, expected);

    let blob = GetResourceReferenceArgs::new()
        .with_resource_type(ResourceType::Blob)
        .with_resource_id(3.0);
    let reference = client.get_resource_reference(blob).await?.blocks()?;
    let Some(ContentBlock::EmbeddedResource(embedded)) = reference.get(1) else {
        panic!("expected a resource second: {reference:?}");
    };
    assert!(matches!(&embedded.resource, EmbeddedResourceResource::Blob(_)));

    let data = GzipFileAsResourceArgs::new()
        .with_name("hello.gz")
        .with_data("data:text/plain,hello")
        .with_output_type(OutputType::Resource);
    let zipped = client.gzip_file_as_resource(data).await?.blocks()?;
    let [ContentBlock::EmbeddedResource(zipped)] = zipped.as_slice() else {
        panic!("expected a resource: {zipped:?}");
    };
    let EmbeddedResourceResource::Blob(zipped) = &zipped.resource else {
        panic!("expected bytes: {zipped:?}");
    };
    assert!(zipped.blob.starts_with("H4sI"), "the signature of gzip: {}", zipped.blob);
    Ok(())
}

async fn refusals(client: &Client) {
    // The schema says that ids are numbers; the tool wants whole ones.
    let half = GetResourceReferenceArgs::new().with_resource_id(0.5);
    let failed = failure(client.get_resource_reference(half).await);
    assert!(failed.content().text().contains("Invalid resourceId: 0.5"), "{failed}");
    // The schema says at most ten: nothing is sent.
    match client.get_resource_links(GetResourceLinksArgs::new().with_count(11.0)).await {
        Err(Error::Arguments(e)) => {
            assert_eq!(e.violations().len(), 1);
            assert_eq!(e.violations()[0].pointer(), "/count");
        }
        other => panic!("expected refused arguments, got {other:?}"),
    }
}

async fn long_operations(client: &Client) -> Outcome {
    let operation = |seconds: f64, steps: f64| {
        let args = TriggerLongRunningOperationArgs::new().with_duration(seconds).with_steps(steps);
        client.trigger_long_running_operation(args)
    };

    let seen = Arc::new(Mutex::new(Vec::new()));
    let steps = Arc::clone(&seen);
    let done = operation(0.2, 4.0)
        .on_progress(move |step| steps.lock().unwrap().push((step.progress, step.total)))
        .await?;
    assert_eq!(done.text(), "Long running operation completed. Duration: 0.2 seconds, Steps: 4.");
    let expected = [1.0, 2.0, 3.0, 4.0].map(|step| (step, Some(4.0)));
    assert_eq!(*seen.lock().unwrap(), expected);

    match operation(600.0, 1.0).timeout(Duration::from_millis(100)).await {
        Err(Error::TimedOut(e)) => assert_eq!(e.after(), Duration::from_millis(100)),
        other => panic!("expected a time-out, got {other:?}"),
    }

    // Cancelled from inside the call, at the first sign of life.
    let token = CancelToken::new();
    let elsewhere = token.clone();
    let call = operation(60.0, 600.0).cancel_on(token).on_progress(move |_| elsewhere.cancel());
    match call.await {
        Err(Error::Cancelled) => {}
        other => panic!("expected a cancelled call, got {other:?}"),
    }

    // Neither harms the connection.
    assert_eq!(client.echo(EchoArgs::new("still here")).await?.text(), "Echo: still here");
    Ok(())
}
