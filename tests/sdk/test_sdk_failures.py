import logging

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage

from arena.wire.structs import struct
from arena_sdk import Bot
from botarena.v1 import play_service_pb2 as pb
from tests.sdk.fake_arena import LEGAL, in_arena


class Divides(Bot):
    def choose(self, prompt):
        return self.helped(prompt.ply - 1)

    def helped(self, zero):
        return 1 / zero


class DividesLater(Divides):
    async def choose(self, prompt):
        return self.helped(prompt.ply - 1)


class Deaf(Bot):
    def heard(self, heard):
        raise LookupError("never heard of it")

    def choose(self, prompt):
        return prompt.legal_actions[0]


class Unmakeable(Bot):
    def __init__(self):
        raise OSError("no model file")


class Forgetful(Bot):
    """Has no `choose`."""


def returning(value):
    class Returning(Bot):
        def choose(self, prompt):
            return value

    return Returning


def raising(error):
    class Raising(Bot):
        def choose(self, prompt):
            raise error

    return Raising


@pytest.mark.parametrize(
    ("make_bot", "reason"),
    [
        (Divides, "ZeroDivisionError: division by zero"),
        (DividesLater, "ZeroDivisionError: division by zero"),
        (Deaf, "LookupError: never heard of it"),
        (Unmakeable, "OSError: no model file"),
        (Forgetful, "Forgetful must override choose()"),
        (lambda: "a bot", "made an object of type str, not an instance of a subclass of Bot"),
        (returning(None), "choose() returned None, not a text"),
        (returning(7), "choose() returned an object of type int, not a text"),
        (returning("x" * 1_001), "choose() returned a text of 1001 characters"),
        (returning("\udc80"), "choose() returned a text that cannot be sent"),
        (raising(StopIteration("nothing left")), "StopIteration: nothing left"),
        (raising(SystemExit(7)), "SystemExit: 7"),
        (raising(ValueError("\udc80")), "ValueError: \\udc80"),
        (raising(ValueError("x" * 9_000 + "end")), "xxx" + "end"),
    ],
)
@in_arena
async def test_a_failure_is_reported_and_play_goes_on(arena, make_bot, reason):
    async with arena.playing(make_bot) as running:
        stream = await arena.session()
        await stream.seat()
        await stream.ask(ply=1, heard=[(0, 1, "down")])
        first = await stream.hear("failure")
        await stream.ask(ply=1, heard=[(0, 1, "down")])
        repeated = await stream.hear("failure")
        await stream.seat("another match")

        assert not running.done()
    assert (first.match_id, first.ply) == ("m", 1)
    assert reason in first.reason
    assert len(first.reason) <= 4_000
    assert repeated == first


@pytest.mark.parametrize("make_bot", [Divides, DividesLater])
@in_arena
async def test_the_traceback_begins_with_the_authors_own_code(arena, make_bot, caplog):
    async with arena.playing(make_bot):
        stream = await arena.session()
        await stream.seat()
        await stream.ask()
        failure = await stream.hear("failure")
        await stream.ask(ply=2)
        choice_or_failure = await stream.hear("failure")

    heading, first_frame, *_ = failure.reason.splitlines()
    assert heading == "Traceback (most recent call last):"
    assert __file__ in first_frame
    assert ", in choose" in first_frame
    assert "arena_sdk" not in failure.reason
    assert failure.reason in caplog.text
    assert "not a text" in choice_or_failure.reason


@in_arena
async def test_hooks_may_fail(arena, caplog):
    class Clumsy(Bot):
        def seated(self, table):
            raise ValueError("seated badly")

        def faulted(self, notice):
            raise ValueError("faulted badly")

        async def finished(self, outcome):
            raise ValueError("finished badly")

        def choose(self, prompt):
            return prompt.legal_actions[0]

    async with arena.playing(Clumsy, matches=1):
        stream = await arena.session()
        await stream.seat()
        await stream.say(faulted=pb.Faulted(match_id="m", ply=1, fault=2, action="down 1"))
        await stream.ask()
        action = await stream.answer()
        await stream.finish()
        await stream.seat("n")

    assert action == LEGAL[0]
    for hook in ("seated", "faulted", "finished"):
        assert f"{hook} badly" in caplog.text


@in_arena
async def test_an_illegal_notation_is_sent_as_it_is(arena):
    async with arena.playing(returning("castle ♜")):
        stream = await arena.session()
        await stream.seat()
        await stream.ask()
        action = await stream.answer()

    assert action == "castle ♜"


@in_arena
async def test_an_observation_of_a_later_version_is_a_failure_that_says_so(arena):
    async with arena.playing(returning("down 1")):
        stream = await arena.session()
        await stream.seat()
        observation = AnyMessage(type_url="t/botarena.bridge.v9.Observation")
        await stream.say(
            prompt=pb.Prompt(match_id="m", ply=1, observation=observation, legal_actions=["x"])
        )
        failure = await stream.hear("failure")

    assert "botarena.bridge.v9.Observation" in failure.reason


@in_arena
async def test_a_game_that_is_not_installed_is_played_with_plain_observations(arena):
    seen = []

    class Curious(Bot):
        def choose(self, prompt):
            seen.append(prompt.observation)
            return prompt.legal_actions[0]

    message = pb.Prompt(match_id="m", attempt=1, ply=1, legal_actions=["x"])
    message.observation.Pack(struct({"tiles": [1, "two", None], "open": True}))
    async with arena.playing(Curious):
        stream = await arena.session()
        await stream.offer(game="mahjong")
        await stream.hear("acknowledge")
        await stream.say(prompt=message)
        await stream.answer()

    assert seen == [{"tiles": [1, "two", None], "open": True}]


@in_arena
async def test_another_version_of_the_rules_is_played_with_a_warning(arena, caplog):
    caplog.set_level(logging.WARNING)
    async with arena.playing(returning("x")):
        stream = await arena.session()
        seated = pb.Seated(match_id="m", attempt=1, game=pb.Seated().game)
        seated.game.name, seated.game.version = "carrera", 99
        await stream.say(seated=seated)
        await stream.hear("acknowledge")

    assert "version 99 of carrera" in caplog.text


@in_arena
async def test_an_instance_instead_of_a_class_is_refused_at_once(arena):
    with pytest.raises(TypeError, match="pass the class Forgetful"):
        async with arena.playing(Forgetful()):
            pass
