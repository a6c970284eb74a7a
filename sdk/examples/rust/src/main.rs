//! A bot for SCOUT and Carrera: the part to rewrite. `arena.rs` keeps it connected.

mod arena;
mod proto;

use std::{error::Error, process::ExitCode};

use proto::{Prompt, Seated, carrera, scout};

/// Returns one of the prompt's legal actions. An error or a panic is a fault. It runs in a thread of
/// its own for each prompt.
fn choose(seated: &Seated, prompt: &Prompt) -> Result<String, Box<dyn Error + Send + Sync>> {
    let game = seated.game.as_ref().map(|game| game.name.as_str());
    let (seen, actions) = (prompt.observation.clone().unwrap_or_default(), &prompt.legal_actions);
    Ok(match game {
        Some("scout") => choose_scout(&seen.to_msg()?, actions),
        Some("carrera") => choose_carrera(&seen.to_msg()?, actions),
        _ => actions[0].clone(),
    })
}

/// Keeps the side that counts more, shows as many cards as it can, and scouts if it can show none.
fn choose_scout(seen: &scout::Observation, actions: &[String]) -> String {
    if seen.phase == "flip" {
        let gain: i32 = seen.hand.iter().map(|card| card.down - card.up).sum();
        return if gain > 0 { "flip" } else { "keep" }.to_string();
    }
    best(actions, |words| match words {
        ["show", _, length] => number(length),
        _ => 0,
    })
}

/// Saves fuel for the sixth trick, the only one that wins a trophy, and refills when it can.
fn choose_carrera(seen: &carrera::Observation, actions: &[String]) -> String {
    let reserve = seen.fuel[seen.seat.unwrap_or_default() as usize];
    best(actions, |words| match words {
        ["up", suit, fuel, ..] if seen.trick == 6 => rank(suit) + number(fuel),
        _ if seen.trick == 6 => -1,
        ["up", suit, fuel, "take"] => rank(suit) - 10 * number(fuel) + 10,
        ["up", suit, fuel] => rank(suit) - 10 * number(fuel),
        [_, suit] if seen.market > 0 && reserve < 5 => 9 - rank(suit),
        [_, suit] => -1 - rank(suit),
        _ => i32::MIN,
    })
}

/// Returns the action that is worth most, the first of several.
fn best(actions: &[String], worth: impl Fn(&[&str]) -> i32) -> String {
    let worth = |action: &String| worth(&action.split(' ').collect::<Vec<_>>());
    let best = actions.iter().rev().max_by_key(|action| worth(action));
    best.expect("there is always a legal action").clone()
}

fn rank(suit: &str) -> i32 {
    number(&suit[..1])
}

fn number(text: &str) -> i32 {
    text.parse().unwrap_or_default()
}

#[tokio::main]
async fn main() -> ExitCode {
    arena::Arena::new(choose).play().await
}
