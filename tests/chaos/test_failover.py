"""Matches go on when the primary of a guarded Redis is killed and its replica takes over."""

from pathlib import Path

import pytest

from tests.chaos.killer import Killer
from tests.chaos.run import run
from tests.sentinels import Guarded

MATCHES = 12
SEED = 7
KILLS = 1


@pytest.mark.e2e
def test_no_match_is_lost_with_the_primary(tmp_path: Path) -> None:
    killer = Killer(SEED, mean_pause_s=6.0, kinds=["redis"], most=KILLS)

    judgement = run(tmp_path, MATCHES, killer, backlog=1, redis=Guarded(tmp_path))

    assert list(judgement.wrongs) == []
    assert judgement.finished >= MATCHES
    assert len(killer.kills) == KILLS
