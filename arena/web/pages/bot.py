"""A bot: its versions, where they stand, its results by seat and opponent, its faults."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response

from arena.match.events import Decided
from arena.service.authors import author_names
from arena.service.bots import bot_of, list_bots, list_submissions
from arena.service.comparing import comparisons_of
from arena.service.conduct import quarantines_of
from arena.service.hosted import hosted_among
from arena.service.ladders import every_ladder, standings_of
from arena.service.matches import list_matches
from arena.service.records import Match, MatchFilter, MatchState, Submission
from arena.service.standing_views import histories
from arena.service.viewing import seen_log
from arena.web.charts import Chart, history
from arena.web.links import with_query
from arena.web.pages.comparison import offered
from arena.web.pages.ladder import CHANGES, CHARTED, rating_series
from arena.web.pages.names import names_in
from arena.web.ports import Ports
from arena.web.rendering import page
from arena.web.sessions import ports_of, signed_in

ROWS = 50
COUNTED = 200
"""How many of the newest matches of a version results are counted over."""
_VERSIONS = 20
_MATCHES = 10
_FAULTY = 10
_COMPARISONS = 5


@dataclass(slots=True)
class Tally:
    """Results summed up."""

    matches: int = 0
    rank_sum: int = 0
    score_sum: int = 0
    ahead: float = 0.0
    """Matches with a better rank than the other's; half a match where they are equal."""

    @property
    def mean_rank(self) -> float:
        return self.rank_sum / self.matches

    @property
    def mean_score(self) -> float:
        return self.score_sum / self.matches

    @property
    def share(self) -> float:
        return self.ahead / self.matches


@dataclass(frozen=True, slots=True)
class FaultRow:
    """One fault, with the place in the replay where it can be seen."""

    match_id: str
    ply: int
    seat: int
    fault: str
    played: str


@dataclass(frozen=True, slots=True)
class Results:
    """What the newest matches of a version say."""

    by_seat: dict[int, Tally] = field(default_factory=lambda: defaultdict(Tally))
    by_opponent: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))


def bot(request: Request) -> Response:
    """Shows a bot, by id or name."""
    ports = ports_of(request)
    context = bot_view(request.path_params["bot_id"], ports, request.query_params.get("version"))
    author = signed_in(request)
    if author is not None and author.author_id == context["author_id"]:
        found = bot_of(request.path_params["bot_id"], open_unit=ports.open_unit)
        every = every_ladder(ports.open_unit)
        context = {
            **context,
            **offered(author, found, ports),
            "mine": True,
            "ladders": [one for one in every if one.terms.game == found.game],
        }
    return page(request, "bot.html", context)


def bot_view(bot_id: str, ports: Ports, version: str | None = None) -> Mapping[str, object]:
    """Returns what the page of a bot shows, with the results of one version, else the newest."""
    found = bot_of(bot_id, open_unit=ports.open_unit)
    versions = list_submissions(found.bot_id, _VERSIONS, "", open_unit=ports.open_unit).items
    chosen = next((s for s in versions if str(s.number) == version), versions[:1] or None)
    shown = chosen[0] if isinstance(chosen, tuple) else chosen
    where = MatchFilter(submission_id=shown.submission_id) if shown else None
    matches = list_matches(COUNTED, "", where, open_unit=ports.open_unit).items if where else ()
    return {
        "bot": found,
        "author_id": found.author_id,
        "game": found.game,
        "author_name": author_names([found.author_id], open_unit=ports.open_unit)[found.author_id],
        "versions": versions,
        "shown": shown,
        "standings": standings_of([s.submission_id for s in versions], open_unit=ports.open_unit),
        "quarantines": {
            (held.ladder_id, held.submission_id): held
            for held in quarantines_of(
                [s.submission_id for s in versions], open_unit=ports.open_unit
            )
        },
        "hosted": hosted_among([s.submission_id for s in versions], open_unit=ports.open_unit),
        "numbers": {s.submission_id: s.number for s in versions},
        "chart": _chart(versions, ports),
        "comparisons": comparisons_of(
            [s.submission_id for s in versions], _COMPARISONS, open_unit=ports.open_unit
        ),
        "matches": matches[:_MATCHES],
        "names": names_in(matches, ports),
        "results": _results(matches, shown.submission_id) if shown else Results(),
        "faults": _faults(matches, shown.submission_id, ports) if shown else [],
        "mine": False,
    }


def bots(request: Request) -> Response:
    """Lists bots by name."""
    ports, query = ports_of(request), request.query_params
    found = list_bots(
        ROWS,
        query.get("after", ""),
        author_id=query.get("author", ""),
        game=query.get("game", ""),
        open_unit=ports.open_unit,
    )
    context = {
        "bots": found.items,
        "authors": author_names([b.author_id for b in found.items], open_unit=ports.open_unit),
        "games": sorted(ports.games.names()),
        "game": query.get("game", ""),
        "next": with_query("/bots", query, after=found.next_token) if found.next_token else "",
    }
    return page(request, "bots.html", context)


def _chart(versions: Sequence[Submission], ports: Ports) -> Chart | None:
    numbers = {s.submission_id: s.number for s in versions}
    charted = standings_of(list(numbers), open_unit=ports.open_unit)[:CHARTED]
    moved = histories([standing for _, standing in charted], CHANGES, open_unit=ports.open_unit)
    return history(
        [
            rating_series(f"v{numbers[standing.submission_id]} · {ladder.name}", found)
            for (ladder, standing), found in zip(charted, moved, strict=True)
        ]
    )


def _results(matches: Iterable[Match], mine: str) -> Results:
    results = Results()
    for match in matches:
        if match.outcome is None:
            continue
        ranks, seat = match.outcome.ranks, match.lineup.index(mine)
        _count(results.by_seat[seat], match, seat)
        for other, submission in enumerate(match.lineup):
            if other != seat:
                tally = results.by_opponent[submission]
                _count(tally, match, seat)
                tally.ahead += (ranks[seat] < ranks[other]) + (ranks[seat] == ranks[other]) / 2
    return results


def _count(tally: Tally, match: Match, seat: int) -> None:
    assert match.outcome is not None, "only finished matches are counted"
    tally.matches += 1
    tally.rank_sum += match.outcome.ranks[seat]
    tally.score_sum += match.outcome.scores[seat]


def _faults(matches: Iterable[Match], mine: str, ports: Ports) -> list[FaultRow]:
    """Returns the faults of the newest matches that have any; their logs say why and where."""
    faulty = [
        m for m in matches if m.state is MatchState.FINISHED and m.faults[m.lineup.index(mine)]
    ]
    return [
        FaultRow(match.match_id, event.ply, choice.seat, choice.fault.value, choice.public)
        for match in faulty[:_FAULTY]
        for event in seen_log(match.match_id, open_unit=ports.open_unit)
        if isinstance(event, Decided)
        for choice in event.choices
        if choice.fault is not None and match.lineup[choice.seat] == mine
    ]
