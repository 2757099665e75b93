//! What a caller sets on one call, whatever its method.
use super::{connection::Core, limit::Limits};
use crate::{
    BoxFuture, Error, LogLevel, Map, Value,
    event::{Listener, OnProgress},
    meta::Extra,
};
use std::{fmt, sync::Arc, time::Duration};

/// Most calls set no option, so that a call stays small.
#[derive(Debug, Default)]
pub(crate) struct CallOptions(Option<Box<Set>>);

#[derive(Default)]
pub(crate) struct Set {
    pub(crate) timeout: Option<Option<Duration>>,
    /// How long progress may put the time-out off.
    pub(crate) extension: Option<Duration>,
    pub(crate) meta: Map<String, Value>,
    pub(crate) log_level: Option<LogLevel>,
    pub(crate) cancel: Option<BoxFuture<'static, ()>>,
    pub(crate) on_progress: Option<OnProgress>,
    pub(crate) max_rounds: Option<u32>,
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Set")
            .field("timeout", &self.timeout)
            .field("max_rounds", &self.max_rounds)
            .finish_non_exhaustive()
    }
}

/// How often input is given before a call fails, unless it says otherwise.
const MAX_ROUNDS: u32 = 10;

impl CallOptions {
    pub(crate) fn set(&mut self) -> &mut Set {
        self.0.get_or_insert_default()
    }

    pub(super) fn max_rounds(&self) -> u32 {
        self.0.as_ref().and_then(|set| set.max_rounds).unwrap_or(MAX_ROUNDS)
    }

    /// What the caller adds to the envelope.
    pub(super) fn extra(&self) -> Extra<'_> {
        match &self.0 {
            Some(set) => {
                Extra { log_level: set.log_level, progress_token: None, entries: Some(&set.meta) }
            }
            None => Extra::default(),
        }
    }

    /// How long the call may take, and who is told how far it has come.
    pub(super) fn limits(&mut self, core: &Core) -> Result<(Limits, Option<OnProgress>), Error> {
        let clock = core.options.timer.as_ref();
        let Some(set) = &mut self.0 else {
            return Ok((Limits::new(clock, core.options.timeout), None));
        };
        if clock.is_none() && (set.timeout.flatten().is_some() || set.extension.is_some()) {
            let why = "a time-out needs a timer: give the connection one with `Options::timer`";
            return Err(Error::Usage(why.to_owned()));
        }
        let timeout = set.timeout.unwrap_or(core.options.timeout);
        let mut limits = Limits::new(clock, timeout).or_when(set.cancel.take());
        let mut on_progress = set.on_progress.take();
        if let Some(most) = set.extension {
            let beat = limits.extend(most);
            let told = on_progress.take();
            on_progress = Some(Listener(Arc::new(move |progress| {
                beat.beat();
                if let Some(listener) = &told {
                    (listener.0)(progress);
                }
            })));
        }
        Ok((limits, on_progress))
    }
}
