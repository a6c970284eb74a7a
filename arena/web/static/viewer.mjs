// The replay viewer: the table, its controls, the list of actions beside it.

import { Story } from "./frames.mjs";
import { plainTable } from "./plain.mjs";

const SPEEDS = [0.5, 1, 2, 4, 8];
const WIDE = 620;

export class Viewer {
  story = new Story();
  position = 0;
  #timer = 0;
  #drawing = null;
  #wide = null;

  /** `match` is the answer of replay.json: names, texts, the module that draws the game. */
  constructor(root, match) {
    this.root = root;
    this.match = match;
    this.say = (key) => match.texts[key] ?? key;
  }

  async start() {
    if (this.match.drawing) this.#drawing = await import(this.match.drawing).catch(() => null);
    this.#build();
    for (const event of this.match.events) this.story.add(event);
    this.#list();
    this.#fromHash();
    addEventListener("hashchange", () => this.#fromHash());
    addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#isWide() !== this.#wide && this.#draw()).observe(this.table);
    this.root.dataset.ready = "yes";
  }

  /** Takes an event of a live match; whoever watches the newest ply is taken along. */
  add(event) {
    const watching = this.position === this.story.length;
    this.story.add(event);
    this.#list();
    if (watching) this.go(this.story.length, { quiet: true });
    else this.#draw();
  }

  /** Starts over with another telling of the same match: the one that has all hands. */
  retell(match) {
    this.match = match;
    this.story = new Story();
    for (const event of match.events) this.story.add(event);
    this.list.replaceChildren();
    this.#list();
    this.go(Math.min(this.position, this.story.length), { quiet: true });
  }

  /** Shows the table after so many plies. */
  go(position, { quiet = false } = {}) {
    this.position = Math.max(0, Math.min(this.story.length, position));
    if (!quiet) history.replaceState(null, "", this.position ? `#ply-${this.position - 1}` : "#start");
    this.#draw();
  }

  play(on = !this.#timer) {
    clearInterval(this.#timer);
    this.#timer = 0;
    if (on && this.position === this.story.length) this.go(0);
    if (on) this.#timer = setInterval(() => this.#step(), 1000 / Number(this.speed.value));
    this.playing.textContent = on ? "❚❚" : "▶\uFE0E";
    this.playing.setAttribute("aria-label", this.say(on ? "pause" : "play"));
    this.caption.setAttribute("aria-live", on ? "off" : "polite");
  }

  note(text) {
    this.remark.textContent = text;
    this.remark.hidden = !text;
  }

  #step() {
    this.go(this.position + 1);
    if (this.position === this.story.length) this.play(false);
  }

  #build() {
    const button = (label, sign, act) => {
      const made = make("button", { type: "button", "aria-label": this.say(label), title: this.say(label) }, sign);
      made.addEventListener("click", act);
      return made;
    };
    this.table = make("div", { class: "table" });
    this.range = make("input", { type: "range", min: 0, value: 0, "aria-label": this.say("ply") });
    this.range.addEventListener("input", () => this.go(Number(this.range.value)));
    this.playing = button("play", "▶\uFE0E", () => this.play());
    this.speed = make("select", { "aria-label": this.say("speed") }, ...SPEEDS.map((speed) => make("option", { value: speed }, `${speed}×`)));
    this.speed.value = "2";
    this.speed.addEventListener("change", () => this.#timer && this.play(true));
    this.caption = make("p", { class: "caption", "aria-live": "polite" });
    this.remark = make("p", { class: "note", role: "status", hidden: "" });
    this.list = make("ol", { class: "actions", "aria-label": this.say("actions") });
    const controls = make(
      "div",
      { class: "controls" },
      this.caption,
      button("first", "«", () => this.go(0)),
      button("back", "‹", () => this.go(this.position - 1)),
      this.playing,
      button("next", "›", () => this.go(this.position + 1)),
      button("last", "»", () => this.go(this.story.length)),
      this.range,
      this.speed,
    );
    this.root.replaceChildren(this.remark, this.table, controls, this.list);
  }

  #list() {
    for (const entry of this.story.entries.slice(this.list.childElementCount)) {
      const lines = entry.choices?.map((choice) => this.#line(choice)) ?? [make("span", { class: "round" }, this.say("deal"))];
      const made = make(
        "button",
        { type: "button", "data-ply": entry.ply },
        make("span", { class: "ply" }, entry.ply),
        make("span", { class: "what" }, ...lines),
      );
      made.addEventListener("click", () => this.go(this.#after(entry)));
      this.list.append(make("li", {}, made));
    }
  }

  #line({ seat, action, fault }) {
    const mark = fault ? make("span", { class: "fault" }, ` ⚠ ${this.say(`fault.${fault}`)}`) : "";
    return make("div", {}, make("span", { class: `seat s${seat}`, title: this.match.names[seat] }, seat), ` ${action}`, mark);
  }

  /** Without frames the list itself is what is stepped through. */
  #after(entry) {
    return this.story.frames.length ? entry.ply + 1 : this.story.entries.indexOf(entry) + 1;
  }

  #draw() {
    const frame = this.story.frames[this.position] ?? null;
    this.#wide = this.#isWide();
    this.range.max = this.story.length;
    this.range.value = this.position;
    this.range.setAttribute("aria-valuetext", `${this.say("ply")} ${this.position}`);
    const dealt = frame && frame.turn.kind !== "chance";
    if (frame && this.#drawing && (dealt || this.position))
      this.table.replaceChildren(this.#drawing.draw(frame, this.#scene()));
    else if (frame) this.table.replaceChildren(plainTable(frame, this.match.names, this.say));
    else this.table.replaceChildren(make("p", {}, this.say(this.story.number ? "no_rules" : "waiting")));
    this.caption.replaceChildren(...this.#captioned(frame));
    this.#mark();
  }

  #scene() {
    const { names, seats, options, game } = this.match;
    return { names, seats, options, game, say: this.say, width: this.#wide ? 960 : 480 };
  }

  #captioned(frame) {
    const names = (seats) => seats.map((seat) => this.match.names[seat]).join(", ");
    const parts = [make("b", {}, `${this.say("ply")} ${this.position} / ${this.story.length}`)];
    const entry = this.story.entries.find((one) => this.#after(one) === this.position);
    if (entry?.choices) parts.push(` · ${entry.choices.map((c) => `${this.match.names[c.seat]}: ${c.action}`).join("; ")}`);
    else if (entry) parts.push(` · ${this.say("deal")}`);
    if (frame?.turn.kind === "decision") parts.push(` · ${this.say("to_act")} ${names(frame.turn.seats)}`);
    if (frame?.turn.kind === "finished") parts.push(` · ${this.say("end")}: ${frame.turn.scores.join(" : ")}`);
    return parts;
  }

  #mark() {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const index = this.story.entries.findIndex((one) => this.#after(one) === this.position);
    const item = this.list.children[index]?.firstChild;
    item?.setAttribute("aria-current", "true");
    if (!item) this.list.scrollTop = 0;
    else if (item.offsetTop < this.list.scrollTop || item.offsetTop + item.offsetHeight > this.list.scrollTop + this.list.clientHeight)
      this.list.scrollTop = item.offsetTop - this.list.clientHeight / 2;
  }

  #fromHash() {
    const ply = /^#ply-(\d+)$/.exec(location.hash);
    if (ply) this.go(Number(ply[1]) + 1, { quiet: true });
    else this.go(location.hash === "#start" || !this.match.live ? 0 : this.story.length, { quiet: true });
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
    const moves = {
      ArrowLeft: () => this.go(this.position - 1),
      ArrowRight: () => this.go(this.position + 1),
      Home: () => this.go(0),
      End: () => this.go(this.story.length),
      " ": () => this.play(),
    };
    if (!(event.key in moves) || (event.key === " " && event.target.closest?.("button, a"))) return;
    event.preventDefault();
    moves[event.key]();
  }

  #isWide() {
    return this.table.clientWidth >= WIDE;
  }
}

/** Returns an HTML element with attributes and children. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return element;
}
