// A bot for SCOUT and Carrera: the part to rewrite. `arena.ts` keeps it connected.
import { Arena } from "./arena.js";
import { Observation as Carrera } from "./gen/botarena/carrera/v1/observation.js";
import { Observation as Scout } from "./gen/botarena/scout/v1/observation.js";
import type { Prompt, Seated } from "./gen/botarena/v1/play_service.js";

/** Returns one of `prompt.legalActions`, or a promise of one. Whatever it throws is a fault. */
function choose(seated: Seated, prompt: Prompt): string {
  const observation = prompt.observation?.value ?? new Uint8Array();
  switch (seated.game?.name) {
    case "scout":
      return scout(Scout.decode(observation), prompt.legalActions);
    case "carrera":
      return carrera(Carrera.decode(observation), prompt.legalActions);
    default:
      return prompt.legalActions[0]!;
  }
}

/** Keeps the side that counts more, shows as many cards as it can, and scouts if it can show none. */
function scout(observation: Scout, actions: string[]): string {
  if (observation.phase === "flip") {
    const gain = observation.hand.reduce((sum, card) => sum + card.down - card.up, 0);
    return gain > 0 ? "flip" : "keep";
  }
  return best(actions, (action) => {
    const [kind, , length] = action.split(" ");
    return kind === "show" ? Number(length) : 0;
  });
}

/** Saves fuel for the sixth trick, the only one that wins a trophy, and refills when it can. */
function carrera(observation: Carrera, actions: string[]): string {
  const reserve = observation.fuel[observation.seat ?? 0] ?? 0;
  return best(actions, (action) => {
    const [kind, suit, fuel, take] = action.split(" ");
    const rank = parseInt(suit!);
    if (observation.trick === 6) return kind === "up" ? rank + Number(fuel) : -1;
    if (kind === "up") return rank - 10 * Number(fuel) + (take ? 10 : 0);
    return (observation.market > 0 && reserve < 5 ? 9 : -1) - rank;
  });
}

/** Returns the action that is worth most, the first of several. */
function best(actions: string[], worth: (action: string) => number): string {
  return actions.reduce((best, action) => (worth(action) > worth(best) ? action : best));
}

process.exitCode = await new Arena(choose).play();
