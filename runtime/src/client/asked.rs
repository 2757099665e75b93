//! A legacy server's own requests, answered by the handlers that answer in the modern era too.
use super::{
    connection::Core,
    input::{Unanswered, answer},
    limit::Limits,
};
use crate::{
    CancelToken,
    codes::{INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND},
    message::{into_text, push_string},
};
use std::{
    collections::BTreeMap,
    future::IntoFuture,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// What a user who does not want to is in the legacy era.
const REFUSED: i64 = -1;

/// The server's requests that are being answered, by their ids as JSON text.
#[derive(Default)]
pub(super) struct AskedNow(Mutex<BTreeMap<String, CancelToken>>);

impl AskedNow {
    /// Ends the answering of one; any other id is none of ours, or done.
    pub(super) fn cancel(&self, id: &str) {
        if let Some(token) = self.running().remove(id) {
            token.cancel();
        }
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<String, CancelToken>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request's place among those that run.
pub(super) struct Running {
    all: Arc<AskedNow>,
    id: String,
    token: CancelToken,
}

impl Running {
    pub(super) fn start(all: &Arc<AskedNow>, id: &str) -> Self {
        let token = CancelToken::new();
        all.running().insert(id.to_owned(), token.clone());
        Self { all: Arc::clone(all), id: id.to_owned(), token }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.all.running().remove(&self.id);
    }
}

/// One request of the server.
pub(super) struct Asked {
    pub(super) core: Arc<Core>,
    pub(super) running: Running,
    pub(super) method: String,
    pub(super) params: String,
}

impl Asked {
    /// The message that answers it; none when the server no longer wants to know.
    pub(super) async fn answer(self) -> Option<String> {
        let Self { core, running, method, params } = self;
        let cancelled = Box::pin(running.token.clone().into_future());
        let mut limits = Limits::default().or_when(Some(cancelled));
        let given = answer(&core.options.handlers, core.revision(), &method, &params);
        let id = &*running.id;
        Some(match limits.unless_cancelled(given).await? {
            Ok(result) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
            Err(Unanswered::Unhandled) => {
                refusal(id, METHOD_NOT_FOUND, "this client offers no such method")
            }
            Err(Unanswered::Undeclared) => {
                refusal(id, INVALID_PARAMS, "a mode that this client did not declare")
            }
            Err(Unanswered::Malformed(why)) => refusal(id, INVALID_PARAMS, &why),
            Err(Unanswered::Refused(why)) => refusal(id, REFUSED, &why),
            Err(Unanswered::Misfit(why)) => refusal(id, INTERNAL_ERROR, &why),
        })
    }
}

/// An error as the answer to a request of the server.
pub(super) fn refusal(id: &str, code: i64, why: &str) -> String {
    let mut out =
        format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"#).into_bytes();
    push_string(&mut out, why);
    out.extend_from_slice(b"}}");
    into_text(out)
}
