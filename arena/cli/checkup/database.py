"""The database: there, up to date, of our time."""

from collections.abc import Iterator
from datetime import UTC, datetime

from arena.cli.checkup.findings import Finding, clocks, doubtful, good, wrong
from arena.cli.settings import without_password
from arena.config import Settings
from arena.service.errors import Unavailable
from arena.storage import open_database


def database(settings: Settings) -> Iterator[Finding]:
    """Looks at the database without changing it."""
    place = without_password(settings.database)
    opened = open_database(settings.database)
    try:
        seen = opened.look()
    except Unavailable as error:
        yield wrong("database", f"{place}: {error}", "start it, or correct ARENA_DATABASE_URL")
        return
    finally:
        opened.close()
    yield good("database", f"{seen.server} at {place}")
    if seen.revision == seen.newest:
        yield good("migrations", f"at {seen.revision}, the newest")
    elif not seen.revision:
        yield doubtful("migrations", "the database is empty", "run `arena migrate`")
    else:
        found = f"at {seen.revision}; this version needs {seen.newest}"
        yield wrong("migrations", found, "run `arena migrate`, or upgrade this machine")
    if seen.now is not None:
        yield clocks("clock of the database", (seen.now - datetime.now(UTC)).total_seconds())
