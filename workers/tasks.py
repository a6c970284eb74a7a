"""Celery tasks: an id in, one use case, the next task. Each may run twice."""

from contextlib import suppress
from threading import Lock

from arena.service import (
    closing,
    comparing,
    estimating,
    hosted,
    matches,
    playing,
    rounds,
    scheduling,
    starting,
    sweeping,
)
from arena.service.errors import NotFound
from workers import measuring
from workers.app import app
from workers.process import process

_estimating = Lock()


@app.task(name="arena.play_match")
def play_match(match_id: str) -> None:
    """Plays a match, then sees to its block and to matches that waited for these bots."""
    worker = process()
    played = worker.run(
        playing.play_match(
            match_id,
            worker=worker.name,
            open_unit=worker.wiring.open_unit,
            now=worker.wiring.now,
            games=worker.wiring.games,
            relay=worker.measured,
            logs=worker.logs,
            leases=worker.leases,
        )
    )
    measuring.count_attempt(played)
    if played.ripe_block:
        worker.queue.rate(played.ripe_block)
    _dispatch()


@app.task(name="arena.rate_block")
def rate_block(block_id: str) -> None:
    """Closes a block, then gives its ladder the next one, or its tournament the next round."""
    wiring = process().wiring
    block = closing.close_block(block_id, open_unit=wiring.open_unit, now=wiring.now)
    with wiring.open_unit() as unit:
        measuring.count_block(block, unit.blocks.get(block_id))
    if block.ladder_id is not None:
        _schedule(block.ladder_id)
    if block.tournament_id is not None:
        with suppress(NotFound):  # most tournaments are no comparisons
            comparing.settle_comparison(
                block.tournament_id, open_unit=wiring.open_unit, now=wiring.now
            )
        rounds.advance_tournament(block.tournament_id, open_unit=wiring.open_unit, now=wiring.now)
    _dispatch()


@app.task(name="arena.tick")
def tick() -> None:
    """Fills ladders, moves tournaments on, then sends waiting matches to the workers."""
    worker = process()
    comparing.settle_comparisons(open_unit=worker.wiring.open_unit, now=worker.wiring.now)
    rounds.advance_tournaments(open_unit=worker.wiring.open_unit, now=worker.wiring.now)
    scheduling.schedule_ladders(
        open_unit=worker.wiring.open_unit, online=worker.online, now=worker.wiring.now
    )
    _dispatch()
    hosted.dispatch_hosting(
        open_unit=worker.wiring.open_unit, queue=worker.queue, now=worker.wiring.now
    )
    measuring.note_tick(open_unit=worker.wiring.open_unit, now=worker.wiring.now)


@app.task(name="arena.start_tournaments")
def start_tournaments() -> None:
    """Starts the tournaments whose time has come."""
    worker = process()
    starting.start_due_tournaments(open_unit=worker.wiring.open_unit, now=worker.wiring.now)
    _dispatch()


@app.task(name="arena.estimate")
def estimate() -> None:
    """Keeps the estimates of ladders up to date; while that takes time, it is not begun again."""
    if _estimating.acquire(blocking=False):
        try:
            estimating.keep_every_estimate(open_unit=process().wiring.open_unit)
        finally:
            _estimating.release()


@app.task(name="arena.tidy")
def tidy() -> None:
    """Forgets what was kept long enough."""
    wiring = process().wiring
    days = wiring.settings.bot_log_days
    hosted.forget_bot_logs(days, open_unit=wiring.open_unit, now=wiring.now)
    matches.forget_replays(wiring.settings.replay_days, open_unit=wiring.open_unit, now=wiring.now)


@app.task(name="arena.sweep")
def sweep() -> None:
    """Finds what was dropped."""
    worker = process()
    swept = sweeping.sweep(
        open_unit=worker.wiring.open_unit, queue=worker.queue, now=worker.wiring.now
    )
    measuring.count_sweep(swept)
    for match in swept.given_up:
        worker.begin(playing.dismiss(match, relay=worker.relay))
    _dispatch()


def _schedule(ladder_id: str) -> None:
    worker = process()
    scheduling.schedule_ladder(
        ladder_id, open_unit=worker.wiring.open_unit, online=worker.online, now=worker.wiring.now
    )


def _dispatch() -> None:
    worker = process()
    scheduling.dispatch_matches(
        open_unit=worker.wiring.open_unit,
        online=worker.online,
        queue=worker.queue,
        now=worker.wiring.now,
    )
