//! What a generated module knows of its server: names, revision, and the tools' definitions word for word.
use crate::Schema;
use crate::message::members;

/// Names, revision and verbatim definitions of the server that a module was generated from.
#[derive(Debug)]
pub struct ServerDescriptor {
    name: &'static str,
    version: &'static str,
    revision: &'static str,
    tools: &'static [ToolDescriptor],
    instructions: Option<&'static str>,
    prompts: &'static [&'static str],
    resources: &'static [&'static str],
    templates: &'static [&'static str],
    capabilities: &'static str,
}

impl ServerDescriptor {
    /// A server's description; an unknown version is the empty string. Generated code calls this.
    #[must_use]
    pub const fn new(
        name: &'static str,
        version: &'static str,
        revision: &'static str,
        tools: &'static [ToolDescriptor],
    ) -> Self {
        Self {
            name,
            version,
            revision,
            tools,
            instructions: None,
            prompts: &[],
            resources: &[],
            templates: &[],
            capabilities: "{}",
        }
    }

    /// The same with the server's instructions for a model.
    #[must_use]
    pub const fn with_instructions(mut self, instructions: &'static str) -> Self {
        self.instructions = Some(instructions);
        self
    }

    /// The same with the entries of `prompts/list`, minified but otherwise verbatim.
    #[must_use]
    pub const fn with_prompts(mut self, prompts: &'static [&'static str]) -> Self {
        self.prompts = prompts;
        self
    }

    /// The same with the entries of `resources/list`, minified but otherwise verbatim.
    #[must_use]
    pub const fn with_resources(mut self, resources: &'static [&'static str]) -> Self {
        self.resources = resources;
        self
    }

    /// The same with the entries of `resources/templates/list`, minified but otherwise verbatim.
    #[must_use]
    pub const fn with_templates(mut self, templates: &'static [&'static str]) -> Self {
        self.templates = templates;
        self
    }

    /// The same with what the server said that it can do: a `ServerCapabilities` object as JSON text.
    #[must_use]
    pub const fn with_capabilities(mut self, capabilities: &'static str) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// The entries of `prompts/list` as JSON text, in the server's order.
    #[must_use]
    pub const fn prompts(&self) -> &'static [&'static str] {
        self.prompts
    }

    /// The entries of `resources/list` as JSON text, in the server's order.
    #[must_use]
    pub const fn resources(&self) -> &'static [&'static str] {
        self.resources
    }

    /// The entries of `resources/templates/list` as JSON text, in the server's order.
    #[must_use]
    pub const fn templates(&self) -> &'static [&'static str] {
        self.templates
    }

    /// What the server said that it can do, as JSON text.
    #[must_use]
    pub const fn capabilities(&self) -> &'static str {
        self.capabilities
    }

    /// The server's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The server's version; empty when the manifest had none.
    #[must_use]
    pub const fn version(&self) -> &'static str {
        self.version
    }

    /// The protocol revision of the manifest.
    #[must_use]
    pub const fn revision(&self) -> &'static str {
        self.revision
    }

    /// The tools, in the server's order.
    #[must_use]
    pub const fn tools(&self) -> &'static [ToolDescriptor] {
        self.tools
    }

    /// The schema of a tool's arguments, for the check of a value as a whole.
    #[must_use]
    pub fn input(&self, tool: &str) -> Option<Schema> {
        Some(Schema::new(self.tool(tool)?.definition, "/inputSchema"))
    }

    /// The schema of a tool's structured result, for the check of a value as a whole.
    #[must_use]
    pub fn output(&self, tool: &str) -> Option<Schema> {
        let tool = self.tool(tool)?;
        tool.output_schema().map(|_| Schema::new(tool.definition, "/outputSchema"))
    }

    fn tool(&self, name: &str) -> Option<&'static ToolDescriptor> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// How to use the server, written for a model.
    #[must_use]
    pub const fn instructions(&self) -> Option<&'static str> {
        self.instructions
    }
}

/// One tool as its server described it.
#[derive(Debug)]
pub struct ToolDescriptor {
    name: &'static str,
    definition: &'static str,
}

impl ToolDescriptor {
    /// The wire name and the entry of `tools/list`, minified but otherwise verbatim. Generated code calls this.
    #[must_use]
    pub const fn new(name: &'static str, definition: &'static str) -> Self {
        Self { name, definition }
    }

    /// The tool's name on the wire.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The whole entry of `tools/list` as JSON text.
    #[must_use]
    pub const fn definition(&self) -> &'static str {
        self.definition
    }

    /// The JSON Schema of the arguments; `{}` if the entry has none.
    #[must_use]
    pub fn input_schema(&self) -> &'static str {
        self.member("inputSchema").unwrap_or("{}")
    }

    /// The JSON Schema of the structured result, if the tool promises one.
    #[must_use]
    pub fn output_schema(&self) -> Option<&'static str> {
        self.member("outputSchema").filter(|schema| *schema != "null")
    }

    fn member(&self, name: &str) -> Option<&'static str> {
        let [value] = members(self.definition, [name]).ok()?;
        value
    }
}

/// Guards generated code: the codegen formats that this runtime understands. Anything else is one readable
/// compile error.
#[doc(hidden)]
pub const fn codegen(format: u32) {
    assert!(
        format >= 1,
        "this file was generated by an mcp-bindgen that mcp-bindings no longer supports: run `mcp-bindgen generate`"
    );
    assert!(
        format <= 1,
        "this file was generated by a newer mcp-bindgen: update the mcp-bindings dependency"
    );
}
