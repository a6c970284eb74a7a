"""Quarantine: after failures in a row, probes after growing pauses, back by itself."""

from datetime import UTC, datetime, timedelta

import pytest

from arena.contest.conduct import FIRST_PAUSE, LONGEST_PAUSE, Conduct, pause

START = datetime(2026, 1, 1, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def after(blocks: str, quarantine_after: int = 3) -> Conduct:
    """Plays a block a minute: `x` fails, `.` does not."""
    conduct = Conduct("l1", "s1")
    for minute, block in enumerate(blocks):
        conduct = conduct.after_block(
            "timeout" if block == "x" else "",
            at(minute),
            at(minute + 0.5),
            quarantine_after=quarantine_after,
        )
    return conduct


@pytest.mark.parametrize(
    ("blocks", "quarantine_after", "failures", "quarantined"),
    [
        ("", 3, 0, False),
        ("xx", 3, 2, False),
        ("xx.xx", 3, 2, False),
        ("xxx", 3, 3, True),
        ("..xxx", 3, 3, True),
        ("x", 1, 1, True),
        ("xxxxxxxxx", 0, 9, False),
    ],
)
def test_so_many_failures_in_a_row_quarantine(
    blocks: str, quarantine_after: int, failures: int, quarantined: bool
) -> None:
    conduct = after(blocks, quarantine_after)

    assert conduct.failures == failures
    assert (conduct.quarantined is not None) == quarantined


def test_the_reason_and_the_first_probe_are_on_record() -> None:
    conduct = after("xxx")

    assert conduct.reason == "3 failures in a row; the last: timeout"
    assert conduct.probe_due == at(2.5) + FIRST_PAUSE
    assert conduct.barred(at(3.4))
    assert not conduct.barred(at(3.5)), "a probe is due"


def test_each_probe_that_fails_doubles_the_pause() -> None:
    conduct, pauses = after("xxx"), []
    for _ in range(11):
        opened = conduct.probe_due
        assert opened is not None
        conduct = conduct.after_block("crash", opened, opened, quarantine_after=3)
        assert conduct.probe_due is not None
        pauses.append((conduct.probe_due - opened) / FIRST_PAUSE)

    assert pauses == [2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240]
    assert conduct.reason == "probe 11 failed: crash"
    assert pause(10**9) == LONGEST_PAUSE


def test_a_probe_without_a_failure_ends_the_quarantine() -> None:
    conduct = after("xxx")

    back = conduct.after_block("", at(9), at(10), quarantine_after=3)

    assert back == Conduct("l1", "s1")


def test_a_block_from_before_the_quarantine_is_no_probe_that_fails() -> None:
    conduct = after("xxx")

    late = conduct.after_block("timeout", at(1), at(10), quarantine_after=3)

    assert (late.probe_due, late.failed_probes) == (conduct.probe_due, 0)
    assert conduct.after_block("", at(1), at(10), quarantine_after=3).quarantined is None


def test_what_an_operator_quarantines_stays_until_it_is_lifted() -> None:
    held = Conduct("l1", "s1", turns=(2, 1)).held("it talks to its twin", at(0))

    assert held.barred(at(10**6))
    for failure in ("", "timeout"):
        played = held.after_block(failure, at(1), at(2), quarantine_after=1)
        assert (played.quarantined, played.probe_due) == (at(0), None)
        assert played.reason == "it talks to its twin"
    assert held.lifted() == Conduct("l1", "s1", turns=(2, 1))


def test_blocks_are_counted_by_the_number_of_seats() -> None:
    conduct = Conduct("l1", "s1").seated(2, 3).seated(0, 3).seated(2, 3)

    assert conduct.turns == (1, 0, 2)
