"""One outcome, one log, and no fault of ours on a bot, whatever queue and memory do meanwhile."""

from pathlib import Path

import pytest

from arena.service.records import AttemptEnd
from tests.e2e.slow_match import SlowMatch, slow_match, until

pytestmark = pytest.mark.e2e

WORKER = ("arena.cli.entry", "worker", "--queue", "matches")
LATE = ("tests.e2e.late_worker", "matches")
UNDER_WAY = 12
"""A match at which so many questions were asked is well under way, and far from its end."""


def _is_under_way(match: SlowMatch) -> bool:
    match.supervisor.tend()
    return len(match.plies()) >= UNDER_WAY


def test_an_expired_visibility_time_out_counts_a_match_once(tmp_path: Path) -> None:
    with slow_match(tmp_path, [LATE, LATE]) as match:
        until(match.is_over)

        logs = [tmp_path / "logs" / f"worker-{number}.log" for number in range(2)]
        delivered = f"delivered arena.play_match {match.match_id}"
        assert sum(log.read_text().count(delivered) for log in logs) >= 2
        assert match.ends() == [AttemptEnd.FINISHED]
        assert match.faults() == 0
        assert match.complaints() == ()


def test_a_match_survives_redis_losing_its_memory(tmp_path: Path) -> None:
    with slow_match(tmp_path, [WORKER]) as match:
        until(lambda: _is_under_way(match))
        match.forget()
        until(match.is_over)

        assert match.ends() == [AttemptEnd.FINISHED]
        assert match.faults() == 0
        assert match.complaints() == ()


def test_a_match_starts_again_from_its_seed_where_redis_and_its_worker_forgot_it(
    tmp_path: Path,
) -> None:
    with slow_match(tmp_path, [WORKER]) as match:
        until(lambda: _is_under_way(match))
        worker = next(c for c in match.supervisor.children if c.name == "worker-0")
        assert worker.process is not None
        worker.process.kill()
        match.forget()
        asked = len(match.plies())
        until(match.is_over)

        again = match.plies()[asked:]
        assert min(again) == min(match.plies()), "it was played again from its first decision"
        assert match.ends() == [AttemptEnd.WORKER_LOST, AttemptEnd.FINISHED]
        assert match.faults() == 0
        assert match.complaints() == ()


def test_a_match_goes_on_where_its_log_ends_when_its_worker_is_killed(tmp_path: Path) -> None:
    with slow_match(tmp_path, [WORKER]) as match:
        until(lambda: _is_under_way(match))
        worker = next(c for c in match.supervisor.children if c.name == "worker-0")
        assert worker.process is not None
        worker.process.kill()
        asked = match.plies()
        until(match.is_over)

        assert min(match.plies()[len(asked) :]) >= max(asked) - 1, "no question was put again"
        assert match.ends() == [AttemptEnd.WORKER_LOST, AttemptEnd.FINISHED]
        assert match.faults() == 0
        assert match.complaints() == ()
