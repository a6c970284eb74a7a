"""The short form: some forty matches while everything dies now and then."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.chaos.killer import WEIGHTS, Killer
from tests.chaos.run import run
from tests.postgres import fresh_database

pytestmark = pytest.mark.e2e

MATCHES = 40
SEED = 20
KILLS = 10
KINDS = [kind for kind in WEIGHTS if kind != "frozen"]
"""A frozen worker takes its time; the long form has some."""


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_no_match_is_lost(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    fresh = (
        fresh_database(request.getfixturevalue("postgres_url"))
        if database == "postgresql"
        else nullcontext("")
    )
    killer = Killer(SEED, mean_pause_s=2.5, kinds=KINDS, most=KILLS)

    with fresh as url:
        judgement = run(tmp_path, MATCHES, killer, url, backlog=1)

    assert list(judgement.wrongs) == []
    assert judgement.finished >= MATCHES
    assert len({kill.kind for kill in killer.kills}) >= 4
