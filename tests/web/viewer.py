"""The replay viewer as tests handle it: what it draws, and what it should."""

from typing import Any

from playwright.sync_api import Page

from arena.match.replay import Frame, replay
from arena.service.records import Match

from .world import World

STEPPED = """(plies) => {
  const cards = (root) => [...root.querySelectorAll("[data-card]")].map((e) => e.dataset.card);
  return Array.from({ length: plies }, () => {
    const seats = [...document.querySelectorAll(".table [data-seat]")];
    const table = document.querySelector(".table [data-part]");
    const seen = {
      hands: seats.map(cards),
      fuel: seats.map((seat) => Number(seat.dataset.fuel)),
      momentum: seats.map((seat) => Number(seat.dataset.momentum)),
      market: Number(document.querySelector("[data-market]")?.dataset.market),
      table: table ? cards(table) : [],
      onCards: table ? table.querySelectorAll(".fuel").length : 0,
      stray: document.querySelector(".table").textContent.includes("[object"),
    };
    dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    return seen;
  });
}"""


def ready(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_selector("#viewer[data-ready]")


def stepped(page: Page, plies: int) -> list[dict[str, Any]]:
    """What is drawn at this ply and those after it: cards from left to right by seat, chips."""
    seen: list[dict[str, Any]] = page.evaluate(STEPPED, plies)
    return seen


def frames(world: World, match: Match) -> list[Frame]:
    game = world.games.create(match.terms.game, len(match.lineup), match.terms.options)
    return list(replay(game, match.seed, world.log_of(match)))
