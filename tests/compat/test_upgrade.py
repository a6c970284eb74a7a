"""An arena is upgraded process by process while it plays, and no bot notices."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from arena.relay.embedded import embedded_server
from arena.service.records import MatchState
from tests.compat.upgrading import KINDS, upgrading
from tests.compat.versions import ARENA, Version, today

pytestmark = pytest.mark.e2e

PLAYED = 4
"""So many matches end between two steps, at least."""


@pytest.mark.parametrize("order", [("gateway", "matches"), ("matches", "gateway")], ids="-".join)
def test_no_bot_notices_that_its_arena_is_upgraded(
    order: Sequence[str], release: Version, tmp_path: Path
) -> None:
    """Bots and arena are old; migrations come first, and then a process at a time."""
    with embedded_server(tmp_path / "redis") as redis_url:
        arena = upgrading(redis_url, tmp_path / "data", release, today())
        try:
            for kind in KINDS:
                arena.start(kind, release)
            arena.open_ladder(release)
            arena.migrate()
            for kind in (*order, "ledger", "beat"):
                arena.await_matches(PLAYED)
                arena.start(kind, today())
                arena.await_matches(PLAYED)
                arena.stop(kind, release)
            arena.await_matches(PLAYED)
            played = arena.matches_at_rest()

            assert len(played) >= 9 * PLAYED
            for match in played:
                assert match.state is MatchState.FINISHED, match
                assert list(arena.faults(match)) == [], match
            environment = arena.settings.environment()
            said = today().output(*ARENA, "audit", "--json", **environment)
            assert json.loads(said)["complaints"] == []
        finally:
            arena.end()
