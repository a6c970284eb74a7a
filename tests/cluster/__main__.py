"""`python -m tests.cluster`: an arena on ten hosts, and all that can happen to them."""

import argparse
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.chaos.house import House, Programme
from tests.chaos.judgement import Judgement, judge
from tests.chaos.killer import Kill
from tests.chaos.run import come_to_rest, let_pass
from tests.cluster.arena import FAR, HOSTS, WORKERS, Spread, arena_on
from tests.cluster.hosts import Network
from tests.cluster.scaling import AT_ONCE, PROGRAMME, decisions, is_possible, pace
from tests.cluster.scaling import shown as scaling_shown
from tests.cluster.traces import end_when_told
from tests.cluster.trials import Trial, trials

BACKLOG = 8
CALM_S = 10.0
"""Between two trials, and before the first."""
MEASURE_S = 20.0
INSIDE = "CLUSTER_INSIDE"


class Story:
    """Goes through the trials, and measures."""

    def __init__(self, house: House, network: Network, *, short: bool) -> None:
        self.house, self.network, self.short = house, network, short
        assert isinstance(house.supervisor, Spread)
        self.supervisor = house.supervisor
        self.faults: list[Kill] = []

    def grow(self) -> Iterator[tuple[int, float]]:
        """Adds worker after worker; yields their number and decisions a second."""
        for count, name in enumerate(WORKERS, start=1):
            if count > 1:
                self.supervisor.start_worker(name)
            let_pass(self.house, seconds=CALM_S)
            if self.short:
                continue
            begun, before = time.monotonic(), decisions(self.house)
            let_pass(self.house, seconds=MEASURE_S)
            yield count, (decisions(self.house) - before) / (time.monotonic() - begun)

    def suffer(self, trial: Trial) -> None:
        self.faults.append(Kill(trial.name, trial.name, time.time()))
        trial.begin()
        let_pass(self.house, seconds=trial.lasts_s)
        trial.end()
        let_pass(self.house, seconds=CALM_S)


def shown(judgement: Judgement, done: Sequence[Trial]) -> Iterator[str]:
    """Yields the figures, a line each."""
    for trial in done:
        found = judgement.recoveries.get(trial.name)
        went_on = f"{found.longest_s:.1f} s" if found else "no match was under way"
        lasted = f"(lasted {trial.lasts_s:g} s)" if trial.lasts_s else ""
        yield f"{trial.name:<40}every match went on after {went_on} {lasted}".rstrip()
    ends = ", ".join(f"{end} {count}" for end, count in sorted(judgement.ends.items()))
    faults = f"{len(judgement.faults)} of {judgement.decisions} decisions"
    yield f"{'matches finished':<40}{judgement.finished}"
    yield f"{'attempts by their end':<40}{ends}"
    yield f"{'blocks rated':<40}{judgement.blocks}"
    yield f"{'matches void':<40}{judgement.void}"
    yield f"{'matches not final':<40}{judgement.open}"
    yield f"{'complaints of the audit':<40}{len(judgement.complaints)}"
    yield f"{'largest difference to recomputed':<40}{judgement.difference:.1e}"
    yield f"{'faults of compliant bots':<40}{faults}"


def play(scratch: Path, *, short: bool) -> int:
    """Runs everything; returns how many things were wrong."""
    with Network(*HOSTS, far=FAR) as network:
        if not short:
            scale(network, scratch / "scaling")
        with arena_on(network, scratch / "trials", Programme(BACKLOG)) as house:
            judgement, done = tried(house, network, short=short)
    for line in shown(judgement, done):
        print(f"  {line}")
    wrongs = list(judgement.wrongs)
    for wrong in wrongs:
        print(f"  WRONG: {wrong}")
    return len(wrongs)


def tried(house: House, network: Network, *, short: bool) -> tuple[Judgement, Sequence[Trial]]:
    """Goes through the trials; returns what became of it all, and those that there were."""
    story, done = Story(house, network, short=short), []
    print(f"  {'cores of this machine':<40}{os.cpu_count()}", flush=True)
    for workers, rate in story.grow():
        print(f"  {f'decisions a second with {workers} workers':<40}{rate:.0f}", flush=True)
    for trial in trials(network, story.supervisor):
        if trial.short or not short:
            print(f"  ... {trial.name}", flush=True)
            story.suffer(trial)
            done.append(trial)
    come_to_rest(house)
    return judge(house, story.faults), done


def scale(network: Network, scratch: Path) -> None:
    """Prints what an added worker is worth."""
    if not is_possible():
        print("  what added workers are worth was not measured: no control groups", flush=True)
        return
    found = []
    for workers in range(1, len(WORKERS) + 1):
        place = scratch / f"{workers}"
        with arena_on(network, place, PROGRAMME, worker_matches=AT_ONCE) as house:
            found.append(pace(house, workers))
    for name, figure in scaling_shown(found):
        print(f"  {name:<52}{figure}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster", description=__doc__)
    parser.add_argument("--short", action="store_true", help="Fewer trials, no measurement.")
    parser.add_argument("--scaling", action="store_true", help="Only what added workers do.")
    parser.add_argument("--scratch", type=Path, default=Path("build/cluster"))
    given = parser.parse_args()
    if not os.environ.get(INSIDE):  # the switch needs a network namespace that goes when we go
        os.environ[INSIDE] = "1"
        os.execvp(
            "unshare", ["unshare", "--net", sys.executable, "-m", "tests.cluster", *sys.argv[1:]]
        )
    end_when_told()
    scratch = given.scratch.resolve()
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    print(f"a cluster of {len(HOSTS)} hosts, logs in {scratch}", flush=True)
    if given.scaling:
        with Network(*HOSTS, far=FAR) as network:
            scale(network, scratch / "scaling")
        return 0
    return 1 if play(scratch, short=given.short) else 0


if __name__ == "__main__":
    sys.exit(main())
