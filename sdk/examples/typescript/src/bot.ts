// A bot for SCOUT and Carrera: the part to rewrite. `arena.ts` keeps it connected.
import { Arena } from "./arena.js";
import { Observation as Carrera } from "./gen/botarena/carrera/v1/observation.js";
import { Observation as Scout } from "./gen/botarena/scout/v1/observation.js";
import type { Prompt, Seated } from "./gen/botarena/v1/play_service.js";

/** Returns one of `prompt.legalActions`. Whatever it throws is a fault. */
async function choose(prompt: Prompt, seated: Seated): Promise<string> {
  const seen = prompt.observation?.value ?? new Uint8Array();
  if (seated.game?.name === "scout") return scout(Scout.decode(seen), prompt.legalActions);
  if (seated.game?.name === "carrera") return carrera(Carrera.decode(seen), prompt.legalActions);
  return prompt.legalActions[0]!;
}

/** Keeps the side that counts more, shows as many cards as it can, and scouts if it can show none. */
function scout(seen: Scout, actions: string[]): string {
  const gain = seen.hand.reduce((sum, card) => sum + card.down - card.up, 0);
  if (seen.phase === "flip" && gain > 0) return "flip";
  return actions.reduce((best, action) => (shown(action) > shown(best) ? action : best));
}

/** Returns how many cards an action such as "show 2 3" shows. */
function shown(action: string): number {
  const [kind, , count] = action.split(" ");
  return kind === "show" ? Number(count) : 0;
}

/** Saves its strength for the sixth trick, the only one that wins a trophy: actions are sorted by it. */
function carrera(seen: Carrera, actions: string[]): string {
  return (seen.trick === 6 ? actions.at(-1) : actions[0])!;
}

process.exitCode = await new Arena(choose).play();
