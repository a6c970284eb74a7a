import asyncio
import random
import re
import threading
from pathlib import Path

import pytest

from arena.games.carrera import Carrera
from arena.games.registry import Registry, UnknownGame
from arena.match.clock import Clock
from arena.match.events import Decided, Started
from arena.match.log import dump_log
from arena.match.outcome import Fault
from arena.match.replay import verify
from arena_sdk import Bot, play_local
from tests.sdk.bots import slow, told

ROOT = Path(__file__).parents[2]
GAMES = Registry.installed()


class Seeded(Bot):
    """Chooses at random, the same every time."""

    def seated(self, table):
        self.random = random.Random(table.seat)

    def choose(self, prompt):
        return self.random.choice(prompt.legal_actions)


class Awaited(Seeded):
    """Does the same without a thread."""

    async def seated(self, table):
        super().seated(table)

    async def choose(self, prompt):
        await asyncio.sleep(0)
        return super().choose(prompt)


def faults(log, seats=range(9)):
    choices = [c for e in log if isinstance(e, Decided) for c in e.choices]
    return [c.fault for c in choices if c.fault and c.seat in seats]


@pytest.mark.parametrize("name", GAMES.names())
def test_the_same_seed_and_bots_give_the_same_log(name):
    outcome, log = play_local(name, [Seeded] * 3, seed=7)
    again, same_log = play_local(name, [Seeded] * 3, seed=7)
    _, other_log = play_local(name, [Seeded] * 3, seed=8)

    assert (again, dump_log(same_log)) == (outcome, dump_log(log))
    assert dump_log(other_log) != dump_log(log)
    verify(GAMES, log)


@pytest.mark.parametrize("name", GAMES.names())
def test_a_clock_and_async_change_nothing_about_the_play(name):
    outcome, log = play_local(name, [Seeded] * 3, seed=b"\x00seed")
    timed, timed_log = play_local(name, [Awaited] * 3, seed=b"\x00seed", clock=Clock())

    assert timed == outcome
    assert [c.action for e in timed_log[1:-1] for c in e.choices] == [
        c.action for e in log[1:-1] for c in e.choices
    ]


def test_a_game_may_be_given_by_name_with_options_or_as_it_is():
    _, (named, *_) = play_local("carrera", [Seeded] * 4, max_rounds=2, faults_allowed=1)
    _, (given, *_) = play_local(Carrera(4, max_rounds=2), [Seeded] * 4, faults_allowed=1)

    assert isinstance(named, Started)
    assert named == given
    assert (named.seats, named.options["max_rounds"], named.faults_allowed) == (4, 2, 1)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "why"),
    [
        (("whist", [Seeded] * 3), {}, UnknownGame, "whist"),
        (("carrera", [Seeded] * 9), {}, ValueError, "9"),
        (("carrera", [Seeded] * 3), {"speed": 1}, ValueError, "speed"),
        ((Carrera(3), [Seeded] * 4), {}, ValueError, "4 bots for 3 seats"),
        ((Carrera(3), [Seeded] * 3), {"max_rounds": 1}, ValueError, "max_rounds"),
        (("carrera", [Seeded(), Seeded, Seeded]), {}, TypeError, "pass the class Seeded"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments, options, error, why):
    with pytest.raises(error, match=why):
        play_local(*arguments, **options)


def test_a_bot_is_told_everything_in_order():
    first = told()

    outcome, _ = play_local("carrera", [first, Seeded, Seeded], max_rounds=1)

    assert first.calls[0] == ("seated", 1, "local")
    assert first.calls[-1] == ("finished", 1, outcome.ranks)
    assert [kind for kind, *_ in first.calls].count("choose") == 6
    assert [kind for kind, *_ in first.calls].count("heard") == 12


def test_without_a_clock_a_bot_is_called_in_the_same_thread():
    threads = set()

    class Here(Seeded):
        def choose(self, prompt):
            threads.add(threading.current_thread())
            return super().choose(prompt)

    play_local("carrera", [Here] * 3, max_rounds=1)

    assert threads == {threading.main_thread()}


def test_what_a_bot_raises_is_a_fault_and_is_shown(caplog):
    class Flawed(Bot):
        def choose(self, prompt):
            raise KeyError("forgot to pack it")

    outcome, log = play_local("carrera", [Flawed, Seeded, Seeded], faults_allowed=2)

    assert faults(log) == [Fault.CRASH] * 3
    assert (outcome.forfeits, outcome.ranks[0]) == ((0,), 3)
    assert caplog.text.count("'forgot to pack it'") == 3


@pytest.mark.parametrize("clock", [None, Clock()])
def test_an_illegal_action_is_a_fault_that_the_bot_hears_of_before_it_is_asked_again(clock):
    heard = []

    class Wrong(Bot):
        def choose(self, prompt):
            heard.append("asked")
            return "checkmate"

        def faulted(self, notice):
            heard.append(notice.fault)

    _, log = play_local("carrera", [Wrong, Seeded, Seeded], faults_allowed=1, clock=clock)

    assert faults(log) == [Fault.ILLEGAL_ACTION] * 2
    assert heard == ["asked", Fault.ILLEGAL_ACTION, "asked", Fault.ILLEGAL_ACTION]


def test_with_a_clock_a_bot_that_thinks_too_long_times_out():
    bot = slow()

    outcome, log = play_local(
        "carrera",
        [bot, Seeded, Seeded],
        clock=Clock(limit_ms=100, bank_ms=100, lag_ms=0),
        faults_allowed=1,
    )
    bot.go_on.set()

    assert faults(log, seats=[0]) == [Fault.TIMEOUT] * 2
    assert 0 in outcome.forfeits


def test_with_a_clock_a_bot_that_never_sits_down_is_a_no_show():
    sits = threading.Event()

    class Late(Seeded):
        def __init__(self):
            sits.wait(20)

    outcome, log = play_local("carrera", [Late, Seeded, Seeded], clock=Clock(join_ms=300))
    sits.set()

    assert faults(log, seats=[0]) == [Fault.NO_SHOW] * 4
    assert 0 in outcome.forfeits


def test_it_plays_where_a_loop_runs_already():
    async def notebook():
        return play_local("carrera", [Seeded] * 3)

    assert asyncio.run(notebook()) == play_local("carrera", [Seeded] * 3)


def test_the_bots_of_the_readme_work(capsys):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    namespace = {"__name__": "readme"}

    for block in blocks:
        exec(block, namespace)

    outcome, log = namespace["outcome"], namespace["log"]
    assert len(outcome.ranks) == 3
    assert faults(log) == []
    assert issubclass(namespace["Shedder"], Bot)
