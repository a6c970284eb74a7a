"""What a series of matches says about every bot."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import fmean

from arena.match.events import Decided
from arena.match.outcome import Fault
from arena_sdk.command.differences import Difference, difference
from arena_sdk.command.series import Played, Setup
from arena_sdk.command.watching import Failure, Thought


@dataclass(slots=True)
class Result:
    """All that is known of one bot; a bot that is named twice has one result."""

    name: str
    ranks: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    duels: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """What it scored against the first bot, from 0 to 1, by block."""
    faults: Counter[Fault] = field(default_factory=Counter)
    forfeits: int = 0
    thoughts: list[tuple[Thought, str]] = field(default_factory=list)
    """With the match's name."""
    failures: list[tuple[Failure, str]] = field(default_factory=list)

    @property
    def against_first(self) -> Difference | None:
        """The difference to the first bot; `None` for that bot itself."""
        if not self.duels:
            return None
        return difference([fmean(scores) for scores in self.duels.values()])

    @property
    def mean_ms(self) -> float:
        times = [thought.seconds for thought, _ in self.thoughts]
        return 1_000 * fmean(times) if times else 0.0

    @property
    def longest_ms(self) -> float:
        return 1_000 * max((thought.seconds for thought, _ in self.thoughts), default=0.0)


def results(setup: Setup, matches: Iterable[Played]) -> list[Result]:
    """Returns a result for every name, in the order in which they were given."""
    found = {name: Result(name) for name in setup.bots}
    first = setup.bots[0]
    for match in matches:
        names = [setup.bots[place] for place in match.lineup]
        ranks = match.outcome.ranks
        for seat, name in enumerate(names):
            result = found[name]
            result.ranks.append(ranks[seat])
            result.scores.append(match.outcome.scores[seat])
            result.forfeits += seat in match.outcome.forfeits
            result.thoughts += [(thought, match.name) for thought in match.notes[seat].thoughts]
            result.failures += [(failure, match.name) for failure in match.notes[seat].failures]
            if name != first:
                result.duels[match.block] += [
                    _duel(ranks[seat], ranks[other])
                    for other, theirs in enumerate(names)
                    if theirs == first
                ]
        for event in match.log:
            for choice in event.choices if isinstance(event, Decided) else ():
                if choice.fault is not None:
                    found[names[choice.seat]].faults[choice.fault] += 1
    return list(found.values())


def _duel(mine: int, theirs: int) -> float:
    return 0.5 if mine == theirs else float(mine < theirs)
