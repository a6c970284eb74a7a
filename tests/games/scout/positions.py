"""Positions to test from, written as text, and what became of them.

A card is `up/down`; where the other value does not matter, `up` alone will do.
"""

from collections import Counter
from dataclasses import replace

from arena.games.dice import Dice
from arena.games.kernel import Decision
from arena.games.scout import Card, PublicAction, Scout, State, card
from arena.games.scout.state import Phase

SEED = bytes(range(32))


def cards(text: str) -> tuple[Card, ...]:
    def read(word: str) -> Card:
        up, _, down = word.partition("/")
        return card(int(up), int(down or int(up) % 10 + 1))

    return tuple(map(read, text.split()))


def position(hands: str, *, table: str = "", owner: int = 0, mover: int = 0, **known) -> State:
    """Returns a state of round 1 in mid-play; `hands` are separated by bars, seat 0 first."""
    held = tuple(map(cards, hands.split("|")))
    game = Scout(len(held))
    state = game.chance(game.start(), Dice(SEED, 0))
    laid = cards(table)
    history = (PublicAction(owner, "show", laid),) if laid else ()
    play = {
        "phase": Phase.PLAY,
        "mover": mover,
        "hands": held,
        "table": laid,
        "owner": owner if laid else None,
        "history": history,
    }
    return replace(state, play=replace(state.play, **(play | known)))


def legal(game: Scout, state: State) -> list[str]:
    """Returns the notations of what the mover may do."""
    return [str(action) for action in game.legal_actions(state, state.play.mover)]


def after(game: Scout, state: State, *notations: str) -> State:
    """Returns the state after the movers did as written, one after the other."""
    for notation in notations:
        turn = game.turn(state)
        assert isinstance(turn, Decision)
        (mover,) = turn.seats
        offered = {str(action): action for action in game.legal_actions(state, mover)}
        state = game.apply(state, {mover: offered[notation]})
    return state


def everything(state: State) -> Counter[Card]:
    """Returns all cards of a state, wherever they are, each by its upright side."""
    play = state.play
    lying = [c for cards in (*play.hands, play.table, state.reserve) for c in cards]
    placed = Counter(c.upright for c in lying)
    shown = {c.upright for past in play.history for c in past.cards}
    captured = Counter(shown - set(placed))
    first = state.first_round
    gone = [*first.shown, *(c for kept in first.kept for c in kept)] if first else []
    assert captured.total() == sum(play.captured)
    return placed + captured + Counter(gone)


def facts(state: State) -> dict[str, str]:
    """Returns what can be said of a state, as words."""
    play = state.play
    return {
        "phase": play.phase.value,
        "mover": str(play.mover),
        "hands": " | ".join(" ".join(str(c.up) for c in hand) for hand in play.hands),
        "table": " ".join(str(c.up) for c in play.table),
        "owner": str(play.owner),
        "chips": " ".join(map(str, play.chips)),
        "captured": " ".join(map(str, play.captured)),
        "unbeaten for": str(play.scouts_since_show),
        "spent": " ".join(str(s) for s, left in enumerate(play.scout_and_show) if not left),
        "ender": str(play.ender),
        "truncated": str(play.truncated).lower(),
        "totals": " ".join(map(str, state.totals)),
    }


def said(text: str) -> dict[str, str]:
    """Returns facts read from `name: value; name: value`."""
    return {
        name.strip(): value.strip()
        for name, _, value in (fact.partition(":") for fact in text.split(";"))
    }
