"""Every cause that keeps a submission from playing is named, and only those that are there."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from arena.contest.conduct import Conduct
from arena.games.registry import Registry
from arena.service import authors, bots, ladders
from arena.service.blocks import open_block
from arena.service.explaining import Cause, Explanation, explain_schedule
from arena.service.filling import Unfilled
from arena.service.naming import new_id
from arena.service.records import Author, Block, Role
from arena.service.relay_ports import Presence
from arena.service.scheduling import schedule_ladder
from arena.storage import Database, memory_database

SEATS = 3


@dataclass
class Scene:
    """A ladder of three seats with three submissions of three authors, all online."""

    database: Database
    unfilled: Unfilled = Unfilled.WAIT
    instant: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    capacities: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.games = Registry.installed()
        self.authors = [self.author(name) for name in ("Ada", "Blaise", "Claude")]
        self.ladder = ladders.create_ladder(
            "open",
            "carrera",
            {},
            SEATS,
            backlog=2,
            unfilled=self.unfilled,
            open_unit=self.database.unit,
            games=self.games,
            now=self.now,
        )
        self.submissions = [self.enter(author, author.name) for author in self.authors]
        self.mine = self.submissions[0]

    def now(self) -> datetime:
        return self.instant

    def author(self, name: str) -> Author:
        ports = {"open_unit": self.database.unit, "now": self.now}
        return authors.create_author(name, Role.AUTHOR, **ports)[0]

    def enter(self, author: Author, name: str) -> str:
        """Puts a new bot on the ladder, online, with room for one block."""
        ports = {"open_unit": self.database.unit, "now": self.now}
        bot = bots.create_bot(author, name, "carrera", games=self.games, **ports)
        submission = bots.create_submission(author, bot.bot_id, **ports).submission_id
        ladders.join_ladder(author, "open", submission, **ports)
        self.capacities[submission] = SEATS
        return submission

    def online(self, submission_ids: Collection[str]) -> Mapping[str, Presence]:
        return {
            one: Presence(one, "gateway", 1, self.capacities[one])
            for one in submission_ids
            if one in self.capacities
        }

    def tick(self) -> None:
        schedule_ladder(
            self.ladder.ladder_id,
            open_unit=self.database.unit,
            online=self.online,
            now=self.now,
        )

    def explained(self) -> Explanation:
        return explain_schedule(
            "open", self.mine, open_unit=self.database.unit, online=self.online, now=self.now
        )


@pytest.fixture
def scene() -> Scene:
    return Scene(memory_database())


def _causes(scene: Scene) -> set[Cause]:
    return {obstacle.cause for obstacle in scene.explained().obstacles}


def _pause(scene: Scene) -> None:
    ladders.pause_ladder("open", True, open_unit=scene.database.unit)


def _retire(scene: Scene) -> None:
    bots.retire_submission(scene.authors[0], scene.mine, open_unit=scene.database.unit)


def _leave(scene: Scene) -> None:
    ladders.leave_ladder(scene.authors[0], "open", scene.mine, open_unit=scene.database.unit)


def _go_offline(scene: Scene) -> None:
    del scene.capacities[scene.mine]


def _say_goodbye(scene: Scene) -> None:
    scene.capacities[scene.mine] = 0


def _lose_an_opponent(scene: Scene) -> None:
    del scene.capacities[scene.submissions[1]]


def _meet_only_one_author(scene: Scene) -> None:
    del scene.capacities[scene.submissions[2]]
    scene.enter(scene.authors[1], "Blaise II")


def _stop_the_scheduler(scene: Scene) -> None:
    scene.instant += timedelta(minutes=1)


@pytest.mark.parametrize(
    ("happens", "cause"),
    [
        (_pause, {Cause.LADDER_PAUSED}),
        (_retire, {Cause.RETIRED, Cause.NOT_ON_LADDER}),
        (_leave, {Cause.NOT_ON_LADDER}),
        (_go_offline, {Cause.OFFLINE}),
        (_say_goodbye, {Cause.LEAVING}),
        (_lose_an_opponent, {Cause.TOO_FEW_OPPONENTS}),
        (_meet_only_one_author, {Cause.AUTHOR_SEATED}),
        (_stop_the_scheduler, {Cause.NO_TICK}),
    ],
)
def test_a_cause_is_named_while_it_is_there(
    scene: Scene, happens: Callable[[Scene], None], cause: set[Cause]
) -> None:
    _tick_without_blocks(scene)
    assert _causes(scene) == set()

    happens(scene)

    assert _causes(scene) == cause
    assert all(o.detail and o.remedy for o in scene.explained().obstacles)


def _tick_without_blocks(scene: Scene) -> None:
    with scene.database.unit() as unit:
        unit.ladders.tick(scene.ladder.ladder_id, scene.now())


def test_before_the_first_tick_that_is_the_cause(scene: Scene) -> None:
    assert _causes(scene) == {Cause.NO_TICK}
    assert scene.explained().ticked is None


def test_a_block_under_way_takes_the_room(scene: Scene) -> None:
    scene.tick()

    explained = scene.explained()

    assert (explained.open_blocks, explained.ladder_blocks, explained.backlog) == (1, 1, 2)
    assert Cause.NO_ROOM in _causes(scene)


def test_a_full_backlog_keeps_whoever_has_played_waiting(scene: Scene) -> None:
    scene.capacities = dict.fromkeys(scene.submissions, 2 * SEATS)
    scene.tick()
    scene.mine = _veteran(scene)
    scene.capacities = dict.fromkeys([*scene.submissions, scene.mine], 4 * SEATS)

    assert _causes(scene) == {Cause.BACKLOG_FULL}


def _veteran(scene: Scene) -> str:
    """Returns a submission that has played a block."""
    submission = scene.enter(scene.author("Dorothy"), "Dorothy")
    with scene.database.unit() as unit:
        ladder_id = scene.ladder.ladder_id
        standing = unit.ladders.standings(ladder_id, [submission])[submission]
        unit.ladders.rate(ladder_id, [replace(standing, blocks=1)], [])
    return submission


def test_a_full_backlog_does_not_keep_a_newcomer_waiting_but_a_fuller_one_does(
    scene: Scene,
) -> None:
    scene.capacities = dict.fromkeys(scene.submissions, 2 * SEATS)
    scene.tick()
    scene.mine = scene.enter(scene.author("Dorothy"), "Dorothy")
    scene.capacities = dict.fromkeys([*scene.submissions, scene.mine], 9 * SEATS)
    assert _causes(scene) == set()

    with scene.database.unit() as unit:
        for _ in range(2):
            lineup = tuple(scene.submissions)
            block = Block(new_id("block"), scene.ladder.ladder_id, lineup, scene.now())
            open_block(block, scene.ladder.terms, bytes(32), unit)

    assert _causes(scene) == {Cause.BACKLOG_FULL}


def test_a_quarantine_is_named_with_its_reason_and_the_next_probe(scene: Scene) -> None:
    scene.tick()
    _put(scene, reason="3 failures in a row; the last: timeout", probe_due=_in(scene, 60))

    (found,) = [o for o in scene.explained().obstacles if o.cause is Cause.QUARANTINED]

    assert found.detail == (
        "it is quarantined since 2026-01-01 00:00:00 UTC: 3 failures in a row;"
        " the last: timeout; the next probe is due at 2026-01-01 00:01:00 UTC"
    )
    assert "without a failure" in found.remedy


def test_what_an_operator_quarantined_only_an_operator_lifts(scene: Scene) -> None:
    scene.tick()
    _put(scene, reason="it floods the log", probe_due=None)

    (found,) = [o for o in scene.explained().obstacles if o.cause is Cause.QUARANTINED]

    assert found.detail.endswith("it floods the log")
    assert "operator" in found.remedy


def test_a_quarantined_opponent_is_none(scene: Scene) -> None:
    _tick_without_blocks(scene)
    _put(scene, reason="", probe_due=None, submission=scene.submissions[1])

    assert _causes(scene) == {Cause.TOO_FEW_OPPONENTS}


@pytest.mark.parametrize(
    ("unfilled", "causes"),
    [
        (Unfilled.WAIT, {Cause.TOO_FEW_OPPONENTS}),
        (Unfilled.REFUSE, {Cause.TOO_FEW_OPPONENTS, Cause.TABLE_REFUSED}),
        (Unfilled.HOUSE, set()),
    ],
)
def test_what_becomes_of_a_table_that_cannot_be_filled_is_said(
    unfilled: Unfilled, causes: set[Cause]
) -> None:
    scene = Scene(memory_database(), unfilled)
    _lose_an_opponent(scene)
    with scene.database.unit() as unit:
        refused = scene.now() if unfilled is Unfilled.REFUSE else None
        unit.ladders.tick(scene.ladder.ladder_id, scene.now(), refused)

    assert _causes(scene) == causes


def _put(
    scene: Scene, *, reason: str, probe_due: datetime | None, submission: str | None = None
) -> None:
    key = scene.ladder.ladder_id, submission or scene.mine
    with scene.database.unit() as unit:
        unit.conducts.put(Conduct(*key, 3, scene.now(), reason, probe_due))


def _in(scene: Scene, seconds: float) -> datetime:
    return scene.now() + timedelta(seconds=seconds)
