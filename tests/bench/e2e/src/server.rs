//! A server in a process of its own.

use crate::{Failed, Who, Wire};
use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

/// One that is not started yet (stdio), or its address (HTTP).
pub enum Server {
    Command(Box<Command>),
    Url(String, Running),
}

/// Ends with this.
pub struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    pub fn pid(&self) -> u32 {
        self.0.id()
    }
}

impl Server {
    pub fn start(who: Who, wire: Wire) -> Result<Self, Failed> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["serve", &format!("{who:?}"), &format!("{wire:?}")]);
        if wire == Wire::Stdio {
            return Ok(Self::Command(Box::new(command)));
        }
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut url = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut url)?;
        Ok(Self::Url(url.trim().to_owned(), Running(child)))
    }
}

/// A listener on a free port, whose address is printed.
pub async fn listen() -> Result<tokio::net::TcpListener, Failed> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}/mcp", listener.local_addr()?);
    Ok(listener)
}
