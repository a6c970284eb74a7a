"""A database: opened by a URL, brought up to date, asked for units of work."""

from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from arena.service.errors import Unavailable
from arena.service.ports import UnitOfWork
from arena.storage.backup import Restored, back_up, restore
from arena.storage.engines import engine_for
from arena.storage.ladder_files import adopt, export_ladder
from arena.storage.looking import Look, look
from arena.storage.migrating import migrate
from arena.storage.transaction import Source
from arena.storage.unit import SqlUnitOfWork


class Database:
    """Serves any number of threads of one process; a forked child opens its own."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._source = Source(engine)

    def unit(self) -> UnitOfWork:
        """Opens a unit of work; connects when it is first asked for something."""
        return SqlUnitOfWork(self._source)

    def migrate(self) -> None:
        """Brings the tables up to date; of several processes one does it, the others wait.

        Raises `Unavailable` if the database cannot be reached or written.
        """
        try:
            migrate(self.engine)
        except OperationalError as error:
            raise Unavailable(f"the database cannot be used: {error.orig}") from None

    def look(self) -> Look:
        """Looks at the database without changing it; raises `Unavailable`."""
        return look(self.engine)

    def back_up(self, path: Path) -> int:
        """Writes everything into a file; returns the number of rows."""
        return back_up(self.engine, path)

    def restore(self, path: Path) -> Restored:
        """Fills an empty database from such a file, and brings it up to date.

        Raises `WrongState` if it is not empty, `InvalidArgument` if the file is not whole.
        """
        return restore(self.engine, path)

    def export_ladder(self, ladder_id: str, path: Path) -> int:
        """Writes a ladder into a file; returns the number of rows."""
        return export_ladder(self.engine, ladder_id, path)

    def adopt_ladder(self, source: Engine) -> int:
        """Adds the ladder of an opened file; returns the number of rows."""
        return adopt(self.engine, source)

    def close(self) -> None:
        """Closes the connections; units that are open keep theirs to their end."""
        self.engine.dispose()


def open_database(url: str) -> Database:
    """Opens `sqlite:///path/of/file` or `postgresql://user@host/name`; connects later."""
    return Database(engine_for(url))
