//! What a server may ask for in mid-call, and who answers: the same handlers in both eras.
mod answer;
mod handlers;

pub use handlers::{Elicited, FormRequest, Refused, UrlRequest};

pub(crate) use answer::{Unanswered, answer};
pub(crate) use handlers::Handlers;
