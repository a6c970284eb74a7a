"""A vast arena, made by the database itself: 100,000 standings and a million matches."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, text

from arena.games.registry import Registry
from arena.service.ladders import create_ladder
from arena.service.records import Ladder
from arena.storage import Database
from arena.storage.match_logs import packed
from arena.storage.migrating import migrate
from arena_sdk import play_local
from arena_sdk.house import house_bot

SEATS = 4
SUBMISSIONS = 100_000
AUTHORS = 1_000
BUSY = 1_000
"""Every other block is among so many submissions, who thus have many matches each."""
COMPARISONS = 10_000
"""The newest of them are those of the busiest bots, too."""
WAITING, PLAYED = 500, 60
"""How many of the newest matches wait, and how many of those before them have logs, beside
those with faults: their logs are read for the faults' places."""
SEED = bytes(range(32))
START = datetime(2026, 1, 1, tzinfo=UTC)
_START = int(START.timestamp()) * 1_000_000
_TICK = 5_000_000
"""Microseconds from one match to the next."""

_COUNT = """WITH RECURSIVE c(n) AS
 (SELECT CAST(0 AS BIGINT) UNION ALL SELECT n + 1 FROM c WHERE n + 1 < {count})"""
_SITTING = f"""(CASE WHEN n / {SEATS} % 2 = 0
 THEN (n / {2 * SEATS} * {SEATS} + {{place}}) * 7 % {BUSY} * 100
 ELSE (n / {SEATS} * {SEATS} + {{place}}) * 7919 % {SUBMISSIONS} END)"""
"""The submission in one place of the lineup of the block of match n."""
_STATE = "CASE WHEN n >= {waits} THEN 'queued' WHEN n % 1000 = 7 THEN 'void' ELSE 'finished' END"


def fill(database: Database, matches: int) -> Ladder:
    """Fills an empty database; returns the ladder on which all of this is."""
    migrate(database.engine)
    ladder = create_ladder(
        "vast", "scout", {}, SEATS, open_unit=database.unit, games=Registry.installed(), now=_now
    )
    with database.engine.connect() as connection:
        sqlite = connection.dialect.name == "sqlite"
        off = "PRAGMA foreign_keys = OFF" if sqlite else "SET session_replication_role = replica"
        connection.execute(text(off))
        if not sqlite:
            connection.commit()
        else:
            connection.execute(text("BEGIN IMMEDIATE"))
        _people(connection, ladder)
        _blocks(connection, ladder, matches // SEATS)
        _matches(connection, ladder, matches)
        _comparisons(connection)
        connection.commit()
        connection.invalidate()  # This one keeps no promises any more.
    if not sqlite:
        with database.engine.connect() as connection:
            quiet = connection.execution_options(isolation_level="AUTOCOMMIT")
            quiet.execute(text("VACUUM ANALYZE"))  # The tests' server has nobody to do it later.
    return ladder


def _people(connection: Connection, ladder: Ladder) -> None:
    _insert(
        connection,
        "authors (author_id, name, name_key, role, created)",
        f"SELECT 'a' || n, 'Author ' || n, 'author ' || n, 'author', {_START}",
        AUTHORS,
    )
    _insert(
        connection,
        "bots (bot_id, name, name_key, game, author_id, created)",
        f"SELECT 'b' || n, 'Bot ' || n, 'bot ' || n, 'scout', 'a' || (n % {AUTHORS}), {_START}",
        SUBMISSIONS,
    )
    _insert(
        connection,
        "submissions (submission_id, bot_id, number, kind, created, retired)",
        f"SELECT 's' || n, 'b' || n, 1, 'remote', {_START}, FALSE",
        SUBMISSIONS,
    )
    _insert(
        connection,
        "standings (ladder_id, submission_id, rating, joined, blocks, matches, rank_sum,"
        " score_sum, faults, active, name_key, mean_rank, mean_score)",
        f"SELECT :ladder, 's' || n, 1000 + n * 7919 % 100003 / 100.0, {_START}, n % 500,"
        " n % 500 * 4, n % 500 * (4 + n % 13), n % 500 * (n % 41), n % 17 / 12, TRUE, 'bot ' || n,"
        " 1 + n % 331 / 110.0, n % 997 / 25.0",
        SUBMISSIONS,
        ladder=ladder.ladder_id,
    )
    _insert(
        connection,
        "estimates (ladder_id, sequence, submission_id, apart, blocks, rating, low, high,"
        " anchored, samples)",
        "SELECT :ladder, 1, 's' || n, 0, 9, 1500, 1450, 1550, FALSE, :none",
        SUBMISSIONS,
        ladder=ladder.ladder_id,
        none=b"",
    )


def _blocks(connection: Connection, ladder: Ladder, count: int) -> None:
    waits = count - WAITING // SEATS
    lineup = _json(connection, _of_block(_lineup(0)))
    _insert(
        connection,
        "blocks (block_id, ladder_id, lineup, created, state, sequence, round_number,"
        " table_number, unrated)",
        f"SELECT 'k' || n, :ladder, {lineup}, {_START} + n * {SEATS * _TICK},"
        f" CASE WHEN n < {waits} THEN 'rated' ELSE 'open' END,"
        f" CASE WHEN n < {waits} THEN n + 1 END, 0, 0, FALSE",
        count,
        ladder=ladder.ladder_id,
    )
    for place in range(SEATS):
        who = _of_block(_SITTING.format(place=place))
        _insert(
            connection,
            "rating_changes (ladder_id, sequence, submission_id, block_id, before, after, rated)",
            f"SELECT :ladder, n + 1, 's' || {who}, 'k' || n, 1500.0 + n % 90, 1500.0 + n % 91,"
            f" {_START} + n * {SEATS * _TICK}",
            waits,
            ladder=ladder.ladder_id,
        )
    connection.execute(
        text("UPDATE ladders SET rated_blocks = :n, ticked = :now"), {"n": waits, "now": _START}
    )


def _matches(connection: Connection, ladder: Ladder, count: int) -> None:
    waits = count - WAITING
    lineup = f"CASE n % {SEATS} " + " ".join(
        f"WHEN {turn} THEN {_lineup(turn)}" for turn in range(SEATS)
    )
    outcome = '\'{"scores":[\' || (n % 40) || \',20,15,10],"ranks":[1,2,3,4],"forfeits":[]}\''
    state = _STATE.format(waits=waits)
    faults = "CASE WHEN n % 50 = 0 THEN '[1,0,0,0]' ELSE '[0,0,0,0]' END"
    _insert(
        connection,
        "matches (match_id, game, version, options, seats, clock, faults_allowed, lineup, seed,"
        " created, deadline, block_id, ladder_id, place, state, attempt, worker, ended, outcome,"
        " faults)",
        "SELECT 'm' || n, l.game, l.version, l.options, l.seats, l.clock, l.faults_allowed,"
        f" {_json(connection, lineup + ' END')}, :seed, {_START} + n * {_TICK}, {_START * 2},"
        f" 'k' || (n / {SEATS}), l.ladder_id, n % {SEATS}, {state}, 1, '',"
        f" {_START} + n * {_TICK}, {_json(connection, outcome)}, {_json(connection, faults)}",
        count,
        "CROSS JOIN ladders l",
        seed=SEED,
    )
    for seat in range(SEATS):
        who = _SITTING.format(place=f"(n + {seat}) % {SEATS}")
        _insert(
            connection,
            "match_seats (match_id, seat, submission_id, created, ladder_id)",
            f"SELECT 'm' || n, {seat}, 's' || {who}, {_START} + n * {_TICK}, :ladder",
            count,
            ladder=ladder.ladder_id,
        )
    _, log = play_local("scout", [house_bot("scout", "greedy")] * SEATS, seed=SEED)
    for which, logs in ((f"{waits - PLAYED} + n", PLAYED), ("50 * n", count // 50)):
        _insert(
            connection,
            "match_logs (match_id, log)",
            f"SELECT 'm' || ({which}), :log",
            logs,
            "WHERE TRUE ON CONFLICT DO NOTHING",
            log=packed(log),
        )


def _comparisons(connection: Connection) -> None:
    _insert(
        connection,
        "tournaments (tournament_id, name, name_key, game, version, options, seats, clock,"
        " faults_allowed, format, rounds, advancing, same_author_allowed, seed, created, state,"
        " started, repeat, entry_ladder_id, edition, note)",
        "SELECT 't' || n, 'compare ' || n, 'compare ' || n, l.game, l.version, l.options, l.seats,"
        f" l.clock, l.faults_allowed, 'gauntlet', 500, 0, TRUE, :seed, {_START} + n * {_TICK},"
        f" 'cancelled', {_START}, '', '', 1, ''",
        COMPARISONS,
        "CROSS JOIN ladders l",
        seed=SEED,
    )
    for place in range(SEATS):
        _insert(
            connection,
            "entries (tournament_id, submission_id, number, entered)",
            f"SELECT 't' || n, 's' || ((n + {place}) % {BUSY} * 100), {place + 1}, {_START}",
            COMPARISONS,
        )
    ratios = f"[{','.join(f'{n / 200}' for n in range(500))}]"
    counts = f"[{','.join(['0'] * SEATS * 2)},500]"
    _insert(
        connection,
        "comparisons (tournament_id, author_id, new_id, old_id, elo0, elo1, most_blocks, fixed,"
        " counts, llr, verdict, over, ratios)",
        f"SELECT 't' || n, 'a0', 's' || (n % {BUSY} * 100), 's' || ((n + 1) % {BUSY} * 100), 0, 20,"
        f" 500, FALSE, {_json(connection, ':counts')}, 2.5, 'undecided', {_START},"
        f" {_json(connection, ':ratios')}",
        COMPARISONS,
        counts=counts,
        ratios=ratios,
    )


def _lineup(turn: int) -> str:
    """Returns SQL for the lineup of match n, `turn` seats after the block's first one."""
    seats = (_SITTING.format(place=(turn + seat) % SEATS) for seat in range(SEATS))
    return "'[\"s' || " + " || '\",\"s' || ".join(seats) + " || '\"]'"


def _of_block(sql: str) -> str:
    """Returns SQL about match n as SQL about block n."""
    return sql.replace(f"n / {SEATS}", "n").replace(f"n / {2 * SEATS}", "n / 2")


def _insert(
    connection: Connection, into: str, select: str, count: int, also: str = "", **values: Any
) -> None:
    counted = _COUNT.format(count=count)
    connection.execute(text(f"INSERT INTO {into} {counted} {select} FROM c {also}"), values)


def _json(connection: Connection, value: str) -> str:
    return value if connection.dialect.name == "sqlite" else f"CAST({value} AS JSON)"


def _now() -> datetime:
    return START
