"""The pages of a vast arena, asked for by a browser's connection, on SQLite and PostgreSQL."""

import argparse
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote, urlsplit

from arena.games.registry import Registry
from arena.relay import MemoryLiveLogs
from arena.service.ladders import list_standings
from arena.service.matches import list_matches
from arena.service.records import Ladder, MatchFilter, StandingOrder
from arena.storage import Database, open_database
from arena.web.app import application
from arena.web.ports import Ports
from tests.bench import vast
from tests.bench.figures import Figure, beside, percentile
from tests.postgres import fresh_database, running_server
from tests.web.serving import served

MATCHES = 1_000_000
MOST_MS = 50.0
REQUESTS = 20
DEEP = 2_000


def figures(matches: int = MATCHES) -> Iterator[Figure]:
    """Yields p50 and p99 of every kind of page; the baseline of p50 is what it may take."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _measured(f"sqlite:///{Path(folder) / 'vast.db'}", "SQLite", matches)
    with running_server() as server, fresh_database(server) as url:
        yield from _measured(url, "PostgreSQL", matches)


def _measured(url: str, name: str, matches: int) -> Iterator[Figure]:
    database = open_database(url)
    start = time.perf_counter()
    ladder = vast.fill(database, matches)
    yield Figure(f"{name}: {matches:,} matches made", time.perf_counter() - start, "s")
    ports = Ports(database.unit, Registry.installed(), lambda: vast.START, MemoryLiveLogs())
    with served(application(ports, "a secret for figures")) as site:
        browser = HTTPConnection(urlsplit(site.url).netloc)
        for page, paths in _pages(database, ladder, matches).items():
            spent_ms = [_spent_ms(browser, paths[n % len(paths)]) for n in range(REQUESTS)]
            yield beside(f"{name}: {page}, p50 v bound", percentile(spent_ms, 0.5), "ms", MOST_MS)
            yield Figure(f"{name}: {page}, p99", percentile(spent_ms, 0.99), "ms")
        browser.close()
    database.close()


def _spent_ms(browser: HTTPConnection, path: str) -> float:
    start = time.perf_counter()
    browser.request("GET", path)
    answer = browser.getresponse()
    answer.read()
    spent_ms = 1_000 * (time.perf_counter() - start)
    assert answer.status in (200, 303), f"{path} answers {answer.status}"
    return spent_ms


def _pages(database: Database, ladder: Ladder, matches: int) -> Mapping[str, Sequence[str]]:
    """Returns paths by the kind of page; different ones, so that no page is measured twice."""
    here, waits = f"/ladders/{ladder.ladder_id}", matches - vast.WAITING
    busy, usual = range(0, vast.SUBMISSIONS, 100), range(1, vast.SUBMISSIONS, 2_503)
    played = [f"m{waits - vast.PLAYED + n}" for n in range(vast.PLAYED)]
    return {
        "home": ["/"],
        **{
            f"standings by {order.value}": [f"{here}?sort={order.value}"] for order in StandingOrder
        },
        **{
            f"standings by {order.value}, {DEEP:,} rows down": [
                f"{here}?sort={order.value}&after={_deep(database, ladder, order)}"
            ]
            for order in StandingOrder
        },
        "way to the standings around one": [f"{here}?around=s{n}" for n in usual],
        "standings, search for one": [f"{here}?search=bot+{n}" for n in usual],
        "standings, search for many": [f"{here}?search={n}" for n in range(10)],
        "newest matches": ["/matches"],
        f"matches, {DEEP:,} rows down": [f"/matches?after={_older(database)}"],
        "finished matches of a ladder": [f"/matches?state=finished&ladder={ladder.ladder_id}"],
        "void matches": ["/matches?state=void"],
        "matches of a submission": [f"/matches?submission=s{n}" for n in busy],
        "match": [f"/matches/{one}" for one in played],
        "replay": [f"/matches/{one}/replay.json" for one in played],
        "comparisons": ["/comparisons"],
        "comparison": [f"/comparisons/t{n}" for n in range(0, vast.COMPARISONS, 500)],
        "rules": ["/games/scout/rules"],
        "bots": ["/bots", "/bots?game=scout", "/bots?author=a7"],
        "bot with many matches": [f"/bots/b{n}" for n in busy],
        "bot with some matches": [f"/bots/b{n}" for n in usual],
    }


def _deep(database: Database, ladder: Ladder, order: StandingOrder) -> str:
    page = list_standings(ladder.ladder_id, DEEP, "", order=order, open_unit=database.unit)
    return quote(page.next_token)


def _older(database: Database) -> str:
    return quote(list_matches(DEEP, "", MatchFilter(), open_unit=database.unit).next_token)


def main() -> None:
    """Measures the pages alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    for figure in figures(parser.parse_args().matches):
        ratio = "" if figure.ratio is None else f" ({figure.ratio:.2f} of the bound)"
        print(f"{figure.name}: {figure.value:,.5g} {figure.unit}{ratio}", flush=True)


if __name__ == "__main__":
    main()
