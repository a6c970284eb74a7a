"""`python -m tests.chaos`: the long form, with a table of figures."""

import argparse
import secrets
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests import postgres
from tests.chaos.judgement import Judgement
from tests.chaos.killer import WEIGHTS, Kill, Killer
from tests.chaos.run import run


@contextmanager
def database_of(kind: str) -> Iterator[str]:
    """Gives the URL of an empty database; an empty one stands for SQLite."""
    with ExitStack() as stack:
        url = ""
        if kind == "postgresql":
            first = stack.enter_context(postgres.running_server())
            url = stack.enter_context(postgres.fresh_database(first))
        yield url


def shown(judgement: Judgement, kills: list[Kill]) -> Iterator[str]:
    """Yields the figures, a line each."""
    counts = Counter(kill.kind for kill in kills)
    yield f"{'kills':<44}" + ", ".join(f"{k} {n}" for k, n in sorted(counts.items()))
    yield f"{'matches finished':<44}{judgement.finished}"
    yield f"{'  of them in more than one attempt':<44}{judgement.retried}"
    ends = ", ".join(f"{k} {n}" for k, n in sorted(judgement.ends.items()))
    yield f"{'attempts by their end':<44}{ends}"
    yield f"{'blocks rated':<44}{judgement.blocks}"
    yield f"{'matches void':<44}{judgement.void}"
    yield f"{'  of them for no good reason':<44}{judgement.unexcused}"
    yield f"{'matches not terminal past the deadline':<44}{judgement.overdue}"
    yield f"{'matches not terminal two minutes later':<44}{judgement.open}"
    yield f"{'outcomes or logs missing or double':<44}{judgement.miscounted}"
    yield f"{'other complaints of the audit':<44}{len(judgement.complaints)}"
    yield f"{'largest difference to recomputed ratings':<44}{judgement.difference:.1e}"
    yield f"{'largest drift of the sum of ratings':<44}{abs(judgement.drift):.1e}"
    faults = f"{len(judgement.faults)} of {judgement.decisions} decisions"
    yield f"{'faults of compliant bots for our failures':<44}{faults}"
    yield f"{'matches too many for a bot at a time':<44}{len(judgement.crowded)}"
    for kind, found in judgement.recoveries.items():
        yield (
            f"{f'from killing {kind} to play going on':<44}"
            f"median {found.median_s:.1f} s, max {found.longest_s:.1f} s,"
            f" {found.longest_alone_s:.1f} s after the last kill; n {found.kills}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    parser.add_argument("--pause", type=float, default=4.0, help="Mean seconds between two kills.")
    parser.add_argument(
        "--database",
        choices=("sqlite", "postgresql"),
        action="append",
        help="May be given twice; by default both.",
    )
    parser.add_argument(
        "--kinds", nargs="+", choices=tuple(WEIGHTS), default=tuple(WEIGHTS), help="What dies."
    )
    parser.add_argument("--scratch", type=Path, default=Path("build/chaos"))
    given = parser.parse_args()
    wrongs = 0
    for kind in given.database or ("sqlite", "postgresql"):
        scratch = given.scratch.resolve() / kind
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(parents=True)
        print(f"chaos on {kind}, seed {given.seed}, logs in {scratch}", flush=True)
        begun = time.monotonic()
        with database_of(kind) as url:
            killer = Killer(given.seed, given.pause, given.kinds)
            judgement = run(scratch, given.matches, killer, url)
        for line in shown(judgement, killer.kills):
            print(f"  {line}")
        print(f"  {'seconds':<44}{time.monotonic() - begun:.0f}")
        for wrong in judgement.wrongs:
            print(f"  WRONG: {wrong}")
            wrongs += 1
        sys.stdout.flush()
    return 1 if wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
