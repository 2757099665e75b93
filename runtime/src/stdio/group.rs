//! The process group of a server, so that what it started ends with it.
use tokio::process::{Child, Command};

/// How firmly to ask a process to end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Signal {
    Terminate,
    Kill,
}

/// The group that a child leads. Dropped before it is [`done`](Self::done), it is killed.
#[derive(Debug)]
pub(super) struct Group {
    #[cfg(unix)]
    leader: Option<rustix::process::Pid>,
}

#[cfg(unix)]
impl Group {
    pub(super) fn prepare(command: &mut Command) {
        command.process_group(0);
    }

    pub(super) fn of(child: &Child) -> Self {
        let id = child.id().and_then(|id| i32::try_from(id).ok());
        Self { leader: id.and_then(rustix::process::Pid::from_raw) }
    }

    pub(super) fn signal(&self, _: &mut Child, signal: Signal) {
        let signal = match signal {
            Signal::Terminate => rustix::process::Signal::TERM,
            Signal::Kill => rustix::process::Signal::KILL,
        };
        self.send(signal);
    }

    /// Whether any process of the group is left.
    pub(super) fn is_alive(&self) -> bool {
        self.leader.is_some_and(|leader| rustix::process::test_kill_process_group(leader).is_ok())
    }

    /// Nothing is left to kill.
    pub(super) fn done(&mut self) {
        self.leader = None;
    }

    fn send(&self, signal: rustix::process::Signal) {
        if let Some(leader) = self.leader {
            // A group that is gone already needs no signal.
            let _ = rustix::process::kill_process_group(leader, signal);
        }
    }
}

#[cfg(unix)]
impl Drop for Group {
    fn drop(&mut self) {
        self.send(rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
impl Group {
    pub(super) fn prepare(_: &mut Command) {}

    pub(super) fn of(_: &Child) -> Self {
        Self {}
    }

    pub(super) fn signal(&self, child: &mut Child, signal: Signal) {
        if let Signal::Kill = signal {
            // A child that is gone already needs no signal.
            let _ = child.start_kill();
        }
    }

    pub(super) fn is_alive(&self) -> bool {
        false
    }

    pub(super) fn done(&mut self) {}
}
