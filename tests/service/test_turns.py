"""Where not all uploaded bots fit, they take turns, and none waits for ever."""

from collections import Counter
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from arena.service.hosting_records import Hosted, HostedState
from arena.service.turns import gives_way, in_turn

START = datetime(2026, 1, 1, tzinfo=UTC)
TURN_S = 300.0


def hosted(name: str, last_run_s: float | None = None) -> Hosted:
    until = None if last_run_s is None else START + timedelta(seconds=last_run_s)
    return Hosted(name, HostedState.ACTIVE, (2,), 64, "", lease_until=until)


def test_who_never_ran_comes_first_then_who_waits_longest() -> None:
    waiting = [hosted("a", 20), hosted("b"), hosted("c", 10), hosted("d")]

    assert [h.submission_id for h in in_turn(waiting)] == ["b", "d", "c", "a"]


def test_nobody_gives_way_before_its_turn_is_over() -> None:
    running = {"a": 50.0, "b": 10.0}

    assert gives_way(running, 10 + TURN_S - 1, TURN_S) is None
    assert gives_way(running, 10 + TURN_S, TURN_S) == "b"
    assert gives_way({}, 1_000.0, TURN_S) is None


@given(bots=st.integers(1, 30), places=st.integers(1, 8))
def test_nobody_starves_and_nobody_gets_more_than_others(bots: int, places: int) -> None:
    waiting = [hosted(f"s{n}") for n in range(bots)]
    running: dict[str, float] = {}
    turns = Counter[str]()

    for step in range(4 * bots):
        now_s = step * TURN_S
        while waiting and (first := gives_way(running, now_s, TURN_S)):
            del running[first]
            waiting.append(hosted(first, now_s))
        while waiting and len(running) < places:
            chosen = in_turn(waiting)[0]
            waiting.remove(chosen)
            running[chosen.submission_id] = now_s
            turns[chosen.submission_id] += 1

    assert len(turns) == bots, "everybody ran"
    if bots > places:
        assert max(turns.values()) - min(turns.values()) <= 1
