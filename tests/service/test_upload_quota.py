"""However many uploads of an author come at once, they keep to the quota together."""

import pytest

from arena.service.errors import WrongState
from arena.service.hosted import upload_submission
from arena.service.hosting_ports import Manifest, Plays
from arena.service.hosting_records import Holdings
from arena.service.quotas import Quota
from arena.storage import Database
from tests.service.world import GAME, World
from tests.storage.together import together

AT_ONCE = 10
ARCHIVE = b"x" * (1 << 20)


@pytest.mark.parametrize("quota", [Quota(versions=3), Quota(archive_mb=3)])
def test_uploads_at_once_keep_to_the_quota_together(
    shared_database: Database, quota: Quota
) -> None:
    world = World(shared_database)
    author = world.author()

    def upload(number: int) -> bool:
        command = ("python", "bot.py")
        manifest = Manifest(f"Bot {number}", (Plays(GAME, (3,)),), command, (), 64)
        try:
            upload_submission(
                author,
                ARCHIVE,
                "",
                "",
                read=lambda *_: manifest,
                open_unit=world.open_unit,
                now=world.now,
                quota=quota,
            )
        except WrongState:
            return False
        return True

    made = together(AT_ONCE, upload)

    assert sum(made) == 3
    with world.open_unit() as unit:
        assert unit.hosted.holdings(author.author_id) == Holdings(3, 3 * len(ARCHIVE))
