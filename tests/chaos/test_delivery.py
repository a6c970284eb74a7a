"""A task that is delivered two to five times, also at once, counts once; so does every beat."""

from pathlib import Path

import pytest

from tests.chaos.postman import Postman
from tests.chaos.run import run

pytestmark = pytest.mark.e2e

MATCHES, BACKLOG = 12, 1


def test_whatever_is_delivered_again_and_again_counts_once(tmp_path: Path) -> None:
    postman = Postman(seed=7)

    judgement = run(tmp_path, MATCHES, postman, backlog=BACKLOG)

    assert list(judgement.wrongs) == []
    assert judgement.finished >= MATCHES
    assert judgement.ends == {"finished": judgement.finished}, "one attempt at each, by one worker"
    assert judgement.faults == ()
    assert postman.delivered >= 5 * MATCHES
    # Two beats and all those ticks make one schedule; newcomers may double its backlog.
    assert postman.most_open <= 2 * BACKLOG
