"""Ladders in files: a ladder with all that it counted, as lines of JSON, to move or to verify."""

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, Select, Table, and_, func, or_, select
from sqlalchemy.exc import IntegrityError

from arena.service.errors import AlreadyExists, InvalidArgument, WrongState
from arena.service.house import is_reserved
from arena.service.records import BlockState, Role, SubmissionKind
from arena.storage import rows
from arena.storage.backup import load, make_tables, snapshot, writing
from arena.storage.engines import engine_for
from arena.storage.migrating import migrate

FORM = "botarena ladder"
SHARED = ("authors", "bots", "submissions")
"""What other ladders may have brought along already."""


def export_ladder(engine: Engine, ladder_id: str, path: Path) -> int:
    """Writes a ladder by id: its closed blocks, their matches and logs, all rating changes.

    How submissions behaved on it goes along, quarantine included. Keys and archives of uploads
    stay here. Returns the number of rows.
    """
    with snapshot(engine) as connection:
        head = {
            "format": FORM,
            "botarena": version("botarena"),
            "revision": MigrationContext.configure(connection).get_current_revision(),
            "ladder": ladder_id,
        }
        return rows.write(connection, path, head, partial(_of_ladder, ladder_id))


def _of_ladder(ladder_id: str, tables: Mapping[str, Table]) -> Mapping[str, Select[Any]]:
    t = {name: table.c for name, table in tables.items()}
    closed = select(t["blocks"].block_id).where(
        t["blocks"].ladder_id == ladder_id, t["blocks"].state != BlockState.OPEN.value
    )
    played = select(t["matches"].match_id).where(t["matches"].block_id.in_(closed))
    seated = select(t["match_seats"].submission_id).where(t["match_seats"].match_id.in_(played))
    standing = select(t["standings"].submission_id).where(t["standings"].ladder_id == ladder_id)
    known = or_(
        t["submissions"].submission_id.in_(seated), t["submissions"].submission_id.in_(standing)
    )
    bots = select(t["submissions"].bot_id).where(known)
    authors = select(t["bots"].author_id).where(t["bots"].bot_id.in_(bots))
    chosen = {
        "authors": t["authors"].author_id.in_(authors),
        "bots": t["bots"].bot_id.in_(bots),
        "submissions": known,
        "ladders": t["ladders"].ladder_id == ladder_id,
        "standings": t["standings"].ladder_id == ladder_id,
        "blocks": t["blocks"].block_id.in_(closed),
        "matches": t["matches"].match_id.in_(played),
        "match_seats": and_(
            t["match_seats"].match_id.in_(played), t["match_seats"].ladder_id == ladder_id
        ),
        **{name: t[name].match_id.in_(played) for name in ("attempts", "match_logs")},
        "rating_changes": t["rating_changes"].ladder_id == ladder_id,
    }
    if "conducts" in t:  # Files of old releases have none.
        chosen["conducts"] = t["conducts"].ladder_id == ladder_id
    return {name: select(tables[name]).where(which) for name, which in chosen.items()}


@contextmanager
def opened_file(path: Path) -> Iterator[Engine]:
    """Lends the ladder of a file as a database of its own, up to date, to be looked at.

    Whoever wrote the file wrote its checksum, too: it may hold what an export would write, and
    nothing else, least of all keys.
    """
    head = rows.head_of(path, FORM)
    ladder_id = str(head.get("ladder"))
    place = tempfile.mkdtemp(prefix="arena-ladder-")
    engine = engine_for(f"sqlite:///{place}/ladder.db")
    try:
        make_tables(engine, head)
        try:
            load(engine, path, partial(_of_ladder, ladder_id))
        except IntegrityError as error:
            why = f"{path} has rows that belong to none of its own"
            raise InvalidArgument("file", why) from error
        migrate(engine)
        _require_nothing_else(engine, ladder_id)
        yield engine
    finally:
        engine.dispose()
        shutil.rmtree(place)


def _require_nothing_else(engine: Engine, ladder_id: str) -> None:
    """Raises `InvalidArgument` if there are rows that are not of this ladder, or no ladder."""
    with engine.connect() as connection:
        tables = rows.reflected(connection)
        for name, query in _of_ladder(ladder_id, tables).items():
            there, mine = (
                connection.execute(select(func.count()).select_from(which)).scalar_one()
                for which in (tables[name], query.subquery())
            )
            if there != mine or (name == "ladders" and not there):
                raise InvalidArgument("file", f"its {name} are not those of ladder {ladder_id!r}")


def adopt(engine: Engine, source: Engine) -> int:
    """Adds the ladder of such a database, paused; returns the number of rows.

    Authors come as authors, whatever they were, and hosted submissions as remote ones: what they
    ran is not in the file. Authors, bots and submissions that are here stay as they are. House
    bots are to be here before: whoever else calls himself one is an `InvalidArgument`.
    """
    count = 0
    with source.connect() as from_, engine.connect() as to:
        theirs, ours = rows.reflected(from_), rows.reflected(to)
        to.rollback()
        ladder_id = from_.execute(select(theirs["ladders"].c.ladder_id)).scalar_one()
        try:
            with writing(to):
                for name, query in _of_ladder(ladder_id, theirs).items():
                    for portion in rows.streamed(from_, query).partitions():
                        found = [dict(row._mapping) for row in portion]
                        fresh = [_adopted(name, r) for r in found if not _here(to, ours[name], r)]
                        if fresh:
                            rows.insert(to, ours[name], fresh)
                        count += len(fresh)
        except IntegrityError as error:
            why = "a ladder, bot or author of the file has the name of another one here"
            raise WrongState(why) from error
    return count


def _here(connection: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    """Returns whether a row is there already; raises `AlreadyExists` if that is the ladder."""
    if table.name not in (*SHARED, "ladders"):
        return False
    key = [column == row[column.name] for column in table.primary_key.columns]
    there = connection.execute(select(table).where(*key)).first() is not None
    if there and table.name == "ladders":
        raise AlreadyExists("ladder", row["name"])
    return there


def _adopted(name: str, row: dict[str, Any]) -> dict[str, Any]:
    if name in SHARED and is_reserved(key := row[f"{name[:-1]}_id"]):
        raise InvalidArgument("file", f"it has a house bot that no such ladder needs: {key}")
    match name:
        case "authors":
            return {**row, "role": Role.AUTHOR.value}
        case "ladders":
            return {**row, "paused": True}
        case "submissions":
            return {**row, "kind": SubmissionKind.REMOTE.value}
    return row
