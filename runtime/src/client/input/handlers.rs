//! The handlers that a host registers. The capabilities that its requests declare follow from them.
use crate::{
    BoxFuture, DecodeError, Map, Options, Revision, Value,
    event::Listener,
    protocol::v2026_07_28::{
        CreateMessageRequestParams, CreateMessageResult, ElicitRequestFormParamsRequestedSchema,
        Root,
    },
};
use std::{error, fmt, future::Future, sync::Arc};

/// What a user did with a question: `action`, and what was filled in.
#[derive(Clone, Debug, PartialEq)]
pub enum Elicited<T = ()> {
    /// The user agreed (`accept`).
    Accepted(T),
    /// The user said no (`decline`).
    Declined,
    /// The user closed the question without a choice (`cancel`).
    Cancelled,
}

/// A form that a server wants the user to fill in (`elicitation/create`, mode `form`).
#[derive(Clone, Debug)]
pub struct FormRequest {
    pub(super) message: String,
    pub(super) schema: String,
}

impl FormRequest {
    /// What the server wants to know, for the user.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The form as the server wrote it: a JSON Schema of a flat object, as JSON text.
    #[must_use]
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// The form, typed field by field.
    ///
    /// # Errors
    /// When a field is none that a form may have.
    pub fn fields(&self) -> Result<ElicitRequestFormParamsRequestedSchema, DecodeError> {
        crate::from_str(&self.schema)
    }
}

/// A web page that a server wants the user to visit (`elicitation/create`, mode `url`).
///
/// Show the whole address, open it only after the user agreed, and never fetch it beforehand.
#[derive(Clone, Debug)]
pub struct UrlRequest {
    pub(super) message: String,
    pub(super) url: String,
    pub(super) id: Option<String>,
}

impl UrlRequest {
    /// Why the user should go there.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The address.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The server's name for the visit, by which `notifications/elicitation/complete` tells that it is done (2025-11-25 alone).
    #[must_use]
    pub fn elicitation_id(&self) -> Option<&str> {
        self.id.as_deref()
    }
}

/// Why a host does not sample, or has no roots to tell: made of any error.
pub type Refused = Box<dyn error::Error + Send + Sync>;

type Handler<I, O> = Listener<dyn Fn(I) -> BoxFuture<'static, O> + Send + Sync>;

/// Who answers a server's questions.
#[derive(Clone, Default)]
pub(crate) struct Handlers {
    pub(super) form: Option<Handler<FormRequest, Elicited<Map<String, Value>>>>,
    pub(super) url: Option<Handler<UrlRequest, Elicited>>,
    pub(super) sample: Option<Sample>,
    pub(super) roots: Option<Handler<(), Result<Vec<Root>, Refused>>>,
}

#[derive(Clone)]
pub(super) struct Sample {
    pub(super) handler: Handler<CreateMessageRequestParams, Result<CreateMessageResult, Refused>>,
    pub(super) tools: bool,
}

impl fmt::Debug for Handlers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.capabilities(Revision::LATEST))
    }
}

impl Handlers {
    /// `ClientCapabilities` as JSON text: what these handlers can do in that revision.
    pub(crate) fn capabilities(&self, revision: Revision) -> String {
        let mut members = Vec::new();
        if self.roots.is_some() {
            members.push(r#""roots":{}"#);
        }
        match &self.sample {
            Some(sample) if sample.tools && revision >= Revision::V2025_11_25 => {
                members.push(r#""sampling":{"tools":{}}"#);
            }
            Some(_) => members.push(r#""sampling":{}"#),
            None => {}
        }
        let modes = revision >= Revision::V2025_11_25;
        match (&self.form, &self.url) {
            _ if revision < Revision::V2025_06_18 => {}
            (Some(_), Some(_)) if modes => members.push(r#""elicitation":{"form":{},"url":{}}"#),
            (Some(_), None) if modes => members.push(r#""elicitation":{"form":{}}"#),
            (None, Some(_)) if modes => members.push(r#""elicitation":{"url":{}}"#),
            (Some(_), _) => members.push(r#""elicitation":{}"#),
            (None, _) => {}
        }
        format!("{{{}}}", members.join(","))
    }
}

fn handler<I, O, F>(handle: impl Fn(I) -> F + Send + Sync + 'static) -> Handler<I, O>
where
    F: Future<Output = O> + Send + 'static,
{
    Listener(Arc::new(move |input| Box::pin(handle(input)) as BoxFuture<'static, O>))
}

impl Options {
    /// Fills in the forms that a server sends in mid-call, and declares the capability `elicitation.form`.
    ///
    /// What is accepted is held to the form's schema before it is sent; fields that were left out take their defaults.
    ///
    /// ```
    /// use mcp_bindings::{Elicited, FormRequest, Map, Options};
    /// let options = Options::default().on_form(|form: FormRequest| async move {
    ///     println!("{}: {}", form.message(), form.schema());
    ///     Elicited::Accepted(Map::from_iter([("label".to_owned(), "bug".into())]))
    /// });
    /// ```
    #[must_use]
    pub fn on_form<F>(mut self, handle: impl Fn(FormRequest) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Elicited<Map<String, Value>>> + Send + 'static,
    {
        self.handlers.form = Some(handler(handle));
        self
    }

    /// Sends the user to the web pages that a server names in mid-call, and declares the capability `elicitation.url`.
    #[must_use]
    pub fn on_url<F>(mut self, handle: impl Fn(UrlRequest) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Elicited> + Send + 'static,
    {
        self.handlers.url = Some(handler(handle));
        self
    }

    /// Has a language model go on with a server's conversation, and declares the capability `sampling`. An error says that the user, or the
    /// host, does not want to.
    #[must_use]
    pub fn on_sample<F>(
        self,
        handle: impl Fn(CreateMessageRequestParams) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<CreateMessageResult, Refused>> + Send + 'static,
    {
        self.sampling(handler(handle), false)
    }

    /// As [`on_sample`](Self::on_sample), for a model that can also use the tools that the server gives it: declares `sampling.tools`.
    #[must_use]
    pub fn on_sample_with_tools<F>(
        self,
        handle: impl Fn(CreateMessageRequestParams) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<CreateMessageResult, Refused>> + Send + 'static,
    {
        self.sampling(handler(handle), true)
    }

    fn sampling(
        mut self,
        handler: Handler<CreateMessageRequestParams, Result<CreateMessageResult, Refused>>,
        tools: bool,
    ) -> Self {
        self.handlers.sample = Some(Sample { handler, tools });
        self
    }

    /// Tells which places in the file system a server may work in (`file://` URIs), and declares the capability `roots`.
    #[must_use]
    pub fn on_roots<F>(mut self, handle: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Vec<Root>, Refused>> + Send + 'static,
    {
        self.handlers.roots = Some(handler(move |()| handle()));
        self
    }
}
