"""One minor version apart, arena and bots still play: docs/protocol.md, "Versions"."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.games.registry import Registry
from arena.match.events import Decided, Ended
from arena.match.log import dump_log
from arena.match.replay import verify
from arena.wire.match import outcome_from
from botarena.v1 import match_pb2 as records
from tests.compat.meeting import Meeting, meeting
from tests.compat.versions import ARENA, ROOT, Version, today

pytestmark = pytest.mark.e2e

OLD_GUESTS = "old bots in today's arena"
OLD_ARENA = "today's bots in an old arena"
BUF = Path(sys.executable).with_name("buf")
GAMES = ("scout", "carrera")
WHERE = "import {0}; print({0}.__file__)"


@pytest.fixture(scope="module", params=[OLD_GUESTS, OLD_ARENA])
def apart(
    request: pytest.FixtureRequest, release: Version, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Meeting]:
    """Yields an arena with guests of the other version."""
    arena, guests = (today(), release) if request.param == OLD_GUESTS else (release, today())
    with meeting(arena, guests, tmp_path_factory.mktemp("arena") / "data") as running:
        yield running


@pytest.mark.parametrize(
    "package", ["arena", "arena_sdk", "workers", "botarena.v1.play_service_pb2"]
)
def test_each_version_runs_its_own_sources(release: Version, package: str) -> None:
    for version in (release, today()):
        found = version.output("-c", WHERE.format(package))

        assert Path(found.strip()).is_relative_to(version.root)


def test_bots_and_an_arena_of_two_versions_play_without_a_fault(
    apart: Meeting, tmp_path: Path
) -> None:
    """Two guests and a bot of the arena's own version, each on every seat."""
    players = {"greedy": apart.guests, "planner": apart.guests, "random": apart.arena}
    queued = []
    with ExitStack() as playing:
        for game in GAMES:
            seated = [apart.submission(game, f"{bot} {game}") for bot in players]
            for (bot, version), submission in zip(players.items(), seated, strict=True):
                playing.enter_context(apart.playing(version, f"house:{bot}", game, submission))
            queued += [apart.match(game, seated[first:] + seated[:first]) for first in range(3)]
        played = [apart.ended(match_id) for match_id in queued]

    for match in played:
        log = apart.log(match.match_id)
        assert match.state == records.MATCH_STATE_FINISHED
        assert len(match.attempts) == 1
        assert [c for e in log if isinstance(e, Decided) for c in e.choices if c.fault] == []
        assert isinstance(log[-1], Ended)
        assert log[-1].outcome == outcome_from(match.outcome)
        verify(Registry.installed(), log)
    assert {match.game.name for match in played} == set(GAMES)
    for match in played[::3]:
        file = tmp_path / f"{match.match_id}.jsonl"
        file.write_text(dump_log(apart.log(match.match_id)))
        said = apart.guests.output(*ARENA, "verify", str(file), "--json")
        assert json.loads(said)["verdict"] == "true"


def test_the_desk_of_one_version_serves_in_the_other(apart: Meeting, tmp_path: Path) -> None:
    folder, log = tmp_path / "guest", tmp_path / "match.jsonl"
    apart.desk("new", "scout", str(folder))

    submitted = apart.desk("submit", str(folder))
    submission = submitted.split()[0]
    versions = apart.desk("versions", "guest")
    listed = apart.desk("matches", "--submission", submission)
    printed = apart.desk("logs", submission)
    apart.desk("fetch", re.findall(r"match-\w+", listed)[0], str(log))
    replayed = apart.desk("replay", str(log))

    assert "guest, number 1: active" in submitted
    assert re.search(rf"{submission} +1 +hosted +active", versions)
    assert listed.count("finished") == 2, "it qualified on both seats"
    assert "[arena] starting: python bot.py" in printed
    assert "the end; seat 0 rank" in replayed


def test_no_message_was_changed_in_a_way_that_old_ones_would_not_survive(release: Version) -> None:
    done = subprocess.run(
        [str(BUF), "breaking", "proto", "--against", str(release.root / "proto")],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stdout + done.stderr
