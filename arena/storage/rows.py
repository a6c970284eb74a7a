"""Rows of any table as lines of JSON, the same from SQLite and from PostgreSQL, and back.

A file opens with a line that says what it is, has a line `{"table": ..., "columns": [...]}` before
the rows of each table, each row a JSON array, and closes with their number and the SHA-256 of all
bytes before. It is compressed.
"""

import base64
import gzip
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TypeAlias, cast

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    LargeBinary,
    MetaData,
    Result,
    Select,
    Table,
    func,
    literal,
    select,
)

from arena.service.errors import InvalidArgument
from arena.storage.looking import VERSIONS

PORTION = 500
"""How many rows are held at once, if they are small."""
_COMPRESSED = b"\x1f\x8b"
"""How such a file begins."""
ROOM = 4 << 20
"""How many bytes of rows are held at once, if one alone has no more."""
Selection: TypeAlias = Callable[[Mapping[str, Table]], Mapping[str, Select[Any]]]
"""Returns what is to be written, by table, a query for each."""


def reflected(connection: Connection) -> Mapping[str, Table]:
    """Returns the tables as they are, those first that others refer to."""
    metadata = MetaData()
    metadata.reflect(connection)
    for table in metadata.tables.values():
        for column in table.columns:
            if isinstance(column.type, JSON):
                column.type.none_as_null = True
    return {t.name: t for t in metadata.sorted_tables if t.name != VERSIONS}


def everything(tables: Mapping[str, Table]) -> Mapping[str, Select[Any]]:
    """Selects all rows of all tables."""
    return {name: select(table) for name, table in tables.items()}


def write(connection: Connection, path: Path, head: Mapping[str, Any], selection: Selection) -> int:
    """Writes a file that only its owner may read; returns the number of rows."""
    tables, written, digest = reflected(connection), 0, hashlib.sha256()
    with _private(path) as file:

        def line(value: object) -> None:
            data = (json.dumps(value, separators=(",", ":")) + "\n").encode()
            digest.update(data)
            file.write(data)

        line(head)
        for name, query in selection(tables).items():
            columns = list(tables[name].columns)
            line({"table": name, "columns": [column.name for column in columns]})
            for row in streamed(connection, query):
                line([_encoded(cell) for cell in row])
                written += 1
        line({"rows": written, "sha256": digest.hexdigest()})
    return written


def streamed(connection: Connection, query: Select[Any]) -> Result[Any]:
    """Runs a query whose rows come in portions, smaller ones where a row may be large."""
    cells = query.subquery().columns
    lengths = [func.coalesce(func.length(c), 0) for c in cells if isinstance(c.type, LargeBinary)]
    largest = 0
    if lengths:
        largest = connection.execute(select(func.max(sum(lengths, literal(0))))).scalar() or 0
    portion = max(1, min(PORTION, ROOM // max(1, largest)))
    return connection.execute(query, execution_options={"yield_per": portion})


def head_of(path: Path, form: str) -> Mapping[str, Any]:
    """Returns the first line of a file that is whole and of this form; else `InvalidArgument`."""
    digest, last, count = hashlib.sha256(), b"", 0
    with _lines(path) as lines:
        first = last = next(lines)
        for line in lines:
            digest.update(last)
            count += line.startswith(b"[")
            last = line
        head, foot = json.loads(first), json.loads(last)
    if not isinstance(head, dict) or head.get("format") != form:
        raise InvalidArgument("file", f"{path} is no {form}")
    if foot != {"rows": count, "sha256": digest.hexdigest()}:
        raise InvalidArgument("file", f"{path} is not as it was written: its end is not true")
    return head


def read(path: Path, tables: Mapping[str, Table]) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """Yields the rows of a file that is whole, in portions.

    A table that is not among these is an `InvalidArgument`.
    """
    columns: list[Column[Any]] = []
    portion: list[dict[str, Any]] = []
    size = 0
    with _lines(path) as lines:
        next(lines)
        for text in lines:
            line = json.loads(text)
            full = len(portion) == PORTION or size >= ROOM
            if portion and (full or isinstance(line, dict)):
                yield columns[0].table, portion
                portion, size = [], 0
            if isinstance(line, list):
                size += len(text)
                row = {c.name: _decoded(c, v) for c, v in zip(columns, line, strict=True)}
                portion.append(row)
            elif "table" in line:
                if line["table"] not in tables:
                    raise InvalidArgument("file", f"{path} has a stray table {line['table']!r}")
                table = tables[line["table"]]
                columns = [table.columns[name] for name in line["columns"]]


def insert(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Adds rows."""
    connection.execute(table.insert(), list(rows))


def _encoded(cell: object) -> object:
    if isinstance(cell, bytes | memoryview):
        return base64.b64encode(cell).decode()
    return cell


def _decoded(column: Column[Any], cell: Any) -> Any:
    if isinstance(column.type, LargeBinary) and cell is not None:
        return base64.b64decode(cell)
    return cell


@contextmanager
def _private(path: Path) -> Iterator[IO[bytes]]:
    """Writes a compressed file beside its place and puts it there once it is whole.

    It takes the place of an older one, but of nothing else: that may be a database.
    """
    with suppress(FileNotFoundError), path.open("rb") as older:
        if older.read(len(_COMPRESSED)) not in (b"", _COMPRESSED):
            raise InvalidArgument("file", f"{path} is of another kind and is not replaced")
    unfinished = path.with_name(path.name + ".part")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(0o600)
    try:
        with gzip.open(unfinished, "wb", compresslevel=6) as file:
            yield cast(IO[bytes], file)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _lines(path: Path) -> Iterator[Iterator[bytes]]:
    """Opens a file; whatever is wrong with it is an `InvalidArgument`."""
    try:
        with gzip.open(path, "rb") as file:
            yield iter(cast(IO[bytes], file))
    except (OSError, EOFError, ValueError, KeyError, StopIteration) as error:
        raise InvalidArgument("file", f"{path} cannot be read: {error}") from error
