// Draws My Favorite Carrera RS: a car for every card, fuel as chips, momentum, trophies.

import { faultMark, scene as drawn, seatPanel, spread, svg, text } from "../svg.mjs";

const CARD = { width: 88, height: 62 };
const TANK = 5;
const RANKS = { 1: 1, 2: 2, 3: 3, "4a": 4, "4b": 4, 5: 5 };
const SLOWED = ["4a", "4b", "5"];

/** Returns the trick, the market and every seat as an SVG element. */
export function draw(frame, scene) {
  const { say, names, width } = scene;
  const wide = width >= 700;
  const rows = { top: 216, height: wide ? 92 : 156, gap: 10 };
  const height = rows.top + names.length * (rows.height + rows.gap);
  const seats = names.map((_, seat) =>
    seatRow(frame, scene, seat, rows.top + seat * (rows.height + rows.gap), rows.height, wide),
  );
  return drawn(width, height, say("table"), track(frame, scene), seats);
}

function track(frame, { say, names, width, options }) {
  const { table } = frame;
  const over = table.plays.length === 0 && table.tricks.length > 0;
  const trick = over ? table.tricks.at(-1) : { plays: table.plays, winner: null };
  const { step, used } = spread(names.length, CARD.width, width - 40, 18);
  const left = (width - used) / 2;
  const first = trick.plays[0]?.seat ?? table.leader;
  const slots = names.map((name, place) => {
    const seat = (first + place) % names.length;
    const play = opened(frame, trick.plays[place], place, over);
    const x = left + place * step;
    return svg(
      "g",
      { "data-play": play ? seat : undefined },
      svg("circle", { class: `dot s${seat}`, cx: x + CARD.width / 2, cy: 58, r: 10 }),
      text(x + CARD.width / 2, 62.5, seat, "dot-text", "middle"),
      play ? played(play, x, 74, total(play, trick.plays, options)) : svg("rect", { class: "slot", x, y: 74, ...CARD, rx: 8 }),
      over && trick.winner === seat ? svg("rect", { class: "win", x: x - 4, y: 70, width: CARD.width + 8, height: CARD.height + 8, rx: 11 }) : null,
    );
  });
  const won = over ? ` · ${say("winner")} ${trick.winner === null ? say("nobody") : names[trick.winner]}` : "";
  const title = `${say("round")} ${table.round} · ${say("trick")} ${over ? table.tricks.length : table.trick} / 6${won}`;
  return svg("g", { "data-part": "trick" }, text(width / 2, 24, title, "label", "middle"), slots, market(table, say, width));
}

/** Returns a play with its face-down card, if all hands are open: who played it knows it. */
function opened(frame, play, place, over) {
  if (!play || !frame.seats) return play;
  const own = frame.seats[play.seat];
  return (over ? own.tricks.at(-1).plays : own.plays)[place];
}

/** Returns what a card counts as far as everybody can tell, or nothing. */
function total(play, plays, options) {
  if (play.suit === null || options.facedown_one_has_power) return null;
  const slow = plays.some((one) => one.suit === "1") && SLOWED.includes(play.suit);
  return (slow ? 0 : RANKS[play.suit]) + play.fuel + play.momentum;
}

function played(play, x, y, counts) {
  const below = y + CARD.height + 17;
  return [
    play.suit === null ? back(x, y, play.face_down) : face(play.suit, x, y),
    Array.from({ length: play.fuel }, (_, n) => fuelChip(x + 10 + n * 13, below)),
    play.momentum ? arrows(play.momentum, x + 8 + play.fuel * 13, below) : null,
    counts === null ? null : text(x + CARD.width - 2, below + 5, `= ${counts}`, "value", "end"),
  ];
}

function market(table, say, width) {
  const across = Math.min(14, (width - 200) / Math.max(1, table.market));
  const room = 60 + table.market * across;
  const left = (width - room) / 2;
  return svg(
    "g",
    { "data-market": table.market },
    text(left, 195, `${say("market")} ${table.market}`, "label"),
    Array.from({ length: table.market }, (_, n) => fuelChip(left + 84 + n * across, 190)),
  );
}

function seatRow(frame, { say, names, width }, seat, y, height, wide) {
  const { table } = frame;
  const acting = frame.turn.kind === "decision" && frame.turn.seats.includes(seat);
  const room = { x: wide ? 300 : 16, y: wide ? y + 15 : y + 84, width: wide ? width - 318 : width - 32 };
  return svg(
    "g",
    { "data-seat": seat, "data-fuel": table.fuel[seat], "data-momentum": table.momentum[seat] },
    seatPanel(seat, names[seat], { y, width, height, acting, most: wide ? 26 : 34 }),
    titled(
      `${say("fuel")} ${table.fuel[seat]}`,
      Array.from({ length: TANK }, (_, n) => fuelChip(51 + n * 16, y + 50, n >= table.fuel[seat])),
    ),
    titled(`${say("momentum")} ${table.momentum[seat]}`, arrows(table.momentum[seat], 138, y + 50)),
    titled(
      `${say("trophies")} ${table.trophies[seat]}`,
      Array.from({ length: table.trophies[seat] }, (_, n) => cup(wide ? 52 + n * 26 : 220 + n * 26, wide ? y + 74 : y + 50)),
    ),
    table.leader === seat && !table.plays.length ? text(wide ? 282 : width - 16, wide ? y + 80 : y + 54, say("leads"), "label", "end") : null,
    faultMark(frame, seat, width - 16, y + 26, say),
    hand(frame, seat, room),
  );
}

function hand(frame, seat, room) {
  const suits = frame.seats ? frame.seats[seat].hand : Array(frame.table.hand_sizes[seat]).fill(null);
  const { step } = spread(suits.length, CARD.width, room.width, 8);
  return suits.map((suit, place) => {
    const x = room.x + place * step;
    return suit === null ? back(x, room.y) : face(suit, x, room.y);
  });
}

function face(suit, x, y) {
  return svg(
    "g",
    { class: `suit-${suit}`, "data-card": suit },
    svg("rect", { class: "face", x, y, ...CARD, rx: 8 }),
    text(x + 8, y + 17, suit, "suit-name", "start", 15),
    car(x + 8, y + 20, RANKS[suit]),
  );
}

/** Draws the car from the side, its nose to the right and the ducktail behind. */
function car(x, y, number) {
  return svg(
    "g",
    { transform: `translate(${x} ${y}) scale(1.1)` },
    svg("path", {
      class: "car",
      d: "M1 21C1 17 3 14 6 13L3 9.5L14 11C20 5 27 2 36 2C44 2 49 5 54 10C60 11 64 14 65 19C65 23 64 25 61 25H5C2 25 1 24 1 21Z",
    }),
    svg("path", { class: "glass", d: "M19 11C24 6.5 29 5 35 5V11Z" }),
    svg("path", { class: "glass", d: "M38 5C43 5.4 46.500 7.500 49.500 11H38Z" }),
    svg("path", { class: "trim", d: "M4 22H62" }),
    [15, 51].map((cx) => [
      svg("circle", { class: "tyre", cx, cy: 25, r: 7 }),
      svg("circle", { class: "rim", cx, cy: 25, r: 3.4 }),
    ]),
    svg("circle", { class: "roundel", cx: 33, cy: 17, r: 6.2 }),
    text(33, 20.6, number, "roundel-text", "middle", 10),
  );
}

function back(x, y, suit = null) {
  return svg(
    "g",
    { class: `carrera-back${suit ? ` suit-${suit}` : ""}`, "data-down": suit ?? "" },
    svg("rect", { class: "back", x, y, ...CARD, rx: 8 }),
    [0, 1, 2, 3].map((n) =>
      svg("path", { class: "back-line", d: `M${x + 10} ${y + 14 + n * 11}H${x + CARD.width - 10}` }),
    ),
    suit
      ? [
          svg("circle", { class: "roundel", cx: x + CARD.width / 2, cy: y + CARD.height / 2, r: 13 }),
          text(x + CARD.width / 2, y + CARD.height / 2 + 5, suit, "roundel-text", "middle", 14),
        ]
      : null,
  );
}

const titled = (title, ...parts) => svg("g", {}, svg("title", {}, title), ...parts);

const fuelChip = (cx, cy, spent = false) =>
  svg(
    "g",
    { class: spent ? "spent" : "fuel" },
    svg("circle", { class: "chip", cx, cy, r: 6.5 }),
    svg("path", { class: "dot-text", d: `M${cx} ${cy - 3.4}C${cx + 3.6} ${cy + 0.6} ${cx + 2.4} ${cy + 3.4} ${cx} ${cy + 3.4}C${cx - 2.4} ${cy + 3.4} ${cx - 3.6} ${cy + 0.6} ${cx} ${cy - 3.4}Z` }),
  );

const arrows = (count, x, y) =>
  svg(
    "g",
    { class: "momentum" },
    Array.from({ length: count }, (_, n) =>
      svg("path", { class: "arrow", d: `M${x + n * 10} ${y - 5}l5 5l-5 5` }),
    ),
  );

const cup = (x, y) =>
  svg("path", {
    class: "cup",
    d: `M${x - 7} ${y - 9}h14v2h4c0 5-2 7-5 7.500c-1 2-2.500 3-4 3.400v3h4v3h-12v-3h4v-3c-1.500-.4-3-1.400-4-3.400c-3-.5-5-2.500-5-7.500h4z`,
  });
