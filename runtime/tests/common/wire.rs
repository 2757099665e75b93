//! An HTTP server that is played by the test, byte by byte.
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::mpsc,
};

/// Requests as they come, each to be answered by the test.
pub struct Wire {
    pub url: String,
    requests: mpsc::UnboundedReceiver<Asked>,
}

/// A request, and its connection.
pub struct Asked {
    pub head: String,
    pub body: String,
    stream: TcpStream,
}

impl Wire {
    pub async fn listen() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let (sender, requests) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let sender = sender.clone();
                tokio::spawn(async move {
                    if let Some(asked) = read(stream).await {
                        let _ = sender.send(asked);
                    }
                });
            }
        });
        Self { url, requests }
    }

    pub async fn next(&mut self) -> Asked {
        let next = self.requests.recv();
        tokio::time::timeout(std::time::Duration::from_secs(5), next)
            .await
            .expect("a request")
            .unwrap()
    }

    /// The next request with that HTTP method; others that come first are refused with 405.
    pub async fn next_by(&mut self, method: &str) -> Asked {
        loop {
            let asked = self.next().await;
            if asked.head.starts_with(method) {
                return asked;
            }
            asked.status(405, "").await;
        }
    }

    pub fn is_quiet(&mut self) -> bool {
        self.requests.try_recv().is_err()
    }
}

async fn read(mut stream: TcpStream) -> Option<Asked> {
    let mut bytes = Vec::new();
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
            let length = header(&head, "content-length").map_or(0, |n| n.parse::<usize>().unwrap());
            while bytes.len() < end + 4 + length {
                if stream.read_buf(&mut bytes).await.ok()? == 0 {
                    return None;
                }
            }
            let body = String::from_utf8(bytes[end + 4..].to_vec()).unwrap();
            return Some(Asked { head, body, stream });
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
}

fn header(head: &str, name: &str) -> Option<String> {
    head.lines().skip(1).find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
    })
}

impl Asked {
    pub fn header(&self, name: &str) -> Option<String> {
        header(&self.head, name)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// The id and method of the message.
    pub fn method(&self) -> String {
        self.json()["method"].as_str().unwrap_or_default().to_owned()
    }

    pub async fn raw(mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).await.unwrap();
        let _ = self.stream.shutdown().await;
    }

    pub async fn status(self, status: u16, body: &str) {
        self.answer(status, "application/json", &[], body).await;
    }

    pub async fn answer(self, status: u16, kind: &str, headers: &[(&str, &str)], body: &str) {
        let more: String =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n{more}\r\n"
        );
        self.raw(&format!("{head}{body}")).await;
    }

    /// A result for the request.
    pub async fn result(self, result: Value) {
        self.result_with(&[], result).await;
    }

    pub async fn result_with(self, headers: &[(&str, &str)], result: Value) {
        let answer =
            serde_json::json!({"jsonrpc": "2.0", "id": self.json()["id"], "result": result});
        self.answer(200, "application/json", headers, &answer.to_string()).await;
    }

    /// An event stream, in the pieces that the test writes.
    pub async fn stream(mut self) -> Stream {
        let head = "HTTP/1.1 200 X\r\ncontent-type: text/event-stream; charset=utf-8\r\nconnection: close\r\n\r\n";
        self.stream.write_all(head.as_bytes()).await.unwrap();
        Stream(self.stream)
    }
}

pub struct Stream(TcpStream);

impl Stream {
    pub async fn send(&mut self, text: impl AsRef<[u8]>) {
        // The client may have had enough.
        let _ = self.0.write_all(text.as_ref()).await;
    }

    /// Whether the client has gone within a while.
    pub async fn is_closed(&mut self) -> bool {
        let mut byte = [0];
        let read = self.0.read(&mut byte);
        matches!(
            tokio::time::timeout(std::time::Duration::from_secs(5), read).await,
            Ok(Ok(0) | Err(_))
        )
    }
}
