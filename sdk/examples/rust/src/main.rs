//! A bot for SCOUT and Carrera: the part to rewrite. `arena.rs` keeps it connected.

mod arena;
mod proto {
    include!(concat!(env!("OUT_DIR"), "/proto.rs"));
}

use arena::Problem;
use proto::botarena::{carrera, scout, v1};

/// Returns a legal action, in a thread of its own for each prompt. An error or a panic is a fault.
fn choose(seated: &v1::Seated, prompt: &v1::Prompt) -> Result<String, Problem> {
    let game = seated.game.as_ref().map(|game| game.name.as_str());
    let (seen, actions) = (prompt.observation.clone().unwrap_or_default(), &prompt.legal_actions);
    Ok(match game {
        Some("scout") => choose_scout(&seen.to_msg()?, actions),
        Some("carrera") => choose_carrera(&seen.to_msg()?, actions),
        _ => actions[0].clone(),
    })
}

/// Keeps the side that counts more, shows as many cards as it can, and scouts if it can show none.
fn choose_scout(seen: &scout::v1::Observation, actions: &[String]) -> String {
    let gain: i32 = seen.hand.iter().map(|card| card.down - card.up).sum();
    if seen.phase == "flip" && gain > 0 {
        return "flip".to_string();
    }
    let best = actions.iter().rev().max_by_key(|action| shown(action)); // the first of several
    best.expect("there is always a legal action").clone()
}

/// Returns how many cards an action such as "show 2 3" shows.
fn shown(action: &str) -> u32 {
    match action.split(' ').collect::<Vec<_>>()[..] {
        ["show", _, count] => count.parse().unwrap_or_default(),
        _ => 0,
    }
}

/// Saves its strength, by which actions are sorted, for the trick that wins a trophy.
fn choose_carrera(seen: &carrera::v1::Observation, actions: &[String]) -> String {
    actions[if seen.trick == 6 { actions.len() - 1 } else { 0 }].clone()
}

#[tokio::main]
async fn main() -> std::process::ExitCode {
    arena::play().await
}
