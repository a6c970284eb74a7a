"""What became of the matches: every promise as a number that is to be 0, and how long it took."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from arena.match.events import Decided
from arena.service.audit import audit
from arena.service.playing import ATTEMPTS
from arena.service.ports import UnitOfWork
from arena.service.ratings import TOLERANCE, recompute
from arena.service.records import Attempt, AttemptEnd, Match, MatchFilter, MatchState
from tests.chaos.house import House
from tests.chaos.killer import Kill

RECOVERY_LIMIT_S = 45.0
"""By then play goes on, if nothing else is killed meanwhile."""
ANYTHING = "anything"
"""Stands for all kinds of processes."""


@dataclass(frozen=True, slots=True)
class Recoveries:
    """How long all matches that were under way waited for their next prompt, in seconds."""

    kills: int
    median_s: float
    longest_s: float
    longest_alone_s: float
    """The longest from the last of several kills that one match waited for."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The figures of one run."""

    finished: int
    void: int
    unexcused: int
    """Void matches that did not lose as many workers as a match may."""
    open: int
    """Matches that are not final though all had the time for it."""
    retried: int
    ends: Mapping[str, int]
    """Attempts, by how they ended."""
    blocks: int
    overdue: int
    """Those that are not final though their deadline is over."""
    miscounted: int
    """Matches with an outcome, a log or a finished attempt too few or too many."""
    complaints: tuple[str, ...]
    difference: float
    """The largest between a rating and its recomputation."""
    drift: float
    """The largest of the sum of a ladder's ratings."""
    faults: tuple[str, ...]
    """One line for each fault of a bot that nobody killed."""
    decisions: int
    """How many decisions such bots made."""
    crowded: tuple[str, ...]
    """One line for each match of a bot that played another one already, and has no room for two."""
    recoveries: Mapping[str, Recoveries]
    """By what was killed in mid-play."""

    @property
    def wrongs(self) -> Iterator[str]:
        """What should not have happened, a line each."""
        if self.open:
            yield f"{self.open} matches are not final"
        yield from self.complaints
        yield from self.faults
        yield from self.crowded
        if self.unexcused:
            yield f"{self.unexcused} matches are void for no good reason"
        if max(self.difference, abs(self.drift)) > TOLERANCE:
            yield f"ratings are off by {self.difference!r}, their sum by {self.drift!r}"
        for kind, found in self.recoveries.items():
            wait_s = max(found.median_s, found.longest_alone_s)
            if wait_s > RECOVERY_LIMIT_S:
                yield f"play went on {wait_s:.1f} s after {kind} was killed"


def judge(house: House, kills: Sequence[Kill]) -> Judgement:
    """Looks at everything, once the house is quiet."""
    wiring = house.wiring
    found = audit(open_unit=wiring.open_unit, games=wiring.games, now=wiring.now)
    proofs = [recompute(one, open_unit=wiring.open_unit) for one in house.ladder_ids]
    ends: Counter[str] = Counter()
    faults: list[str] = []
    decisions = unexcused = 0
    narrow: list[tuple[str, Attempt]] = []
    with wiring.open_unit() as unit:
        matches = list(_matches(unit))
        for match in matches:
            attempts = unit.matches.attempts(match.match_id)
            unexcused += match.state is MatchState.VOID and not _is_excused(attempts)
            for attempt in attempts:
                ends[attempt.end.value if attempt.end else "open"] += 1
                narrow += [(s, attempt) for s in match.lineup if s in house.narrow]
            if match.state is MatchState.FINISHED:
                made, wrong = _looked_through(match, house, unit)
                decisions += made
                faults += wrong
    return Judgement(
        found.finished,
        found.void,
        unexcused,
        sum(not match.state.final for match in matches),
        found.retried,
        ends,
        found.blocks,
        found.overdue,
        found.miscounted,
        found.complaints,
        max(proof.largest_difference for proof in proofs),
        max((proof.drift for proof in proofs), key=abs),
        tuple(faults),
        decisions,
        tuple(_crowded(narrow)),
        _recoveries(matches, kills, _noted(house.notes)),
    )


def _is_excused(attempts: Sequence[Attempt]) -> bool:
    """Returns whether a match was given up since processes were killed, again and again."""
    ends = Counter(attempt.end for attempt in attempts)
    killed = ends[AttemptEnd.WORKER_LOST] + ends[AttemptEnd.RELAY_LOST]
    return killed >= ATTEMPTS and killed + ends[AttemptEnd.HANDED_BACK] == len(attempts)


def _matches(unit: UnitOfWork) -> Iterator[Match]:
    token = ""
    while True:
        page = unit.matches.page(500, token, MatchFilter())
        yield from page.items
        if not (token := page.next_token):
            return


def _looked_through(match: Match, house: House, unit: UnitOfWork) -> tuple[int, list[str]]:
    """Returns how often compliant bots chose in a match, and the faults that they got."""
    made, wrong = 0, []
    for event in unit.matches.log(match.match_id):
        if isinstance(event, Decided):
            for choice in event.choices:
                if match.lineup[choice.seat] in house.compliant:
                    made += 1
                    if choice.fault is not None:
                        wrong.append(
                            f"{match.match_id} ply {event.ply}: {choice.fault.value} of seat"
                            f" {choice.seat}, {match.lineup[choice.seat]}, {choice.elapsed_ms} ms"
                        )
    return made, wrong


def _crowded(attempts: Sequence[tuple[str, Attempt]]) -> Iterator[str]:
    """Yields a line for every attempt that began while the same bot had another one."""
    busy: dict[str, Attempt] = {}
    for submission_id, attempt in sorted(attempts, key=lambda one: one[1].started):
        before = busy.get(submission_id)
        if before is not None and (before.ended is None or before.ended > attempt.started):
            yield f"{submission_id} played {before.match_id} and {attempt.match_id} at once"
        busy[submission_id] = attempt


def _noted(directory: Path) -> Mapping[str, list[float]]:
    """Returns when bots were asked, by match, in order."""
    asked: dict[str, list[float]] = defaultdict(list)
    for path in directory.glob("*.notes"):
        for line in path.read_text().splitlines():
            match line.split():
                case [at, match_id, _]:
                    asked[match_id].append(float(at))
    for times in asked.values():
        times.sort()
    return asked


def _recoveries(
    matches: Sequence[Match], kills: Sequence[Kill], asked: Mapping[str, list[float]]
) -> dict[str, Recoveries]:
    """Returns, by what was killed, how long the last of all matches under way waited."""
    waits: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for number, kill in enumerate(kills):
        later = [other.at for other in kills[number:]]
        all_ = [
            (going_on - kill.at, going_on - max(at for at in later if at < going_on))
            for match in matches
            if (going_on := _next(match, kill.at, asked)) is not None
        ]
        if all_:
            wait = (max(a for a, _ in all_), max(b for _, b in all_))
            waits[kill.kind].append(wait)
            waits[ANYTHING].append(wait)
    return {
        kind: Recoveries(
            len(found),
            median(wait for wait, _ in found),
            max(wait for wait, _ in found),
            max(alone for _, alone in found),
        )
        for kind, found in sorted(waits.items())
    }


def _next(match: Match, at: float, asked: Mapping[str, list[float]]) -> float | None:
    """Returns when a match went on after an instant, if it was under way then."""
    times = list(asked.get(match.match_id, ()))
    if match.ended is not None:
        times.append(match.ended.timestamp())
    if not times or not times[0] < at < times[-1]:
        return None
    return next(time for time in times if time > at)
