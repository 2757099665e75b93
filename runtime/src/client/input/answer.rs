//! One question of a server, answered by the handler of its kind.
use super::{Elicited, FormRequest, UrlRequest, handlers::Handlers};
use crate::{
    Map, Revision, Value, form,
    message::{members, string},
    protocol::v2026_07_28::{CreateMessageResult, CreateMessageResultContent, Role},
};

/// Why a question has no answer.
#[derive(Debug)]
pub(crate) enum Unanswered {
    /// Nobody registered for it.
    Unhandled,
    /// A mode of elicitation that was not declared.
    Undeclared,
    /// The handler said no.
    Refused(String),
    /// The question makes no sense.
    Malformed(String),
    /// The handler's answer does not fit the question.
    Misfit(String),
}

/// The bare result as JSON text.
pub(crate) async fn answer(
    handlers: &Handlers,
    revision: Revision,
    method: &str,
    params: &str,
) -> Result<String, Unanswered> {
    match method {
        "elicitation/create" => elicit(handlers, params).await,
        "sampling/createMessage" => sample(handlers, revision, params).await,
        "roots/list" => roots(handlers).await,
        _ => Err(Unanswered::Unhandled),
    }
}

fn malformed(e: impl ToString) -> Unanswered {
    Unanswered::Malformed(e.to_string())
}

async fn elicit(handlers: &Handlers, params: &str) -> Result<String, Unanswered> {
    let names = ["mode", "message", "requestedSchema", "url", "elicitationId"];
    let [mode, message, schema, url, id] = members(params, names).map_err(malformed)?;
    let text = |raw: Option<&str>| Some(string(raw?)?.into_owned());
    let message = text(message).ok_or_else(|| malformed("no `message`"))?;
    let undeclared = match (&handlers.form, &handlers.url) {
        (None, None) => Unanswered::Unhandled,
        _ => Unanswered::Undeclared,
    };
    match text(mode).as_deref() {
        None | Some("form") => {
            let Some(handler) = &handlers.form else { return Err(undeclared) };
            let schema = schema.ok_or_else(|| malformed("no `requestedSchema`"))?.to_owned();
            let shape: Value = serde_json::from_str(&schema).map_err(malformed)?;
            match (handler.0)(FormRequest { message, schema }).await {
                Elicited::Accepted(content) => accepted(&shape, content),
                other => Ok(action(&other).to_owned()),
            }
        }
        Some("url") => {
            let Some(handler) = &handlers.url else { return Err(undeclared) };
            let url = text(url).ok_or_else(|| malformed("no `url`"))?;
            Ok(action(&(handler.0)(UrlRequest { message, url, id: text(id) }).await).to_owned())
        }
        Some(_) => Err(Unanswered::Undeclared),
    }
}

fn action<T>(elicited: &Elicited<T>) -> &'static str {
    match elicited {
        Elicited::Accepted(_) => r#"{"action":"accept"}"#,
        Elicited::Declined => r#"{"action":"decline"}"#,
        Elicited::Cancelled => r#"{"action":"cancel"}"#,
    }
}

fn accepted(schema: &Value, mut content: Map<String, Value>) -> Result<String, Unanswered> {
    form::fill(schema, &mut content);
    form::check(schema, &content)
        .map_err(|why| Unanswered::Misfit(format!("what was filled in does not fit: {why}")))?;
    Ok(format!(r#"{{"action":"accept","content":{}}}"#, Value::Object(content)))
}

async fn sample(
    handlers: &Handlers,
    revision: Revision,
    params: &str,
) -> Result<String, Unanswered> {
    let Some(sample) = &handlers.sample else { return Err(Unanswered::Unhandled) };
    let [tools, choice] = members(params, ["tools", "toolChoice"]).map_err(malformed)?;
    if !sample.tools && (tools.is_some() || choice.is_some()) {
        return Err(malformed("it gives tools, and `sampling.tools` was not declared"));
    }
    let params = crate::from_str(params).map_err(malformed)?;
    let sampled = (sample.handler.0)(params).await;
    let sampled = sampled.map_err(|e| Unanswered::Refused(e.to_string()))?;
    let sampled = as_written_for(revision, sampled)?;
    crate::to_string(&sampled).map_err(|e| Unanswered::Misfit(e.to_string()))
}

/// Before 2025-11-25 there is one block.
fn as_written_for(
    revision: Revision,
    mut sampled: CreateMessageResult,
) -> Result<CreateMessageResult, Unanswered> {
    if sampled.role != Role::Assistant {
        return Err(Unanswered::Misfit(
            "the role of what was sampled is not `assistant`".to_owned(),
        ));
    }
    let CreateMessageResultContent::Array(blocks) = &sampled.content else { return Ok(sampled) };
    if revision >= Revision::V2025_11_25 {
        return Ok(sampled);
    }
    let [block] = blocks.as_slice() else {
        return Err(Unanswered::Misfit(format!(
            "{} blocks, where {revision} has one",
            blocks.len()
        )));
    };
    let block = crate::to_string(block).map_err(|e| Unanswered::Misfit(e.to_string()))?;
    sampled.content = crate::from_str(&block).map_err(|e| Unanswered::Misfit(e.to_string()))?;
    Ok(sampled)
}

async fn roots(handlers: &Handlers) -> Result<String, Unanswered> {
    let Some(handler) = &handlers.roots else { return Err(Unanswered::Unhandled) };
    let roots = (handler.0)(()).await.map_err(|e| Unanswered::Refused(e.to_string()))?;
    if let Some(root) = roots.iter().find(|root| !root.uri.starts_with("file://")) {
        return Err(Unanswered::Misfit(format!("the root `{}` is no `file://` URI", root.uri)));
    }
    let roots = crate::to_string(&roots).map_err(|e| Unanswered::Misfit(e.to_string()))?;
    Ok(format!(r#"{{"roots":{roots}}}"#))
}
