// Deals the cards of the house's games from a seed alone, as their rules say in paragraph 7.

import { bits, commitment, permutation } from "./chance.mjs";

const SUITS = ["1", "2", "3", "4a", "4b", "5"];
const HAND_SIZES = { 2: 11, 3: 12, 4: 11, 5: 9 };

/** Returns the hands of every deal, by draw and seat, cards as text; `null` for another game. */
export async function deals(game, seats, options, seed, count) {
  const dealt = [];
  let stock = game === "scout" ? scoutDeck(seats) : null;
  for (let draw = 0; draw < count; draw += 1) {
    if (game === "carrera") dealt.push(await carreraDeal(seats, options, seed, draw));
    else if (game === "scout") {
      const cards = await shuffled(stock, seed, draw);
      const size = HAND_SIZES[seats];
      dealt.push(hands(cards, seats, size).map((hand) => hand.map(({ up, down }) => `${up}/${down}`)));
      if (seats === 2 && draw === 0) stock = upright(cards.slice(seats * size));
    } else return null;
  }
  return dealt;
}

const hands = (cards, seats, size) =>
  Array.from({ length: seats }, (_, seat) => cards.slice(seat * size, (seat + 1) * size));

function scoutDeck(seats) {
  const cards = [];
  for (let up = 1; up <= 10; up += 1) for (let down = up + 1; down <= 10; down += 1) cards.push({ up, down });
  if (seats === 3) return cards.filter(({ down }) => down !== 10);
  return seats === 5 ? cards : cards.filter(({ up, down }) => up !== 9 || down !== 10);
}

async function shuffled(stock, seed, draw) {
  const [order, turned] = await Promise.all([
    permutation(seed, draw, "deal", stock.length),
    bits(seed, draw, "orientation", stock.length),
  ]);
  return order.map((card, index) => (turned[index] ? { up: stock[card].down, down: stock[card].up } : stock[card]));
}

const upright = (cards) =>
  cards
    .map(({ up, down }) => ({ up: Math.min(up, down), down: Math.max(up, down) }))
    .sort((one, other) => one.up - other.up || one.down - other.down);

async function carreraDeal(seats, options, seed, draw) {
  const copies = options.copies_per_suit === "n" ? seats : options.copies_per_suit;
  const order = await permutation(seed, draw, "deal", 6 * copies);
  const suits = order.map((card) => SUITS[Math.floor(card / copies)]);
  return hands(suits, seats, 6).map((hand) => hand.sort());
}

/** Returns what holds and what does not: the commitment, then every deal beside what was played. */
export async function proof(match, frames, say) {
  const lines = [];
  const kept = (await commitment(match.seed)) === match.commitment;
  lines.push({ holds: kept, text: say(kept ? "commitment_holds" : "commitment_wrong") });
  const after = frames.filter((_, ply) => frames[ply - 1]?.turn.kind === "chance" && frames[ply].seats);
  const dealt = await deals(match.game, match.seats, match.options, match.seed, after.length);
  if (!dealt) return [...lines, { holds: true, text: say("deal_unknown") }];
  after.forEach((frame, draw) => {
    const shown = frame.seats.map(({ hand }) => hand.map((card) => card.up ? `${card.up}/${card.down}` : card));
    const holds = JSON.stringify(shown) === JSON.stringify(dealt[draw]);
    lines.push({ holds, text: say(holds ? "deal_holds" : "deal_wrong").replace("{number}", draw + 1) });
  });
  return lines;
}
