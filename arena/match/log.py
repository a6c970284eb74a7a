"""Match events as lines of JSON, one event a line, always the same bytes for the same event."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from io import StringIO
from typing import Any, TypeVar

from arena.match.clock import Clock
from arena.match.events import Choice, Decided, Ended, MatchEvent, Started
from arena.match.outcome import Fault, Outcome

T = TypeVar("T")


def dump_event(event: MatchEvent) -> str:
    """Returns one line of JSON without its line end."""
    return json.dumps(_plain(event), separators=(",", ":"), ensure_ascii=False)


def load_event(line: str | bytes) -> MatchEvent:
    """Raises `ValueError` that says what is wrong with the line."""
    try:
        return _event(json.loads(line))
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a match event: {error!r} in {line[:200]!r}") from error


def dump_log(log: Iterable[MatchEvent]) -> str:
    """Returns the whole log as text, every line ended."""
    return "".join(dump_event(event) + "\n" for event in log)


def load_log(text: str) -> list[MatchEvent]:
    """Raises `ValueError` that names the first bad line."""
    log = []
    for number, line in enumerate(StringIO(text), 1):
        try:
            log.append(load_event(line))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
    return log


def _plain(event: MatchEvent) -> dict[str, Any]:
    match event:
        case Started():
            return {
                "event": "started",
                "game": event.game,
                "version": event.version,
                "seats": event.seats,
                "options": dict(sorted(event.options.items())),
                "clock": asdict(event.clock),
                "faults_allowed": event.faults_allowed,
                "commitment": event.commitment,
            }
        case Decided(ply, choices):
            return {"event": "decided", "ply": ply, "choices": [_plain_choice(c) for c in choices]}
        case Ended(ply, outcome, seed):
            return {
                "event": "ended",
                "ply": ply,
                "scores": outcome.scores,
                "ranks": outcome.ranks,
                "forfeits": outcome.forfeits,
                "seed": seed.hex(),
            }


def _plain_choice(choice: Choice) -> dict[str, Any]:
    plain: dict[str, Any] = {"seat": choice.seat, "action": choice.action}
    if choice.public != choice.action:
        plain["public"] = choice.public
    if choice.elapsed_ms:
        plain["elapsed_ms"] = choice.elapsed_ms
    if choice.fault is not None:
        plain["fault"] = choice.fault.value
    return plain


def _event(plain: Mapping[str, Any]) -> MatchEvent:
    match plain["event"]:
        case "started":
            return Started(
                _typed(plain, "game", str),
                _typed(plain, "version", int),
                _typed(plain, "seats", int),
                _options(_typed(plain, "options", dict)),
                Clock(**_typed(plain, "clock", dict)),
                _typed(plain, "faults_allowed", int),
                _typed(plain, "commitment", str),
            )
        case "decided":
            choices = tuple(_choice(c) for c in _typed(plain, "choices", list))
            return Decided(_typed(plain, "ply", int), choices)
        case "ended":
            scores, ranks, forfeits = (
                _numbers(plain, name) for name in ("scores", "ranks", "forfeits")
            )
            seed = bytes.fromhex(_typed(plain, "seed", str))
            return Ended(_typed(plain, "ply", int), Outcome(scores, ranks, forfeits), seed)
        case kind:
            raise ValueError(f"unknown event {kind!r}")


def _choice(plain: Mapping[str, Any]) -> Choice:
    seat, action = _typed(plain, "seat", int), _typed(plain, "action", str)
    present = {"public": action, "elapsed_ms": 0, **plain}
    return Choice(
        seat,
        action,
        _typed(present, "public", str),
        _typed(present, "elapsed_ms", int),
        Fault(plain["fault"]) if "fault" in plain else None,
    )


def _options(plain: Mapping[str, Any]) -> dict[str, str | int | bool]:
    for name, value in plain.items():
        if type(value) not in (str, int, bool):
            raise ValueError(f"option {name} must be a text, a number or a flag: {value!r}")
    return dict(plain)


def _numbers(plain: Mapping[str, Any], name: str) -> tuple[int, ...]:
    numbers = _typed(plain, name, list)
    if any(type(number) is not int for number in numbers):
        raise ValueError(f"{name} must be whole numbers: {numbers!r}")
    return tuple(numbers)


def _typed(plain: Mapping[str, Any], name: str, kind: type[T]) -> T:
    value = plain[name]
    if type(value) is not kind:
        raise ValueError(f"{name} must be of type {kind.__name__}: {value!r}")
    return value
