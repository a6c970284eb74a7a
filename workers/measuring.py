"""What the workers and beat tell of their work, as metrics."""

from celery.signals import after_task_publish

from arena.metrics import catalogue
from arena.service.playing import Played
from arena.service.ports import Now, OpenUnit
from arena.service.records import Block, BlockState, MatchState
from arena.service.sweeping import Swept


def count_attempt(played: Played) -> None:
    """Counts how an attempt ended, and whether its match did with it."""
    if played.end is not None:
        catalogue.ATTEMPTS.labels(played.end.value).inc()
    if played.match_state is not None:
        catalogue.MATCHES.labels(played.match_state.value).inc()


def count_sweep(swept: Swept) -> None:
    """Counts what a sweep found."""
    for what, found in (
        ("overdue", swept.overdue),
        ("abandoned", swept.abandoned),
        ("ripe", swept.ripe),
    ):
        catalogue.SWEPT.labels(what).inc(found)
    catalogue.MATCHES.labels(MatchState.VOID.value).inc(len(swept.given_up))


def count_block(before: Block, after: Block) -> None:
    """Counts a block that was closed between two looks at it."""
    if before.state is BlockState.OPEN and after.state is not BlockState.OPEN:
        catalogue.BLOCKS.labels(after.state.value).inc()
        if after.state is BlockState.RATED:
            catalogue.RATINGS.inc(len(after.lineup))


def note_tick(*, open_unit: OpenUnit, now: Now) -> None:
    """Notes that the schedule ran, and how long the oldest match has waited."""
    with open_unit() as unit:
        oldest = unit.matches.waiting(now(), 1)
    age_s = (now() - oldest[0].created).total_seconds() if oldest else 0.0
    catalogue.BACKLOG_AGE.set(max(0.0, age_s))
    catalogue.LAST_TICK.set_to_current_time()


def count_beats() -> None:
    """From now on counts every task that this process sends."""
    after_task_publish.connect(_sent)


def _sent(sender: str, **_: object) -> None:
    catalogue.BEATS.labels(sender).inc()
