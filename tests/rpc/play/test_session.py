"""The rules of one session, without a stream: what is open, what is settled, whose time runs."""

import asyncio
import time

import pytest
from asynchronous import asynchronous, eventually
from grpc import StatusCode

from arena.match.clock import Clock
from arena.rpc.outbound import MESSAGES, MESSAGES_PER_SEAT, Outbound
from arena.rpc.session import NOISE_PER_S, SEATS, Ending, Session
from arena.rpc.stopwatch import Stopwatch
from arena.service.relay_ports import Leaving, ReportKind, Telling
from arena.wire.durations import milliseconds
from botarena.v1 import play_service_pb2 as pb

from .table import Entry, Table

NOTICE = pb.PlayResponse(faulted=pb.Faulted(match_id="m")).SerializeToString()


@asynchronous
async def test_the_clock_runs_from_the_transport_not_from_the_queue() -> None:
    table = Table()
    table.seat()
    table.ask(0)
    await asyncio.sleep(0.3)
    await table.reads()
    await table.reads()
    table.chooses(0)

    assert table.entry.reports[-1].elapsed_ms < 300


@asynchronous
async def test_a_bot_that_reads_nothing_is_late_all_the_same() -> None:
    """It has read its prompt in a session before, say, and lets this one's transport fill up."""
    table = Table()
    table.seat()
    table.ask(0, Clock(limit_ms=200, bank_ms=0, lag_ms=100))
    await eventually(lambda: table.entry.reports)
    await table.reads()

    assert [(r.kind.name, r.elapsed_ms) for r in table.entry.reports] == [("TIMED_OUT", 300)]
    assert await table.is_silent(), "what is settled is not put any more"


@asynchronous
async def test_a_prompt_is_put_once_however_often_it_is_asked() -> None:
    table = Table()
    table.seat()
    table.ask(0)
    table.seat()
    table.ask(0)
    await table.reads()
    await table.reads()

    assert await table.is_silent()


@asynchronous
async def test_a_referee_who_asks_again_gets_the_same_report_again() -> None:
    table = Table()
    table.seat()
    table.says(acknowledge=pb.Acknowledge(match_id="m", attempt=1))
    table.ask(0)
    table.chooses(0, "b")
    table.seat()
    table.ask(0)

    reports = table.entry.reports
    assert table.entry.kinds() == ["ACKNOWLEDGED", "CHOSEN", "ACKNOWLEDGED", "CHOSEN"]
    assert reports[1] == reports[3]
    assert reports[3].text == "b"


@asynchronous
async def test_a_newer_attempt_takes_the_seat_and_an_older_one_never_does() -> None:
    table = Table()
    table.seat(attempt=1, player=1)
    table.ask(0, attempt=1)
    table.seat(attempt=2, player=2)
    table.ask(0, attempt=2)
    table.seat(attempt=1, player=1)
    table.ask(0, attempt=1)
    table.session.tell(Telling("m", 1, NOTICE))
    table.session.leave(Leaving("m", 1))
    told = [(await table.reads()).WhichOneof("message") for _ in range(3)]
    table.chooses(0)

    assert told == ["seated", "seated", "prompt"]
    assert await table.is_silent()
    assert [(r.kind.name, r.player) for r in table.entry.reports] == [("CHOSEN", 2)]


@asynchronous
async def test_a_referee_whose_seat_is_not_known_is_told_so() -> None:
    table = Table()
    table.ask(0)
    table.seat(attempt=1)
    table.ask(0, attempt=2)

    assert table.entry.kinds() == ["UNSEATED", "UNSEATED"]
    assert [report.attempt for report in table.entry.reports] == [1, 2]


@asynchronous
async def test_time_left_goes_down_by_what_was_spent_beyond_the_allowance() -> None:
    clock = Clock(limit_ms=1_000, bank_ms=500, lag_ms=100)
    table, left = Table(), []
    for match_id, spent_ms in (("a", 0), ("b", 60), ("c", 400), ("d", 1_300)):
        table.seat(match_id)
        table.ask(0, clock, spent_ms=spent_ms, match_id=match_id)
        await table.reads()
        asked = (await table.reads()).prompt
        left.append((milliseconds(asked.time_left), milliseconds(asked.bank_left)))

    assert left == [(1_000, 500), (1_000, 500), (700, 500), (0, 300)]


@asynchronous
async def test_what_was_spent_before_counts_into_the_elapsed_time() -> None:
    table = Table()
    table.seat()
    table.ask(0, spent_ms=5_000)
    table.chooses(0)
    table.ask(1, Clock(300, 0, 100), spent_ms=350)
    for _ in range(2):
        await table.reads()
    await eventually(lambda: len(table.entry.reports) == 2)

    chosen, timed_out = table.entry.reports
    assert (chosen.kind, chosen.elapsed_ms) == (ReportKind.CHOSEN, 5_000)
    assert (timed_out.kind, timed_out.elapsed_ms) == (ReportKind.TIMED_OUT, 400)


def hold_up(seconds: float) -> None:
    """Keeps the event loop from doing anything."""
    time.sleep(seconds)


@asynchronous
async def test_an_answer_that_is_there_when_time_is_over_counts() -> None:
    clock, table = Clock(limit_ms=30, bank_ms=0, lag_ms=0), Table()
    table.seat()
    table.ask(0, clock)
    for _ in range(2):
        await table.reads()
    loop = asyncio.get_running_loop()
    loop.call_later(0.03, loop.call_soon, table.chooses, 0)  # is read a turn after time is over
    await eventually(lambda: table.entry.reports)

    assert table.entry.reports[0].kind is ReportKind.CHOSEN
    assert table.entry.reports[0].elapsed_ms == 30


@asynchronous
async def test_time_in_which_the_process_stands_still_is_charged_to_nobody() -> None:
    clock, table = Clock(limit_ms=200, bank_ms=300, lag_ms=0), Table()
    table.seat()
    table.ask(0, clock)
    for _ in range(2):
        await table.reads()
    await asyncio.sleep(0.06)
    hold_up(1.0)
    await asyncio.sleep(0)
    asyncio.get_running_loop().call_soon(table.chooses, 0)
    await eventually(lambda: table.entry.reports)

    assert table.entry.reports[0].kind is ReportKind.CHOSEN
    assert table.entry.reports[0].elapsed_ms < 500


@asynchronous
async def test_the_stopwatch_never_runs_backwards() -> None:
    stopwatch, seen = Stopwatch(), []
    for _ in range(10):
        hold_up(0.08)
        seen.append(stopwatch.seconds())
        await asyncio.sleep(0)
        seen.append(stopwatch.seconds())

    assert seen == sorted(seen)
    assert seen[-1] - seen[0] < 0.8


@asynchronous
async def test_a_prompt_that_was_taken_back_is_never_put() -> None:
    table = Table()
    table.seat()
    table.ask(0)
    table.ask(1)
    await table.reads()
    asked = (await table.reads()).prompt
    table.chooses(0)

    assert asked.ply == 1
    assert await table.reads_why() == "LATE"


@pytest.mark.parametrize("kind", ["choice", "failure"])
@pytest.mark.parametrize(
    ("attempt", "since", "named", "why"),
    [
        (2, 2, 1, "ABANDONED"),
        (3, 2, 1, "ABANDONED"),
        (2, 2, -1, "ABANDONED"),
        (2, 2, 3, "NOT_ASKED"),
        (2, 2, 2, ""),
        (2, 1, 1, ""),  # attempt 2 went on with attempt 1: it is the same position
        (2, 1, 2, ""),
        (3, 2, 2, ""),
        (2, 2, 0, ""),  # a bot that does not say
    ],
)
@asynchronous
async def test_an_answer_counts_where_its_attempt_began_what_is_played(
    kind: str, attempt: int, since: int, named: int, why: str
) -> None:
    table = Table()
    table.seat(attempt=attempt, since=since)
    table.ask(5, attempt=attempt)
    await table.reads()
    await table.reads()
    answers = {"choice": pb.Choice, "failure": pb.Failure}
    table.says(**{kind: answers[kind](match_id="m", attempt=named, ply=5)})

    if why:
        assert await table.reads_why() == why
        assert table.entry.reports == []
    else:
        assert table.entry.kinds() == [{"choice": "CHOSEN", "failure": "FAILED"}[kind]]


@asynchronous
async def test_old_prompts_are_forgotten_in_the_end() -> None:
    table = Table()
    table.seat()
    await table.reads()
    for ply in range(1_000):
        table.ask(ply)
        await table.reads()
        table.chooses(ply)
    table.chooses(999)
    table.chooses(0)

    assert [await table.reads_why(), await table.reads_why()] == ["ANSWERED", "NOT_ASKED"]


@asynchronous
async def test_seats_are_bounded() -> None:
    table = Table()
    for number in range(SEATS + 1):
        table.seat(f"m{number}")
        await table.reads()
    table.chooses(0, match_id="m0")
    table.chooses(0, match_id="m1")

    assert [await table.reads_why(), await table.reads_why()] == ["NOT_SEATED", "NOT_ASKED"]


@pytest.mark.parametrize(("ours", "kind"), [(False, "DROPPED"), (True, "LOST")])
@asynchronous
async def test_the_end_of_a_session_is_reported_for_every_seat(ours: bool, kind: str) -> None:
    table = Table()
    table.seat("m")
    table.seat("n")
    table.ask(4, spent_ms=123)
    table.session.end(Ending(StatusCode.ABORTED), ours=ours)
    table.session.end(Ending(StatusCode.OK))
    table.ask(5)
    table.chooses(4)

    assert [(r.kind.name, r.ply, r.elapsed_ms) for r in table.entry.reports] == [
        (kind, 4, 123),
        (kind, -1, 0),
    ]
    assert table.entry.withdrawn
    assert table.session.ending.result().code is StatusCode.ABORTED


@asynchronous
async def test_a_bot_that_was_told_to_go_is_not_to_blame_for_being_gone() -> None:
    table = Table()
    table.seat()
    table.session.go_away(10, "because")
    table.session.hang_up()

    assert table.entry.kinds() == ["LOST"]


@pytest.mark.parametrize(
    ("hosted", "ours", "kind"),
    [
        (False, False, "DROPPED"),
        (False, True, "LOST"),
        (True, False, "HOST_LOST"),
        (True, True, "LOST"),
    ],
)
@asynchronous
async def test_a_stream_that_breaks_off_is_the_fault_of_who_held_it(
    hosted: bool, ours: bool, kind: str
) -> None:
    table = Table(hosted=hosted)
    table.seat()
    table.session.tear(ours=ours)
    table.session.hang_up()

    assert table.entry.kinds() == [kind]


@asynchronous
async def test_a_hosted_bot_that_ends_its_stream_is_gone_by_its_own_doing() -> None:
    table = Table(hosted=True)
    table.seat()
    table.session.hang_up()

    assert table.entry.kinds() == ["DROPPED"]


@asynchronous
async def test_a_session_that_was_superseded_while_it_was_entered_is_over() -> None:
    session = Session("0123456789abcdef", Outbound(), Stopwatch(), 0.0)
    session.supersede()
    entry = Entry()
    session.entered(entry)

    assert entry.withdrawn


@asynchronous
async def test_goodbye_ends_the_session_when_no_seat_is_left() -> None:
    table = Table()
    table.seat()
    table.says(goodbye=pb.Goodbye())
    await asyncio.sleep(0.01)
    played_on = not table.session.over
    table.session.leave(Leaving("m", 1))
    ending = await table.session.ending

    assert played_on
    assert table.entry.capacity == 0
    assert ending == Ending(StatusCode.OK)


@asynchronous
async def test_a_match_that_was_on_its_way_at_goodbye_is_still_played() -> None:
    table = Table(linger_s=0.05)
    table.says(goodbye=pb.Goodbye())
    table.seat()
    await asyncio.sleep(0.1)

    assert not table.session.over


@asynchronous
async def test_garbage_ends_the_session() -> None:
    table = Table()
    for _ in range(NOISE_PER_S + 1):
        table.session.receive(b"\xff garbage")
        if not table.session.over:
            await table.reads()

    assert table.session.ending.result().code is StatusCode.RESOURCE_EXHAUSTED


REPEATED = {
    "acknowledge": pb.Acknowledge(match_id="m", attempt=1),
    "goodbye": pb.Goodbye(),
    "heartbeat": pb.Heartbeat(number=1, echo=True),
}


@pytest.mark.parametrize("kind", REPEATED)
@asynchronous
async def test_what_is_said_again_and_again_ends_the_session(kind: str) -> None:
    table = Table()
    table.seat()
    table.session.beat()
    for _ in range(NOISE_PER_S + 2):
        table.says(**{kind: REPEATED[kind]})

    assert table.session.ending.result().code is StatusCode.RESOURCE_EXHAUSTED
    assert table.entry.kinds().count("ACKNOWLEDGED") == (kind == "acknowledge")


@asynchronous
async def test_a_bot_may_leave_so_much_unread_and_no_more() -> None:
    table = Table()
    for number in range(100):
        table.seat(f"m{number}")
    for _ in range(MESSAGES + 100 * MESSAGES_PER_SEAT - 100):
        table.session.tell(Telling("m0", 1, NOTICE))
    fine = not table.session.over
    table.session.tell(Telling("m0", 1, NOTICE))

    assert fine
    assert table.session.ending.result().code is StatusCode.RESOURCE_EXHAUSTED


@asynchronous
async def test_an_end_is_forgotten_when_a_later_heartbeat_was_echoed() -> None:
    ending = pb.PlayResponse(finished=pb.Finished(match_id="m")).SerializeToString()
    table = Table()
    table.seat()
    table.session.beat()
    table.session.tell(Telling("m", 1, NOTICE))
    table.session.tell(Telling("m", 1, ending))
    table.session.beat()
    table.says(heartbeat=pb.Heartbeat(number=1, echo=True))
    early = list(table.entry.forgotten)
    table.says(heartbeat=pb.Heartbeat(number=2, echo=True))
    table.says(heartbeat=pb.Heartbeat(number=2, echo=True))

    assert early == []
    assert table.entry.forgotten == [ending]
