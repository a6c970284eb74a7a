"""Whose time runs while a bot is away, and when the relay has failed; without any waiting."""

import asyncio
from dataclasses import replace

import pytest

from arena.match.clock import Clock
from arena.match.outcome import Fault, Outcome
from arena.match.players import Answer, Faulted, Heard, Prompt, Table
from arena.relay.directory import Entry
from arena.relay.frames import Order
from arena.relay.patience import BACKSTOP_S, GRACE_S, HOST_GRACE_S, MOVE_S, OFFER_S, REMIND_S
from arena.relay.player import RedisPlayer
from arena.service.relay_ports import (
    Asking,
    Leaving,
    RelayLost,
    Report,
    ReportKind,
    Seating,
    Telling,
)

from .jumping import jumping

CLOCK = Clock(limit_ms=1_000, bank_ms=500, lag_ms=100, join_ms=2_000)
BUDGET_S = CLOCK.budget_ms(CLOCK.bank_ms) / 1000
TABLE = Table("m", 1, 1, "toy", 1, {}, 0, 2, CLOCK, 3, "c0ffee")
FIRST = Entry(epoch=1, session=11, capacity=1, gateway="here")
SECOND = Entry(epoch=2, session=22, capacity=1, gateway="there")
THIRD = Entry(epoch=3, session=33, capacity=1, gateway="here")
NOBODY_DEAD: frozenset[str] = frozenset()


class Words:
    """Implements `PlayMessages` in plain words."""

    def seated(self, table: Table) -> bytes:
        return b"seated"

    def prompt(self, match_id: str, attempt: int, prompt: Prompt) -> bytes:
        return b"prompt"

    def faulted(self, match_id: str, notice: Faulted) -> bytes:
        return b"faulted"

    def finished(self, match_id: str, outcome: Outcome | None, heard: tuple[Heard, ...]) -> bytes:
        return b"given up" if outcome is None else b"finished"


class Switchboard:
    """Keeps what the player sends, and to where."""

    def __init__(self) -> None:
        self.connected = True
        self.excused_until = 0.0
        self.orders: list[tuple[int, Order]] = []
        self.kept: list[bytes] = []
        self.pokes = 0
        self.forgotten = False

    def order(self, entry: Entry, order: Order) -> None:
        self.orders.append((entry.session, order))

    def keep(self, submission_id: str, ending: bytes) -> None:
        self.kept.append(ending)

    def poke(self) -> None:
        self.pokes += 1

    def forget(self, player: int) -> None:
        self.forgotten = True

    def asked(self) -> list[tuple[int, int]]:
        """Returns to which sessions the prompt went, and what was spent by then."""
        return [(s, order.spent_ms) for s, order in self.orders if isinstance(order, Asking)]


def report(kind: str, ply: int = -1, elapsed_ms: int = 0, text: str = "") -> Report:
    return Report(ReportKind[kind], 7, 1, ply, elapsed_ms, text)


class Seat:
    """A player with a bot in its first session, asked at ply 0 if so wished."""

    def __init__(self) -> None:
        self.switchboard = Switchboard()
        self.player = RedisPlayer(self.switchboard, 7, "s", TABLE, Words())

    async def seated(self) -> "Seat":
        sitting = asyncio.create_task(self.player.sit())
        await asyncio.sleep(0)
        self.player.located(FIRST, NOBODY_DEAD)
        self.player.heard(11, report("ACKNOWLEDGED"))
        await sitting
        return self

    async def asked(self) -> "asyncio.Task[Answer]":
        await self.seated()
        return await self.ask()

    async def ask(self, ply: int = 0) -> "asyncio.Task[Answer]":
        prompt = Prompt(ply, None, ("a", "b"), CLOCK.limit_ms, CLOCK.bank_ms, 3)
        choosing = asyncio.create_task(self.player.choose(prompt))
        await asyncio.sleep(0)
        return choosing


def now() -> float:
    return asyncio.get_running_loop().time()


@jumping
async def test_a_seat_is_offered_asked_told_and_left() -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.heard(11, report("CHOSEN", 0, 30, "b"))
    answer = await choosing
    seat.player.faulted(Faulted(0, Fault.CRASH, "a", 1))
    seat.player.finished(Outcome((1, 2), (2, 1)), ())
    seat.player.given_up()
    seat.player.close()
    seat.player.finished(Outcome((1, 2), (2, 1)), ())

    assert answer == Answer("b", 30)
    assert [type(order) for _, order in seat.switchboard.orders] == [
        Seating,
        Asking,
        Telling,
        Telling,
        Telling,
        Leaving,
    ]
    told = [o.payload for _, o in seat.switchboard.orders if isinstance(o, Telling)]
    assert told == [b"faulted", b"finished", b"given up"]
    assert seat.switchboard.forgotten


@jumping
async def test_the_time_to_join_is_as_long_as_the_clock_says() -> None:
    seat = Seat()
    await seat.player.sit()

    assert now() == pytest.approx(2.0)


@jumping
async def test_a_seat_is_offered_again_until_its_bot_takes_it() -> None:
    seat = Seat()
    sitting = asyncio.create_task(seat.player.sit())
    offers = []
    for _ in range(4):
        await asyncio.sleep(OFFER_S * 0.6)
        seat.player.located(FIRST, NOBODY_DEAD)
        offers.append(len(seat.switchboard.orders))
    seat.player.heard(11, report("ACKNOWLEDGED"))
    await sitting
    await asyncio.sleep(OFFER_S * 2)
    seat.player.located(FIRST, NOBODY_DEAD)

    assert offers == [1, 1, 2, 2]
    assert [type(order) for _, order in seat.switchboard.orders] == [Seating, Seating]


@jumping
async def test_an_offer_that_is_made_again_leaves_no_more_time_to_take_it() -> None:
    seat = Seat()
    sitting = asyncio.create_task(seat.player.sit())
    while not sitting.done():
        await asyncio.sleep(0.2)
        seat.player.located(FIRST, NOBODY_DEAD)

    assert now() == pytest.approx(2.0, abs=0.3)
    assert (await (await seat.ask())).fault is Fault.NO_SHOW


@pytest.mark.parametrize(
    ("kind", "elapsed_ms", "answer"),
    [
        ("CHOSEN", 40, Answer("b", 40)),
        ("FAILED", 40, Answer("", 40, Fault.CRASH)),
        ("TIMED_OUT", 1_600, Answer("", 1_600, Fault.TIMEOUT)),
    ],
)
@jumping
async def test_only_a_report_of_this_prompt_is_an_answer(
    kind: str, elapsed_ms: int, answer: Answer
) -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.heard(11, report(kind, 3, elapsed_ms, "b"))
    await asyncio.sleep(0)
    early = choosing.done()
    seat.player.heard(11, report(kind, 0, elapsed_ms, "b"))

    assert not early
    assert await choosing == answer


@pytest.mark.parametrize(
    "kind", ["TIMED_OUT", "DROPPED", "ABSENT", "LOST", "UNSEATED", "HOST_LOST"]
)
@jumping
async def test_what_another_session_has_to_say_of_time_counts_for_nothing(kind: str) -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.heard(99, report(kind, 0, 50))
    seat.player.heard(11, report("CHOSEN", 0, 60, "a"))

    assert await choosing == Answer("a", 60)
    assert seat.switchboard.asked() == [(11, 0)]


@jumping
async def test_the_time_of_a_bot_that_left_goes_on_until_it_is_over() -> None:
    seat = Seat()
    choosing = await seat.asked()
    start = now()
    seat.player.heard(11, report("DROPPED", 0, 600))
    answer = await choosing

    assert answer == Answer("", 1_600, Fault.DISCONNECT)
    assert now() - start == pytest.approx(1.0)
    assert seat.switchboard.pokes == 2


@jumping
async def test_a_bot_that_comes_back_has_spent_what_it_was_away() -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.heard(11, report("DROPPED", 0, 600))
    await asyncio.sleep(0.25)
    seat.player.located(FIRST, NOBODY_DEAD)  # what the directory has not forgotten yet
    seat.player.located(SECOND, NOBODY_DEAD)
    seat.player.heard(22, report("CHOSEN", 0, 900, "a"))

    assert await choosing == Answer("a", 900)
    assert seat.switchboard.asked() == [(11, 0), (22, 850)]


@jumping
async def test_a_bot_that_is_away_when_it_is_asked_has_all_its_time() -> None:
    seat = await Seat().seated()
    seat.player.heard(11, report("DROPPED"))
    start = now()
    first, second = await (await seat.ask(0)), await (await seat.ask(1))

    assert first == second == Answer("", 1_600, Fault.DISCONNECT)
    assert now() - start == pytest.approx(2 * BUDGET_S)


@jumping
async def test_a_session_that_is_not_there_is_looked_up_again() -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.heard(11, report("ABSENT"))
    seat.player.located(FIRST, NOBODY_DEAD)
    seat.player.located(SECOND, NOBODY_DEAD)
    seat.player.heard(22, report("CHOSEN", 0, 10, "a"))

    assert (await choosing).action == "a"
    assert [session for session, _ in seat.switchboard.asked()] == [11, 22]


@jumping
async def test_a_session_that_does_not_know_the_seat_is_given_it_again() -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.heard(11, report("UNSEATED"))
    seat.player.heard(11, report("CHOSEN", 0, 10, "a"))
    await choosing

    kinds = [type(order) for _, order in seat.switchboard.orders]
    assert kinds == [Seating, Asking, Seating, Asking]


@jumping
async def test_a_bot_whose_gateway_died_gets_a_grace_then_all_its_time() -> None:
    seat = Seat()
    choosing = await seat.asked()
    await asyncio.sleep(0.5)
    start = now()
    seat.player.located(FIRST, frozenset({"here"}))
    answer = await choosing

    assert answer.fault is Fault.DISCONNECT
    assert now() - start == pytest.approx(GRACE_S + BUDGET_S)


@jumping
async def test_while_no_gateway_lives_no_time_runs() -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.located(FIRST, frozenset({"here"}))
    for _ in range(100):
        seat.player.stranded()
        await asyncio.sleep(1.0)
    assert not choosing.done()
    back = now()
    answer = await choosing

    assert answer.fault is Fault.DISCONNECT
    assert now() - back == pytest.approx(GRACE_S + BUDGET_S - 1.0)


@jumping
async def test_a_bot_that_could_be_nowhere_has_longer_to_join() -> None:
    seat = Seat()
    seat.switchboard.excused_until = now() + 17.0
    await seat.player.sit()
    assert now() == pytest.approx(17.0)

    sitting = asyncio.create_task(seat.player.sit())
    await asyncio.sleep(1.0)
    seat.player.stranded()
    await sitting
    assert now() == pytest.approx(18.0 + GRACE_S)


@jumping
async def test_a_bot_that_is_there_has_no_longer_than_others_to_join() -> None:
    seat = Seat()
    seat.switchboard.excused_until = now() + 17.0
    sitting = asyncio.create_task(seat.player.sit())
    await asyncio.sleep(1.0)
    seat.player.located(FIRST, NOBODY_DEAD)
    await asyncio.sleep(1.0)
    seat.player.located(SECOND, NOBODY_DEAD)
    await sitting

    assert now() == pytest.approx(3.0), "coming again does not prolong it"


@jumping
async def test_a_bot_that_has_a_gateway_is_not_stranded() -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.stranded()
    seat.player.heard(11, report("DROPPED", 0, 100))
    await choosing

    assert now() == pytest.approx(BUDGET_S - 0.1)


@jumping
async def test_a_bot_that_comes_back_from_a_dead_gateway_has_spent_nothing() -> None:
    seat = Seat()
    choosing = await seat.asked()
    await asyncio.sleep(0.5)
    seat.player.located(FIRST, frozenset({"here"}))
    await asyncio.sleep(GRACE_S - 1)
    seat.player.located(SECOND, frozenset({"here"}))
    seat.player.heard(22, report("CHOSEN", 0, 10, "a"))
    await choosing

    assert seat.switchboard.asked() == [(11, 0), (22, 0)]


@jumping
async def test_a_gateway_that_only_seemed_dead_is_used_again() -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.located(FIRST, frozenset({"here"}))
    seat.player.located(FIRST, NOBODY_DEAD)
    seat.player.heard(11, report("CHOSEN", 0, 10, "a"))
    await choosing

    assert seat.switchboard.asked() == [(11, 0), (11, 0)]


@jumping
async def test_a_bot_that_was_put_out_by_us_gets_a_grace() -> None:
    seat = Seat()
    choosing = await seat.asked()
    start = now()
    seat.player.heard(11, report("LOST", 0, 600))
    await choosing

    assert now() - start == pytest.approx(GRACE_S + BUDGET_S)


@jumping
async def test_a_bot_whose_machine_failed_has_until_another_one_has_started_it() -> None:
    seat = Seat()
    choosing = await seat.asked()
    start = now()
    seat.player.heard(11, report("HOST_LOST", 0, 600))
    await asyncio.sleep(HOST_GRACE_S - 1)
    seat.player.located(SECOND, NOBODY_DEAD)
    seat.player.heard(22, report("DROPPED", 0, 0))
    await choosing

    assert seat.switchboard.asked() == [(11, 0), (22, 0)]
    assert now() - start == pytest.approx(HOST_GRACE_S - 1 + BUDGET_S)


@jumping
async def test_a_bot_whose_machine_fails_again_at_the_same_prompt_goes_on_where_it_was() -> None:
    """Who could make it fail would think for ever otherwise."""
    seat = Seat()
    choosing = await seat.asked()
    seat.player.heard(11, report("HOST_LOST", 0, 400))
    seat.player.located(SECOND, NOBODY_DEAD)
    seat.player.heard(22, report("HOST_LOST", 0, 600))
    seat.player.located(THIRD, NOBODY_DEAD)
    seat.player.heard(33, report("DROPPED", 0, 600))
    await choosing

    assert seat.switchboard.asked() == [(11, 0), (22, 0), (33, 600)]


@jumping
async def test_the_grace_is_over_once_the_bot_is_back() -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.located(FIRST, frozenset({"here"}))
    seat.player.located(SECOND, frozenset({"here"}))
    start = now()
    seat.player.heard(22, report("DROPPED", 0, 100))
    await choosing

    assert now() - start == pytest.approx(BUDGET_S - 0.1)


@jumping
async def test_a_newer_session_waits_for_what_the_older_one_has_to_report() -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.located(SECOND, NOBODY_DEAD)
    await asyncio.sleep(MOVE_S / 2)
    seat.player.located(SECOND, NOBODY_DEAD)
    seat.player.heard(11, report("DROPPED", 0, 200))
    seat.player.located(SECOND, NOBODY_DEAD)
    seat.player.heard(22, report("CHOSEN", 0, 300, "a"))
    await choosing

    assert seat.switchboard.asked() == [(11, 0), (22, 200)]


@jumping
async def test_an_older_session_that_reports_nothing_was_our_failure() -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.located(SECOND, NOBODY_DEAD)
    await asyncio.sleep(MOVE_S * 1.5)
    seat.player.located(SECOND, NOBODY_DEAD)
    seat.player.heard(22, report("CHOSEN", 0, 10, "a"))
    await choosing

    assert seat.switchboard.asked() == [(11, 0), (22, 0)]


@jumping
async def test_a_bot_that_thinks_of_nothing_moves_at_once() -> None:
    seat = await Seat().seated()
    seat.player.located(SECOND, NOBODY_DEAD)
    await seat.ask()

    assert seat.switchboard.asked() == [(22, 0)]


@jumping
async def test_without_redis_no_time_runs_and_after_it_there_is_a_grace() -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.heard(11, report("DROPPED", 0, 600))
    seat.switchboard.connected = False
    await asyncio.sleep(10)
    seat.switchboard.connected = True
    start = now()
    seat.player.restored()
    answer = await choosing

    assert answer.fault is Fault.DISCONNECT
    assert now() - start == pytest.approx(GRACE_S + 1.0)


@jumping
async def test_the_time_to_join_begins_anew_after_redis_was_away() -> None:
    seat = Seat()
    sitting = asyncio.create_task(seat.player.sit())
    await asyncio.sleep(1)
    seat.switchboard.connected = False
    await asyncio.sleep(10)
    seat.switchboard.connected = True
    start = now()
    seat.player.restored()
    await sitting

    assert now() - start == pytest.approx(GRACE_S)


@jumping
async def test_after_redis_was_away_all_that_is_open_is_said_again() -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.restored()
    seat.player.heard(11, report("CHOSEN", 0, 10, "a"))
    await choosing

    kinds = [type(order) for _, order in seat.switchboard.orders]
    assert kinds == [Seating, Asking, Seating, Asking]


@jumping
async def test_a_gateway_that_should_have_reported_is_asked_once_more() -> None:
    seat = Seat()
    choosing = await seat.asked()
    for _ in range(3):
        await asyncio.sleep(BUDGET_S + REMIND_S)
        seat.player.located(FIRST, NOBODY_DEAD)
    seat.player.heard(11, report("CHOSEN", 0, 10, "a"))
    await choosing

    assert seat.switchboard.asked() == [(11, 0), (11, 0)]


@jumping
async def test_a_gateway_that_lives_but_never_reports_is_our_failure() -> None:
    seat = Seat()
    choosing = await seat.asked()
    while not choosing.done():
        await asyncio.sleep(0.2)
        seat.player.located(FIRST, NOBODY_DEAD)

    with pytest.raises(RelayLost, match="the gateway of s does not report"):
        await choosing
    assert now() == pytest.approx(BUDGET_S + BACKSTOP_S, abs=0.5)


@jumping
async def test_a_relay_that_failed_fails_whatever_is_asked_of_it() -> None:
    joining, thinking = Seat(), Seat()
    sitting = asyncio.create_task(joining.player.sit())
    choosing = await thinking.asked()
    for seat in (joining, thinking):
        seat.player.fail(RelayLost("Redis is away"))

    with pytest.raises(RelayLost):
        await sitting
    with pytest.raises(RelayLost):
        await choosing
    with pytest.raises(RelayLost):
        await (await thinking.ask(1))


@jumping
async def test_a_referee_that_stops_asking_leaves_no_clock_behind() -> None:
    seat = Seat()
    choosing = await seat.asked()
    seat.player.heard(11, report("DROPPED", 0, 0))
    choosing.cancel()
    await asyncio.sleep(100)
    again = await seat.ask(1)
    seat.player.located(replace(SECOND, capacity=0), NOBODY_DEAD)
    seat.player.heard(22, report("CHOSEN", 1, 5, "a"))

    assert await again == Answer("a", 5)


@jumping
async def test_how_a_match_ended_is_kept_also_for_a_bot_that_is_away() -> None:
    board = Switchboard()
    player = RedisPlayer(board, 7, "sub", TABLE, Words())
    player.finished(Outcome((1, 2), (2, 1)), ())
    player.given_up()
    player.faulted(Faulted(1, Fault.TIMEOUT, "a", 2))

    assert board.kept == [b"finished", b"given up"]
    assert board.orders == []
