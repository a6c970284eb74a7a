//! Keeps a bot connected to the arena. Copy this file as it is.

use std::{collections::HashMap, env, error::Error, process::ExitCode, sync::Arc, time::Duration};

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::{ClientTlsConfig, Endpoint};
use tonic::{Code, Request, Status};

use crate::proto::v1::play_request::Message;
use crate::proto::v1::play_response::Message as Response;
use crate::proto::v1::play_service_client::PlayServiceClient;
use crate::proto::v1::{
    Acknowledge, Choice, Failure, Goodbye, Heartbeat, Hello, PlayRequest, Prompt, Seated,
};

const LONGEST_PAUSE: Duration = Duration::from_secs(10);
const WELCOME_LIMIT: Duration = Duration::from_secs(10);
/// Trying again would not help. Aborted: the bot runs twice, and the newer one has won.
const FINAL: [Code; 7] = [
    Code::Unauthenticated,
    Code::PermissionDenied,
    Code::NotFound,
    Code::InvalidArgument,
    Code::FailedPrecondition,
    Code::Unimplemented,
    Code::Aborted,
];

pub type Choose = fn(&Seated, &Prompt) -> Result<String, Box<dyn Error + Send + Sync>>;

/// Outlives its stream: a prompt that comes again gets the very answer that it got before.
struct Match {
    seated: Arc<Seated>,
    started: i32, // the attempt that it started with
    ply: i32,
    answer: Option<Message>,
    away: bool, // not seated yet on this stream
}

/// What `choose` came to.
struct Thought {
    match_id: String,
    started: i32,
    ply: i32,
    answer: Message,
}

pub struct Arena {
    choose: Choose,
    matches: HashMap<String, Match>,
    outbox: mpsc::UnboundedSender<PlayRequest>,
    thoughts: (mpsc::UnboundedSender<Thought>, mpsc::UnboundedReceiver<Thought>),
    terminate: Signal,
    draining: bool,
}

impl Arena {
    pub fn new(choose: Choose) -> Self {
        Self {
            choose,
            matches: HashMap::new(),
            outbox: mpsc::unbounded_channel().0,
            thoughts: mpsc::unbounded_channel(),
            terminate: signal(SignalKind::terminate()).expect("signals can be caught"),
            draining: false,
        }
    }

    /// Plays until SIGTERM and the end of the matches that go on then.
    pub async fn play(mut self) -> ExitCode {
        let mut failures = 0;
        loop {
            let began = Instant::now();
            let end = self.session().await;
            if self.draining && (end.code() == Code::Ok || self.matches.is_empty()) {
                return ExitCode::SUCCESS;
            }
            eprintln!("session ended: {:?} {}", end.code(), end.message());
            if FINAL.contains(&end.code()) {
                return ExitCode::FAILURE;
            }
            failures = if began.elapsed() > LONGEST_PAUSE { 0 } else { failures + 1 };
            let longest = LONGEST_PAUSE.min(Duration::from_millis(100 << failures.min(10)));
            tokio::select! {
                _ = sleep(longest.mul_f64(fastrand::f64())) => {}
                _ = self.terminate.recv() => self.draining = true,
            }
        }
    }

    /// Opens a stream, and returns how it ended.
    async fn session(&mut self) -> Status {
        match self.try_session().await {
            Ok(()) => Status::ok(""),
            Err(error) => match error.downcast::<Status>() {
                Ok(status) => *status,
                Err(error) => Status::unavailable(error.to_string()),
            },
        }
    }

    async fn try_session(&mut self) -> Result<(), Box<dyn Error>> {
        let address = setting("ARENA_ADDRESS").unwrap_or("127.0.0.1:7700".into());
        let endpoint = match setting("ARENA_TLS").as_deref() {
            Some("1") => Endpoint::try_from(format!("https://{address}"))?
                .tls_config(ClientTlsConfig::new().with_native_roots())?,
            _ => Endpoint::try_from(format!("http://{address}"))?,
        };
        let channel = endpoint.connect_timeout(WELCOME_LIMIT).connect().await?;
        let (outbox, requests) = mpsc::unbounded_channel();
        self.outbox = outbox;
        // The call begins with the first message: without hello `play` would wait for ever.
        self.send(Message::Hello(Hello {
            submission_id: setting("ARENA_SUBMISSION").unwrap_or_default(),
            client: "example-rust/1.0".into(),
            match_capacity: setting("ARENA_MATCHES").map_or(Ok(1), |text| text.parse())?,
        }));
        if self.draining {
            self.send(Message::Goodbye(Goodbye {}));
        }
        let mut request = Request::new(UnboundedReceiverStream::new(requests));
        let key = format!("Bearer {}", setting("ARENA_KEY").unwrap_or_default());
        request.metadata_mut().insert("authorization", key.parse()?);
        let mut client = PlayServiceClient::new(channel);
        let mut stream = timeout(WELCOME_LIMIT, client.play(request)).await??.into_inner();
        let mut patience = WELCOME_LIMIT;
        let mut silence = Instant::now() + patience;
        loop {
            tokio::select! {
                response = stream.message() => match response? {
                    None => return Ok(()),
                    Some(response) => {
                        if let Some(Response::Welcome(welcome)) = &response.message {
                            let interval = welcome.heartbeat_interval.unwrap_or_default();
                            patience = 3 * Duration::try_from(interval)?;
                        }
                        silence = Instant::now() + patience;
                        self.receive(response.message);
                    }
                },
                Some(thought) = self.thoughts.1.recv() => self.answer(thought),
                _ = self.terminate.recv() => {
                    self.draining = true;
                    self.send(Message::Goodbye(Goodbye {}));
                }
                _ = sleep_until(silence) => return Err("the arena fell silent".into()),
            }
        }
    }

    /// Takes one message; kinds that it does not know are ignored.
    fn receive(&mut self, message: Option<Response>) {
        match message {
            Some(Response::Welcome(_)) => {
                self.matches.retain(|_, m| !m.away); // a match that is still away must have ended
                self.matches.values_mut().for_each(|m| m.away = true);
            }
            Some(Response::Heartbeat(Heartbeat { number, echo: false })) => {
                self.send(Message::Heartbeat(Heartbeat { number, echo: true }));
            }
            Some(Response::Seated(seated)) => self.seat(seated),
            Some(Response::Prompt(prompt)) => self.ask(prompt),
            Some(Response::Finished(finished)) => {
                self.matches.remove(&finished.match_id);
                println!("{finished:?}");
            }
            Some(Response::Faulted(notice)) => eprintln!("{notice:?}"),
            Some(Response::Ignored(notice)) => eprintln!("{notice:?}"),
            Some(Response::GoingAway(notice)) => eprintln!("{notice:?}"), // the stream ends by itself
            _ => {}
        }
    }

    fn seat(&mut self, seated: Seated) {
        let (match_id, attempt) = (seated.match_id.clone(), seated.attempt);
        let seated = Arc::new(seated);
        match self.matches.get_mut(&match_id) {
            Some(m) if seated.resumed || m.seated.attempt == attempt => {
                m.seated = seated;
                m.away = false;
            }
            _ => {
                let m = Match { seated, started: attempt, ply: -1, answer: None, away: false };
                self.matches.insert(match_id.clone(), m);
            }
        }
        self.send(Message::Acknowledge(Acknowledge { match_id, attempt }));
    }

    fn ask(&mut self, prompt: Prompt) {
        let Some(m) = self.matches.get_mut(&prompt.match_id) else { return };
        if m.ply != prompt.ply {
            (m.ply, m.answer) = (prompt.ply, None);
            let (choose, thoughts) = (self.choose, self.thoughts.0.clone());
            let (seated, started) = (m.seated.clone(), m.started);
            tokio::spawn(async move {
                let (match_id, ply) = (prompt.match_id.clone(), prompt.ply);
                let chosen = tokio::task::spawn_blocking(move || choose(&seated, &prompt)).await;
                let answer = answer(&match_id, ply, chosen.unwrap_or_else(|e| Err(e.into())));
                _ = thoughts.send(Thought { match_id, started, ply, answer });
            });
        } else if let Some(answer) = m.answer.clone() {
            self.send(answer); // if there is none, `choose` is still at it
        }
    }

    /// Sends what `choose` came to, unless the match has gone on without it.
    fn answer(&mut self, thought: Thought) {
        let Some(m) = self.matches.get_mut(&thought.match_id) else { return };
        if (m.started, m.ply) == (thought.started, thought.ply) {
            m.answer = Some(thought.answer.clone());
            self.send(thought.answer);
        }
    }

    /// Drops what cannot be sent any more: that the stream is broken shows where it is read.
    fn send(&self, message: Message) {
        _ = self.outbox.send(PlayRequest { message: Some(message) });
    }
}

fn answer(id: &str, ply: i32, chosen: Result<String, Box<dyn Error + Send + Sync>>) -> Message {
    let match_id = id.to_string();
    match chosen {
        Ok(action) => Message::Choice(Choice { match_id, ply, action }),
        Err(error) => {
            eprintln!("match {id}, ply {ply}: {error}");
            Message::Failure(Failure { match_id, ply, reason: error.to_string() })
        }
    }
}

fn setting(name: &str) -> Option<String> {
    env::var(name).ok().filter(|text| !text.is_empty())
}
