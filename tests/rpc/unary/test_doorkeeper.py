from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from arena.rpc.auth import KNOWN_S, Doorkeeper, caller
from arena.service.errors import InvalidArgument, NotAllowed, NotFound, WrongState
from arena.service.records import Author, Role

from .world import Loop, Person, World

PLAY = "/botarena.v1.PlayService/Play"


def _begin_session(arena: World, person: Person, submission_id: str) -> None:
    """Asks for a session as a caller who was let through to the play service."""

    async def call() -> None:
        keeper = Doorkeeper(open_unit=arena.open_unit)
        await keeper.admit(PLAY, person.metadata)
        assert caller() == person.author
        await keeper.admit_session(None, submission_id)

    arena.loop.run(call())


def test_a_session_is_for_the_author_of_its_submission(arena: World) -> None:
    mine = arena.submission(arena.ann, "Mine").submission_id
    retired = arena.submission(arena.ann, "Retired").submission_id
    with arena.unit() as unit:
        unit.submissions.retire(retired)

    _begin_session(arena, arena.ann, mine)
    _begin_session(arena, arena.operator, mine)
    for person, submission_id, error in (
        (arena.bob, mine, NotAllowed),
        (arena.ann, retired, WrongState),
        (arena.ann, "sub-0", NotFound),
        (arena.ann, "", InvalidArgument),
    ):
        with pytest.raises(error):
            _begin_session(arena, person, submission_id)


class Asked:
    """A storage that knows every key and counts how often it was asked."""

    def __init__(self, arena_author: Author) -> None:
        self.times = 0
        self._author = arena_author
        self.authors = self

    def of_key(self, secret_hash: str) -> Author:
        self.times += 1
        return self._author

    def open_unit(self) -> Any:
        return nullcontext(SimpleNamespace(authors=self))


@pytest.fixture
def asked(arena: World) -> Asked:
    return Asked(Author("author-1", "Ann", Role.AUTHOR, arena.now()))


def test_a_key_in_use_is_asked_for_now_and_then_only(loop: Loop, asked: Asked) -> None:
    instants_s = [0.0, KNOWN_S / 3, KNOWN_S / 2, KNOWN_S, KNOWN_S, 3 * KNOWN_S]
    clock = iter(instants_s)
    keeper = Doorkeeper(open_unit=asked.open_unit, clock_s=lambda: next(clock))

    for _ in instants_s:
        loop.run(keeper.admit(PLAY, (("authorization", "Bearer one"),)))

    assert asked.times == 3


def test_however_many_keys_are_used_few_are_kept(loop: Loop, asked: Asked) -> None:
    instant_s = 0.0
    keeper = Doorkeeper(open_unit=asked.open_unit, clock_s=lambda: instant_s)

    async def calls() -> None:
        for number in range(1_100):
            await keeper.admit(PLAY, (("authorization", f"Bearer {number}"),))

    loop.run(calls())
    kept_at_once = len(keeper._known)
    instant_s += KNOWN_S
    loop.run(keeper.admit(PLAY, (("authorization", "Bearer late"),)))

    assert asked.times == 1_101
    assert (kept_at_once, len(keeper._known)) == (1_024, 1)
