"""What a fuzzed bot says in one session: drawn freely, or a good session with mutations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from botarena.v1 import play_service_pb2 as pb
from tests.fuzz.drawing import SEEDS, messages, shuffled, spoilt

HUGE = 300 * 1024
"""More than a message may have."""


@dataclass(frozen=True, slots=True)
class Say:
    """A good message of a kind, but for some of its fields; spoilt if a seed is given."""

    kind: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Raw:
    """These bytes in the place of a message."""

    message: bytes


@dataclass(frozen=True, slots=True)
class Wait:
    """A pause until the arena has said something of a kind, or a short one."""

    kind: str = ""


Step: TypeAlias = Say | Raw | Wait


@dataclass(frozen=True, slots=True)
class Script:
    """One session from the bot's side."""

    steps: tuple[Step, ...]
    reads: bool = True
    """Whether the bot reads while it speaks, rather than afterwards."""
    finishes: bool = True
    """Whether it closes its half of the stream in the end, rather than breaking it off."""
    key: bool = True
    """Whether it shows its key."""
    patient: bool = False
    """Whether it waits for what is to come, however long that takes."""


@dataclass(slots=True)
class Scene:
    """What good messages of one session refer to."""

    submission_id: str
    match_id: str
    attempt: int
    legal_actions: tuple[str, ...]
    ply: int = 0
    """The newest prompt."""
    faults: list[object] = field(default_factory=list)
    """What became of each prompt: `None` or a fault."""

    def written(self, say: Say) -> bytes:
        """Returns the bytes of a message."""
        request = pb.PlayRequest(**{say.kind: {**self._good(say.kind), **say.changes}})
        message: bytes = request.SerializeToString()
        return spoilt(message, Random(say.seed)) if say.seed else message

    def _good(self, kind: str) -> dict[str, Any]:
        match kind:
            case "hello":
                return {"submission_id": self.submission_id, "match_capacity": 4}
            case "acknowledge":
                return {"match_id": self.match_id, "attempt": self.attempt}
            case "choice":
                action = self.legal_actions[self.ply % len(self.legal_actions)]
                return {"match_id": self.match_id, "ply": self.ply, "action": action}
            case "failure":
                return {"match_id": self.match_id, "ply": self.ply, "reason": "a bug"}
            case "heartbeat":
                return {"number": self.ply}
        return {}


def good_script(plies: int) -> list[Step]:
    """Returns what a bot without fault says that is asked so often, and what else it may say."""
    steps: list[Step] = [Say("hello"), Wait("seated"), Say("acknowledge")]
    for _ in range(plies):
        steps += [Wait("prompt"), Say("heartbeat"), Say("choice")]
    return [*steps, Wait("finished"), Say("goodbye")]


def scripts() -> SearchStrategy[Script]:
    """Draws sessions; most begin well, so that the rest is heard."""
    step = st.one_of(_says(), _says(), _raws(), st.builds(Wait, st.sampled_from(["", "prompt"])))
    steps = st.lists(step, min_size=4, max_size=28)
    opening = st.sampled_from(
        [
            (Say("hello"),),
            (Say("hello"), Wait("seated"), Say("acknowledge")),
            (Say("hello"), Wait("seated"), Say("acknowledge"), Wait("prompt"), Say("choice")),
            (),
        ]
    )
    return st.builds(
        lambda first, rest, reads, finishes, key: Script(
            (*first, *rest), reads, finishes, key or bool(first)
        ),
        opening,
        steps,
        st.booleans(),
        st.booleans(),
        st.booleans(),
    )


def mutated(seed: int) -> Script:
    """Returns a good session, out of order, with gaps, repetitions and spoilt messages."""
    chance = Random(seed)
    first, *rest = shuffled([*good_script(4), *good_script(2)], chance)
    steps = [first if chance.random() < 0.3 else Say("hello"), *rest]
    likely = chance.choice((0.0, 0.1, 0.5))
    spoiling = [
        Say(step.kind, step.changes, chance.randrange(1, 2**32))
        if isinstance(step, Say) and chance.random() < likely
        else step
        for step in steps
    ]
    if chance.random() < 0.5:  # half a conversation
        del spoiling[chance.randrange(1, len(spoiling) + 1) :]
    return Script(tuple(spoiling), chance.random() < 0.7, chance.random() < 0.7)


def _says() -> SearchStrategy[Say]:
    """Draws messages of every kind, with some fields of their own."""

    def changed(name: str) -> SearchStrategy[Say]:
        kind = pb.PlayRequest.DESCRIPTOR.fields_by_name[name].message_type._concrete_class
        other = messages(kind).map(lambda m: {f.name: value for f, value in m.ListFields()})
        few = other.map(lambda fields: dict(list(fields.items())[:1]))
        changes = st.one_of(st.just({}), few, other)
        return st.builds(Say, st.just(name), changes, st.just(0) | st.just(0) | SEEDS)

    kinds = [field.name for field in pb.PlayRequest.DESCRIPTOR.fields]
    return st.sampled_from([*kinds, "choice", "choice", "acknowledge"]).flatmap(changed)


def _raws() -> SearchStrategy[Raw]:
    sizes = st.sampled_from([0, 1, 1_000, 100_000, HUGE])
    noise = st.builds(lambda seed, size: Random(seed).randbytes(size), SEEDS, sizes)
    return st.builds(Raw, st.binary(max_size=60) | st.binary(max_size=60) | noise)
