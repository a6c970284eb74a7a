"""Matches ply by ply as JSON: a frame says what changed on the table since the one before."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from arena.games.codec import plain
from arena.games.kernel import Chance, Decision, Finished, Observation, Turn
from arena.match.log import dump_event
from arena.service.viewing import Sight, Viewed


class FrameWriter:
    """Writes the frames of one match, one after the other.

    Compares values as the rules have them and writes only what is new: what the table remembers
    grows from ply to ply, and most of it is the same for everybody.
    """

    def __init__(self) -> None:
        self._table: Mapping[str, Any] = {}

    def written(self, viewed: Viewed) -> dict[str, Any]:
        """Returns an event and the frames it leads to."""
        return {
            "number": viewed.number,
            "event": json.loads(dump_event(viewed.event)),
            "frames": [self._frame(sight) for sight in viewed.sights],
        }

    def _frame(self, sight: Sight) -> dict[str, Any]:
        """Returns what is new: fields `set`, or lists that `add` items to what they had."""
        table = _fields(sight.table)
        set_, add = dict[str, Any](), dict[str, Any]()
        for name, value in table.items():
            before = self._table.get(name)
            if value == before and name in self._table:
                continue
            if isinstance(before, tuple) and before and value[: len(before)] == before:
                add[name] = plain(value[len(before) :])
            else:
                set_[name] = plain(value)
        self._table = table
        frame = {"ply": sight.ply, "turn": _turn(sight.turn), "set": set_, "add": add}
        if sight.seats:
            frame["seats"] = [_different(_fields(seen), table) for seen in sight.seats]
        return frame


def all_written(views: Iterable[Viewed]) -> list[dict[str, Any]]:
    """Returns all events of a match with their frames."""
    writer = FrameWriter()
    return [writer.written(viewed) for viewed in views]


def _different(seen: Mapping[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    return {name: plain(value) for name, value in seen.items() if value != table[name]}


def _fields(seen: Observation) -> Mapping[str, Any]:
    return {field.name: getattr(seen, field.name) for field in fields(seen)}


def _turn(turn: Turn) -> dict[str, Any]:
    match turn:
        case Chance():
            return {"kind": "chance"}
        case Decision(seats):
            return {"kind": "decision", "seats": list(seats)}
        case Finished(scores):
            return {"kind": "finished", "scores": list(scores)}
