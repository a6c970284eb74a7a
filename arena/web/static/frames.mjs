// Puts a match together from what the server sends: events, and what changed on the table by each.

/** The plies of a match: a frame before each, and the entries of its list of actions. */
export class Story {
  frames = [];
  entries = [];
  number = 0;
  ended = null;

  /** Takes the next event with its frames; one that was taken before changes nothing. */
  add({ number, event, frames }) {
    if (number !== this.number + 1) return;
    this.number = number;
    if (event.event === "decided") this.entries.push({ ply: event.ply, choices: event.choices });
    if (event.event === "ended") this.ended = event;
    let last = event.event === "decided" ? event.choices : null;
    for (const frame of frames) {
      if (this.frames.at(-1)?.turn.kind === "chance" && !last)
        this.entries.push({ ply: this.frames.at(-1).ply, choices: null });
      this.frames.push(whole(frame, this.frames.at(-1)?.table ?? {}, last));
      last = null;
    }
  }

  /** How many plies are over. */
  get length() {
    return this.frames.length ? this.frames.length - 1 : this.entries.length;
  }
}

function whole(frame, before, last) {
  const grown = Object.fromEntries(
    Object.entries(frame.add).map(([name, items]) => [name, [...before[name], ...items]]),
  );
  const table = { ...before, ...frame.set, ...grown };
  const seats = frame.seats?.map((seen) => ({ ...table, ...seen })) ?? null;
  return { ply: frame.ply, turn: frame.turn, table, seats, last };
}
