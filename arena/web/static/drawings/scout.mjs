// Draws SCOUT: cards with two values, the one that is up the right way round.

import { faultMark, scene as drawn, seatPanel, spread, svg, text } from "../svg.mjs";

const CARD = { width: 46, height: 68 };

/** Returns the table and every hand as an SVG element. */
export function draw(frame, scene) {
  const { say, names, width } = scene;
  const wide = width >= 700;
  const rows = { top: 178, height: wide ? 96 : 150, gap: 10 };
  const height = rows.top + names.length * (rows.height + rows.gap);
  const seats = names.map((name, seat) =>
    seatRow(frame, scene, seat, rows.top + seat * (rows.height + rows.gap), rows.height, wide),
  );
  return drawn(width, height, say("table"), activeSet(frame, scene), seats);
}

function activeSet(frame, { say, names, width, seats }) {
  const { table, owner, round } = frame.table;
  const { step, used } = spread(table.length, CARD.width, width - 60, 8);
  const left = (width - used) / 2;
  const shown = frame.last?.some((choice) => choice.action.startsWith("show"));
  return svg(
    "g",
    { "data-part": "table" },
    text(width / 2, 24, `${say("round")} ${round} / ${seats}`, "label", "middle"),
    table.length
      ? table.map((card, place) => face(card, left + place * step, 46, step, shown && "new"))
      : svg("rect", { class: "slot", x: width / 2 - 90, y: 46, width: 180, height: CARD.height, rx: 8 }),
    text(
      width / 2,
      142,
      owner === null ? say("empty_table") : `${say("owner")} ${names[owner]}`,
      "label",
      "middle",
    ),
  );
}

function seatRow(frame, { say, names, width }, seat, y, height, wide) {
  const mine = frame.table.seats[seat];
  const acting = frame.turn.kind === "decision" && frame.turn.seats.includes(seat);
  const room = { x: wide ? 290 : 16, y: wide ? y + 14 : y + 74, width: wide ? width - 306 : width - 32 };
  const facts = [`${say("captured")} ${mine.captured}`, `${say("chips")} ${mine.chips}`, `${say("total")} ${mine.total}`];
  const ends = frame.table.ender === seat ? text(wide ? 44 : width - 16, wide ? y + 88 : y + 66, say("loses_nothing"), "label", wide ? "start" : "end") : null;
  return svg(
    "g",
    { "data-seat": seat },
    seatPanel(seat, names[seat], { y, width, height, acting, most: wide ? 24 : 34 }),
    text(44, y + 48, facts.join("  ·  "), "label"),
    frame.table.seats.length > 2
      ? svg(
          "g",
          { class: mine.scout_and_show ? "" : "used" },
          svg("rect", { class: "chip", x: 44, y: y + 57, width: 104, height: 17, rx: 8.5 }),
          text(96, y + 69.5, say("scout_and_show"), "chip-text", "middle"),
        )
      : null,
    ends,
    faultMark(frame, seat, width - 16, y + 26, say),
    frame.seats ? openHand(frame, seat, room) : hiddenHand(mine, room),
  );
}

function openHand(frame, seat, room) {
  const { hand } = frame.seats[seat];
  const { step } = spread(hand.length, CARD.width, room.width);
  const inserted = insertedAt(frame, seat);
  return hand.map((card, place) =>
    face(card, room.x + place * step, room.y, step, place === inserted && "new"),
  );
}

/** Returns the place of the card that a seat has just scouted, or -1. */
function insertedAt(frame, seat) {
  const choice = frame.last?.find((one) => one.seat === seat);
  const insert = /^scout(?:\+show)? \S+ \S+ (\d+)$/.exec(choice?.action ?? "");
  return insert ? Number(insert[1]) : -1;
}

/** Draws what everybody may know of a hand: its size, and the cards scouted into it. */
function hiddenHand(mine, room) {
  const known = mine.known.length;
  const count = mine.hand_size + (known ? 0.5 : 0);
  const { step } = spread(count, CARD.width, room.width);
  const backs = Array.from({ length: mine.hand_size - known }, (_, place) => back(room.x + place * step, room.y));
  const faces = mine.known.map(({ card }, index) =>
    face(card, room.x + (mine.hand_size - known + 0.5 + index) * step, room.y, step),
  );
  return [...backs, ...faces];
}

/** Draws a card; as much of it as `step` is not under the next one. */
export function face(card, x, y, step = CARD.width, mark = "") {
  const { width, height } = CARD;
  const seen = Math.min(step, width);
  const size = Math.min(card.up === 10 ? 26 : 30, seen * 0.86);
  const [left, top, right, bottom] = [x + 3, y + 3, x + width - 3, y + height - 3];
  const [high, low] = [y + height * 0.7, y + height * 0.56];
  return svg(
    "g",
    { class: "scout-card", "data-card": `${card.up}/${card.down}` },
    svg("rect", { class: `face ${mark || ""}`, x, y, width, height, rx: 6 }),
    svg("path", { class: `v${card.up}`, d: `M${left} ${top}H${right}V${low}L${left} ${high}Z` }),
    svg("path", { class: `v${card.down}`, d: `M${left} ${bottom}H${right}V${low + 2}L${left} ${high + 2}Z` }),
    text(x + seen / 2, y + 14 + size * 0.6, card.up, "scout-up", "middle", size),
    svg("g", { transform: `rotate(180 ${x + width / 2} ${y + height - 13})` },
      text(x + width / 2 + (width - seen) / 2, y + height - 8.5, card.down, "scout-down", "middle", Math.min(15, seen * 0.6)),
    ),
  );
}

function back(x, y) {
  const { width, height } = CARD;
  return svg(
    "g",
    { class: "scout-back" },
    svg("rect", { class: "back", x, y, width, height, rx: 6 }),
    svg("path", { class: "back-line", d: `M${x + 8} ${y + height - 8}L${x + width - 8} ${y + 8}` }),
  );
}
