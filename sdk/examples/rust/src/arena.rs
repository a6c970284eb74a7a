//! Keeps a bot connected to the arena. Copy this file as it is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{collections::HashMap, env, error::Error, process::ExitCode, time::Duration};

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::{sync::mpsc, task::spawn_blocking, time::timeout};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Code, Request, Status, transport::Endpoint};

use crate::proto::botarena::v1::play_request::Message as Said;
use crate::proto::botarena::v1::play_response::Message as Heard;
use crate::proto::botarena::v1::play_service_client::PlayServiceClient;
use crate::proto::botarena::v1::*;

pub type Problem = Box<dyn Error + Send + Sync>;

/// Trying again would not help. Aborted: the bot runs twice, and the newer one has won.
#[rustfmt::skip]
const FINAL: [Code; 7] = [
    Code::Unauthenticated, Code::PermissionDenied, Code::NotFound, Code::InvalidArgument,
    Code::FailedPrecondition, Code::Unimplemented, Code::Aborted,
];
const LIMIT: Duration = Duration::from_secs(10); // for the arena's first word, and for a pause

struct Arena {
    seats: HashMap<String, Seated>, // by match
    failures: u32,                  // since the last welcome
    terminate: Signal,
    draining: bool,
}

/// Plays until SIGTERM and the end of the matches that go on then.
pub async fn play() -> ExitCode {
    let terminate = signal(SignalKind::terminate()).expect("signals can be caught");
    let mut arena = Arena { seats: HashMap::new(), failures: 0, terminate, draining: false };
    loop {
        let end = arena.session().await;
        if arena.draining && (end.is_ok() || arena.seats.is_empty()) {
            return ExitCode::SUCCESS;
        }
        eprintln!("session ended: {end:?}");
        let status = end.err().and_then(|problem| problem.downcast::<Status>().ok());
        if status.is_some_and(|status| FINAL.contains(&status.code())) {
            return ExitCode::FAILURE;
        }
        let longest = LIMIT.min(Duration::from_millis(100 << arena.failures.min(10)));
        arena.failures += 1;
        let pause = longest.mul_f64(fastrand::f64());
        arena.draining |= timeout(pause, arena.terminate.recv()).await.is_ok();
    }
}

impl Arena {
    /// Opens a stream, and takes what comes until it ends.
    async fn session(&mut self) -> Result<(), Problem> {
        let scheme = if setting("ARENA_TLS") == "1" { "https" } else { "http" };
        let endpoint = Endpoint::new(format!("{scheme}://{}", setting("ARENA_ADDRESS")))?;
        let (outbox, requests) = mpsc::unbounded_channel();
        let send = |message| _ = outbox.send(PlayRequest { message: Some(message) });
        // The call begins with the first message: without hello `play` would wait for ever.
        send(Said::Hello(Hello {
            submission_id: setting("ARENA_SUBMISSION"),
            client: "example-rust/1.0".into(),
            match_capacity: setting("ARENA_MATCHES").parse()?,
        }));
        if self.draining {
            send(Said::Goodbye(Goodbye {}));
        }
        let mut request = Request::new(UnboundedReceiverStream::new(requests));
        let key = format!("Bearer {}", setting("ARENA_KEY"));
        request.metadata_mut().insert("authorization", key.parse()?);
        let mut client = PlayServiceClient::new(endpoint.connect_timeout(LIMIT).connect().await?);
        let mut stream = timeout(LIMIT, client.play(request)).await??.into_inner();
        let mut patience = LIMIT;
        loop {
            let response = tokio::select! {
                response = timeout(patience, stream.message()) => response??,
                _ = self.terminate.recv() => {
                    self.draining = true;
                    send(Said::Goodbye(Goodbye {}));
                    continue;
                }
            };
            let Some(response) = response else { return Ok(()) };
            match response.message {
                Some(Heard::Welcome(welcome)) => {
                    self.failures = 0;
                    self.seats.clear(); // what goes on is seated again
                    patience =
                        3 * Duration::try_from(welcome.heartbeat_interval.unwrap_or_default())?;
                }
                Some(Heard::Heartbeat(Heartbeat { number, .. })) => {
                    send(Said::Heartbeat(Heartbeat { number, echo: true }));
                }
                Some(Heard::Seated(seated)) => {
                    let (match_id, attempt) = (seated.match_id.clone(), seated.attempt);
                    self.seats.insert(match_id.clone(), seated);
                    send(Said::Acknowledge(Acknowledge { match_id, attempt }));
                }
                Some(Heard::Prompt(prompt)) => {
                    let seated = self.seats.get(&prompt.match_id).cloned().unwrap_or_default();
                    let outbox = outbox.clone();
                    spawn_blocking(move || outbox.send(answer(&seated, &prompt)));
                }
                Some(Heard::Finished(finished)) => {
                    self.seats.remove(&finished.match_id);
                    eprintln!("{finished:?}");
                }
                other => eprintln!("{other:?}"), // faulted, ignored, going away, or a kind to come
            }
        }
    }
}

/// Thinks. If a prompt comes again, so does the answer, and the first one counts.
fn answer(seated: &Seated, prompt: &Prompt) -> PlayRequest {
    let (match_id, attempt, ply) = (prompt.match_id.clone(), prompt.attempt, prompt.ply);
    let chosen = catch_unwind(AssertUnwindSafe(|| crate::choose(seated, prompt)));
    let message = match chosen.unwrap_or_else(|_| Err("choose panicked".into())) {
        Ok(action) => Said::Choice(Choice { match_id, attempt, ply, action }),
        Err(problem) => {
            eprintln!("match {match_id}, ply {ply}: {problem}");
            Said::Failure(Failure { match_id, attempt, ply, reason: problem.to_string() })
        }
    };
    PlayRequest { message: Some(message) }
}

fn setting(name: &str) -> String {
    env::var(name).unwrap_or_default()
}
