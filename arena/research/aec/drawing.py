"""A table as text with every card open, for the eyes of whoever trains."""

from collections.abc import Iterable

from arena.games.carrera import State as CarreraState
from arena.games.carrera.tricks import Play
from arena.games.scout import State as ScoutState


def drawn(state: ScoutState | CarreraState) -> str:
    """Returns a few lines, one for each seat among them."""
    lines = _scout(state) if isinstance(state, ScoutState) else _carrera(state)
    return "\n".join(lines)


def _scout(state: ScoutState) -> Iterable[str]:
    play = state.play
    table = " ".join(map(str, play.table)) or "nothing"
    whose = "" if play.owner is None else f", shown by seat {play.owner}"
    yield f"round {state.round}, {play.phase.value}; on the table: {table}{whose}"
    for seat, hand in enumerate(play.hands):
        marker = ">" if seat == play.mover else " "
        cards = " ".join(map(str, hand)) or "-"
        yield (
            f"{marker} seat {seat}: {cards}  captured {play.captured[seat]}, "
            f"chips {play.chips[seat]}, total {state.totals[seat]}"
        )


def _carrera(state: CarreraState) -> Iterable[str]:
    plays = ", ".join(map(_laid, state.plays)) or "nothing"
    trick = len(state.tricks) + 1
    yield f"round {state.round}, trick {trick}, market {state.market}; laid: {plays}"
    for seat, hand in enumerate(state.hands):
        marker = ">" if seat == state.to_act else " "
        yield (
            f"{marker} seat {seat}: {' '.join(hand) or '-'}  fuel {state.fuel[seat]}, "
            f"momentum {state.momentum[seat]}, trophies {state.trophies[seat]}"
        )


def _laid(play: Play) -> str:
    face = f"({play.face_down})" if play.suit is None else f"{play.suit}+{play.fuel}"
    return f"seat {play.seat} {face}"
