"""Match events as lines of JSON, one event a line, always the same bytes for the same event."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from arena.match.clock import Clock
from arena.match.events import Choice, Decided, Ended, MatchEvent, Started
from arena.match.outcome import Fault, Outcome


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
    for number, line in enumerate(text.splitlines(), 1):
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
                plain["game"],
                plain["version"],
                plain["seats"],
                plain["options"],
                Clock(**plain["clock"]),
                plain["faults_allowed"],
                plain["commitment"],
            )
        case "decided":
            return Decided(plain["ply"], tuple(_choice(c) for c in plain["choices"]))
        case "ended":
            scores, ranks, forfeits = plain["scores"], plain["ranks"], plain["forfeits"]
            outcome = Outcome(tuple(scores), tuple(ranks), tuple(forfeits))
            return Ended(plain["ply"], outcome, bytes.fromhex(plain["seed"]))
        case kind:
            raise ValueError(f"unknown event {kind!r}")


def _choice(plain: Mapping[str, Any]) -> Choice:
    fault = plain.get("fault")
    return Choice(
        plain["seat"],
        plain["action"],
        plain.get("public", plain["action"]),
        plain.get("elapsed_ms", 0),
        None if fault is None else Fault(fault),
    )
