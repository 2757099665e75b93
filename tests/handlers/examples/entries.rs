//! Prompts, resources, templates and completions, from generated client to generated server, in both eras.

use mcp_bindings::{
    Completes, Completion, Connection, Content, Contents, Context, Error, Negotiation, Options,
    Part, Prompted, Revision, Tool, ToolResult, pair, protocol::v2026_07_28::PromptMessage,
};
use std::collections::BTreeMap;

mcp_bindings::include_bindings!(mod input);
use input::*;

struct Library;

fn message(text: &str) -> ToolResult<PromptMessage> {
    let message = serde_json::json!({"role": "user", "content": {"type": "text", "text": text}});
    Ok(mcp_bindings::from_str(&message.to_string())?)
}

impl Server for Library {
    async fn count(&self, args: CountArgs, _: &Context) -> ToolResult<Content> {
        Ok(args.shelf.unwrap_or_default().into())
    }
}

impl prompts::Server for Library {
    async fn review_code(
        &self,
        args: prompts::ReviewCodeArgs,
        _: &Context,
    ) -> ToolResult<Prompted> {
        let language = args.language.unwrap_or_else(|| "any".to_owned());
        let text = format!("{language}: {}", args.code);
        Ok(Prompted::new([message(&text)?]).with_description("A review"))
    }
    async fn review_code_kebab(
        &self,
        _: prompts::ReviewCodeKebabArgs,
        _: &Context,
    ) -> ToolResult<Prompted> {
        Ok(Prompted::new([message("kebab")?]))
    }
    async fn complete_entry(
        &self,
        _: prompts::CompleteEntryArgs,
        _: &Context,
    ) -> ToolResult<Prompted> {
        Ok(Prompted::new([]))
    }
    async fn client_entry(
        &self,
        args: prompts::ClientEntryArgs,
        _: &Context,
    ) -> ToolResult<Prompted> {
        Ok(Prompted::new([message(&args.self_)?]))
    }
    async fn r#match(&self, _: prompts::MatchArgs, _: &Context) -> ToolResult<Prompted> {
        Ok(Prompted::new([]))
    }
    async fn complete(
        &self,
        argument: prompts::Argument,
        value: String,
        settled: BTreeMap<String, String>,
        _: &Context,
    ) -> ToolResult<Completion> {
        let known = match argument {
            prompts::Argument::ReviewCodeLanguage => ["rust", "ruby", "python"],
            _ => ["a", "b", "c"],
        };
        let code = settled.get("code").cloned().unwrap_or_default();
        let fitting = known.into_iter().filter(|known| known.starts_with(&value));
        Ok(Completion::new(fitting.map(|known| format!("{known}{code}"))))
    }
}

impl resources::Server for Library {
    async fn readme(&self, _: &Context) -> ToolResult<Contents> {
        Ok(Part::of_text("file:///readme", "Read me.").with_mime_type("text/plain").into())
    }
    async fn file_a_notes(&self, _: &Context) -> ToolResult<Contents> {
        Ok(Part::of_bytes("file:///a/notes", [0xff, 0x00]).into())
    }
    async fn file_b_notes(&self, _: &Context) -> ToolResult<Contents> {
        Ok(Contents::new([
            Part::of_text("file:///b/notes/1", "1"),
            Part::of_text("file:///b/notes/2", "2"),
        ]))
    }
    async fn repo(&self, args: resources::RepoArgs, _: &Context) -> ToolResult<Contents> {
        let text = format!("{}/{} at {:?}", args.owner, args.name, args.r#ref);
        Ok(Part::of_text("repo://", text).into())
    }
    async fn shelf(&self, args: resources::ShelfArgs, _: &Context) -> ToolResult<Contents> {
        Ok(Part::of_text("file:///shelf", args.path.join("|")).into())
    }
    async fn complete(
        &self,
        argument: resources::Argument,
        value: String,
        _: BTreeMap<String, String>,
        _: &Context,
    ) -> ToolResult<Completion> {
        Ok(Completion::new([format!("{}={value}", argument.argument())]))
    }
}

fn text(prompted: &Prompted) -> String {
    let message = prompted.messages.first().expect("a message");
    let message: serde_json::Value = serde_json::to_value(message).expect("JSON");
    message["content"]["text"].as_str().expect("text").to_owned()
}

async fn dialogue(revision: Revision) -> Result<(), Error> {
    let (near, far) = pair();
    tokio::spawn(service(Library).serve(far));
    let options = Options::default().negotiation(Negotiation::Only(revision));
    let (connection, driver) = Connection::new(near, options);
    tokio::spawn(driver);
    let client = Client::new(connection.clone());

    let args = prompts::ReviewCodeArgs::new("x = 1").with_language("python");
    let prompted = client.prompts().review_code(args).await?;
    assert_eq!(
        (text(&prompted).as_str(), prompted.description.as_deref()),
        ("python: x = 1", Some("A review"))
    );
    let prompted = client.prompts().review_code(prompts::ReviewCodeArgs::new("y")).await?;
    assert_eq!(text(&prompted), "any: y");
    assert_eq!(text(&client.prompts().review_code_kebab(Default::default()).await?), "kebab");
    assert_eq!(
        text(&client.prompts().client_entry(prompts::ClientEntryArgs::new("me")).await?),
        "me"
    );
    // A required argument that is missing, and a prompt that is not there.
    for params in [r#"{"name":"review_code"}"#, r#"{"name":"nonsense"}"#] {
        let refused = connection.request("prompts/get", params).await.unwrap_err();
        assert!(matches!(&refused, Error::Protocol(e) if e.code == -32602), "{refused}");
    }

    let readme = client.resources().readme().await?;
    assert_eq!(readme.text(), Some("Read me."));
    assert_eq!(readme.parts[0].mime_type(), Some("text/plain"));
    assert_eq!(
        client.resources().file_a_notes().await?.parts[0].bytes().expect("base64"),
        [0xff, 0x00]
    );
    assert_eq!(client.resources().file_b_notes().await?.parts.len(), 2);
    let repo = resources::RepoArgs::new("a/b", "c d").with_ref("main");
    let repo = client.resources().repo(repo).await?;
    assert_eq!(repo.text(), Some("a/b/c d at Some(\"main\")"));
    let repo = client.resources().repo(resources::RepoArgs::new("o", "n")).await?;
    assert_eq!(repo.text(), Some("o/n at None"));
    let shelf = resources::ShelfArgs::new(vec!["one".to_owned(), "two words".to_owned()]);
    assert_eq!(client.resources().shelf(shelf).await?.text(), Some("one|two words"));
    // A resource that is not there is an error with its URI, never an empty list.
    let refused = connection.read("file:///nonsense").await.unwrap_err();
    let Error::Protocol(refused) = refused else { panic!("{refused}") };
    assert_eq!(refused.code, if revision.is_modern() { -32602 } else { -32002 });
    assert_eq!(refused.data.expect("data").get(), r#"{"uri":"file:///nonsense"}"#);

    let languages = client.prompts().complete(prompts::Argument::ReviewCodeLanguage, "r").await?;
    assert_eq!(languages.values, ["rust", "ruby"]);
    let owners = client.resources().complete(resources::Argument::RepoOwner, "o").await?;
    assert_eq!(owners.values, ["owner=o"]);
    let params = r#"{"ref":{"type":"ref/prompt","name":"review_code"},"argument":{"name":"nonsense","value":""}}"#;
    let refused = connection.request("completion/complete", params).await.unwrap_err();
    assert!(matches!(&refused, Error::Protocol(e) if e.code == -32602), "{refused}");

    // Every list has what the manifest has, word for word.
    assert_eq!(connection.prompts().await?.entries.len(), 5);
    assert_eq!(connection.resources().await?.entries[0].raw.get(), SERVER.resources()[0]);
    assert_eq!(connection.resource_templates().await?.entries.len(), 2);
    let info = connection.server_info().expect("ready");
    let capabilities: Vec<&String> = info.capabilities().keys().collect();
    assert_eq!(capabilities, ["completions", "logging", "prompts", "resources", "tools"]);
    assert_eq!(Count::HEADERS, [("Shelf", &["shelf"][..]), ("Floor", &["where", "floor"])]);
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    dialogue(Revision::LATEST).await?;
    dialogue(Revision::V2025_11_25).await
}
