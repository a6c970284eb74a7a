// The page of a match: loads it, shows it, follows it while it is played, proves its deal.

import { proof } from "./deals.mjs";
import { make, Viewer } from "./viewer.mjs";

const PATIENCE = 30;
const root = document.getElementById("viewer");

async function load() {
  const kept = document.getElementById("replay");
  if (kept) return JSON.parse(kept.textContent);
  const answer = await fetch(root.dataset.source);
  if (!answer.ok) throw new Error(`${root.dataset.source}: ${answer.status}`);
  return answer.json();
}

function follow(viewer) {
  const events = new EventSource(viewer.match.live);
  events.addEventListener("open", () => viewer.note(""));
  events.addEventListener("error", () => viewer.note(viewer.say("reconnecting")));
  events.addEventListener("ply", ({ data }) => viewer.add(JSON.parse(data)));
  events.addEventListener("over", async () => {
    events.close();
    const match = await finished();
    if (match.state === "void") viewer.note(viewer.say("given_up"));
    else if (match.revealed) viewer.retell(match);
    else viewer.note(viewer.say("reload_for_hands"));
    root.dataset.over = match.state;
  });
}

/** Loads the match again once it is final: its last event is told a moment before. */
async function finished() {
  for (let tries = 0; ; tries += 1) {
    const match = await load();
    if (!match.live || tries === PATIENCE) return match;
    await new Promise((done) => setTimeout(done, 300));
  }
}

function offerProof(viewer) {
  const button = document.getElementById("verify");
  const list = document.getElementById("proof");
  button?.addEventListener("click", async () => {
    const lines = await proof(viewer.match, viewer.story.frames, viewer.say);
    list.replaceChildren(...lines.map(({ holds, text }) => make("li", holds ? {} : { class: "wrong" }, text)));
  });
}

const viewer = new Viewer(root, await load());
await viewer.start();
if (viewer.match.live) follow(viewer);
offerProof(viewer);
