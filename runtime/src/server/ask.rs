//! Asking the client in mid-call: the user, the language model, the file system.
use super::{Capability, Context, rounds::Asking};
use crate::{
    Decode, DecodeError, Form, Map, ProtocolError, Revision, TransportError, Value, form,
    link::{Answer, AnswerKind},
    message::{into_text, members, push_string, string},
    protocol::v2026_07_28::{CreateMessageRequestParams, CreateMessageResult, Root},
};
use std::{error, fmt};

/// Why a question has no answer.
///
/// "Not answered yet" is none of these: a handler that waits for a client's answer is dropped, and begins anew once the answer is there.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AskError {
    /// The user said no.
    Declined,
    /// The user closed the question without an answer.
    Dismissed,
    /// The client cannot do that. In the modern era a handler that returns this error answers -32021, which says what is missing.
    Unsupported(Capability),
    /// The client answered with an error.
    Refused(ProtocolError),
    /// The answer is not what was asked for.
    Invalid(String),
    /// The client is gone.
    Gone(TransportError),
    /// This service has no way to seal its state (the feature `seal`, or [`Service::seal`](crate::Service::seal)).
    Unsealed,
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declined => f.write_str("the user declined"),
            Self::Dismissed => f.write_str("the user gave no answer"),
            Self::Unsupported(capability) => {
                write!(f, "the client does not have the capability `{capability}`")
            }
            Self::Refused(e) => write!(f, "the client refused: {} (code {})", e.message, e.code),
            Self::Invalid(why) => write!(f, "the client's answer makes no sense: {why}"),
            Self::Gone(e) => write!(f, "the client is gone: {e}"),
            Self::Unsealed => f.write_str("this server has no key to seal its questions with"),
        }
    }
}

impl error::Error for AskError {}

impl Context {
    /// Asks the user to fill in a form.
    ///
    /// The key names the question: within one call the same key is the same question. In the modern era the handler is dropped where it
    /// waits and runs again from its top when the answer has come: whatever must happen once goes after the last question, or into
    /// [`remember`](Self::remember). Questions that are asked side by side travel together.
    ///
    /// # Errors
    /// [`AskError::Declined`], [`AskError::Dismissed`], and the others where the client is not able to ask or to answer.
    pub async fn elicit<T: Form>(&self, key: &str, message: &str) -> Result<T, AskError> {
        let content = self.elicit_form(key, message, &T::schema()).await?;
        // What fits the schema is read by the type that wrote it.
        crate::from_str(&content).map_err(|e: DecodeError| AskError::Invalid(e.to_string()))
    }

    /// As [`elicit`](Self::elicit), with a form that is known at run time only: its schema as JSON text. The answer is the JSON text of
    /// `content`, which fits the schema, with defaults filled in and without members that the form did not ask for.
    ///
    /// # Errors
    /// As [`elicit`](Self::elicit).
    pub async fn elicit_form(
        &self,
        key: &str,
        message: &str,
        schema: &str,
    ) -> Result<String, AskError> {
        loop {
            let ask = form_of(self.revision(), message, schema)?;
            let content = decided(&self.ask(key, ask).await?)?;
            match fitting(schema, content.as_deref()) {
                Ok(content) => return Ok(content),
                // A client of the modern era is asked once more: there is no one to tell.
                Err(_) if self.revision().is_modern() => self.ask_again(key),
                Err(why) => return Err(AskError::Invalid(why)),
            }
        }
    }

    /// Asks the user to visit an address, where what is asked for goes past the client: a payment, a login. The answer is consent, not
    /// completion.
    ///
    /// # Errors
    /// As [`elicit`](Self::elicit).
    pub async fn elicit_url(&self, key: &str, message: &str, url: &str) -> Result<(), AskError> {
        let mut params = b"{\"mode\":\"url\",\"message\":".to_vec();
        push_string(&mut params, message);
        params.extend_from_slice(b",\"url\":");
        push_string(&mut params, url);
        if !self.revision().is_modern() {
            params.extend_from_slice(b",\"elicitationId\":");
            push_string(&mut params, &format!("{key}-{}", self.next_ask()));
        }
        params.push(b'}');
        let ask = Asking {
            method: "elicitation/create",
            params: into_text(params),
            capability: Capability::ElicitUrl,
        };
        decided(&self.ask(key, ask).await?).map(drop)
    }

    /// Asks the client's language model to go on with a conversation.
    ///
    /// # Errors
    /// As [`elicit`](Self::elicit); a user who refuses is [`AskError::Refused`] in the legacy era, and ends the call in the modern one.
    pub async fn sample(
        &self,
        key: &str,
        params: CreateMessageRequestParams,
    ) -> Result<CreateMessageResult, AskError> {
        let capability = match (&params.tools, &params.tool_choice) {
            (None, None) => Capability::Sample,
            _ => Capability::SampleTools,
        };
        let params = crate::to_string(&params).map_err(|e| AskError::Invalid(e.to_string()))?;
        self.ask_typed(key, Asking { method: "sampling/createMessage", params, capability }).await
    }

    /// Asks which places in the file system the client has opened to this server.
    ///
    /// # Errors
    /// As [`elicit`](Self::elicit).
    pub async fn roots(&self) -> Result<Vec<Root>, AskError> {
        self.roots_as("roots").await
    }

    /// As [`roots`](Self::roots), under another key.
    ///
    /// # Errors
    /// As [`elicit`](Self::elicit).
    pub async fn roots_as(&self, key: &str) -> Result<Vec<Root>, AskError> {
        let ask =
            Asking { method: "roots/list", params: "{}".to_owned(), capability: Capability::Roots };
        let raw = self.ask(key, ask).await?;
        let roots = members(&raw, ["roots"]).map_err(|e| AskError::Invalid(e.to_string()))?;
        let roots = roots.first().copied().flatten().unwrap_or("null");
        crate::from_str(roots).map_err(|e| AskError::Invalid(e.to_string()))
    }

    /// Demands that the client has a capability. As the first line of a handler it refuses a call before anything has happened.
    ///
    /// # Errors
    /// [`AskError::Unsupported`].
    pub fn require(&self, capability: Capability) -> Result<(), AskError> {
        let known = match capability {
            Capability::ElicitForm => self.revision() >= Revision::V2025_06_18,
            Capability::ElicitUrl | Capability::SampleTools => {
                self.revision() >= Revision::V2025_11_25
            }
            _ => true,
        };
        if known && capability.is_in(self.capabilities()) {
            Ok(())
        } else {
            Err(AskError::Unsupported(capability))
        }
    }

    async fn ask_typed<T: Decode>(&self, key: &str, ask: Asking) -> Result<T, AskError> {
        let raw = self.ask(key, ask).await?;
        crate::from_str(&raw).map_err(|e: DecodeError| AskError::Invalid(e.to_string()))
    }

    /// Asks, and gives the bare result as JSON text.
    async fn ask(&self, key: &str, ask: Asking) -> Result<String, AskError> {
        self.require(ask.capability)?;
        if self.revision().is_modern() {
            self.ask_by_result(key, ask).await
        } else {
            self.ask_by_request(ask).await
        }
    }

    /// Legacy: a request of the server's own, on the stream of the call.
    async fn ask_by_request(&self, ask: Asking) -> Result<String, AskError> {
        let answer = self.request(ask.method, &ask.params).await.map_err(AskError::Gone)?;
        let Answer { kind, .. } = &answer;
        match kind {
            AnswerKind::Result(_) => Ok(answer.body().to_owned()),
            AnswerKind::Error => Err(match ProtocolError::read(answer.body()) {
                Ok(e) => AskError::Refused(e),
                Err(e) => AskError::Invalid(e.to_string()),
            }),
            _ => Err(AskError::Invalid("it is no answer".to_owned())),
        }
    }
}

/// `content` of an accepted question.
fn decided(raw: &str) -> Result<Option<String>, AskError> {
    let invalid = |e: serde_json::Error| AskError::Invalid(e.to_string());
    let [action, content] = members(raw, ["action", "content"]).map_err(invalid)?;
    match action.and_then(string).as_deref() {
        Some("accept") => Ok(content.filter(|raw| *raw != "null").map(ToOwned::to_owned)),
        Some("decline") => Err(AskError::Declined),
        Some("cancel") => Err(AskError::Dismissed),
        _ => Err(AskError::Invalid("no `action`".to_owned())),
    }
}

/// The question of a form, as the client's revision has it.
fn form_of(revision: Revision, message: &str, schema: &str) -> Result<Asking, AskError> {
    let schema = form::written_for(revision, schema).map_err(AskError::Invalid)?;
    let mut params = b"{\"message\":".to_vec();
    push_string(&mut params, message);
    params.extend_from_slice(b",\"requestedSchema\":");
    params.extend_from_slice(schema.as_bytes());
    params.push(b'}');
    Ok(Asking {
        method: "elicitation/create",
        params: into_text(params),
        capability: Capability::ElicitForm,
    })
}

/// An answer that fits the form.
fn fitting(schema: &str, content: Option<&str>) -> Result<String, String> {
    let content = content.ok_or("accepted, but without `content`")?;
    let schema: Value = serde_json::from_str(schema).map_err(|e| e.to_string())?;
    let mut content: Map<String, Value> =
        serde_json::from_str(content).map_err(|e| format!("`content` is no object: {e}"))?;
    form::fill(&schema, &mut content);
    form::keep_known(&schema, &mut content);
    form::check(&schema, &content)?;
    Ok(Value::Object(content).to_string())
}
