"""Every refusal that a page can show is in every catalogue, and nothing else is."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, zip_longest

import pytest

from arena.games.registry import Registry
from arena.service.errors import InvalidArgument
from arena.service.hosting_records import HostedState
from arena.service.limits import Limit, rates
from arena.service.records import MatchState
from arena.service.terms import checked_terms
from arena.service.tournament_records import FormatName, TournamentState
from arena.web.language import DEFAULT, Language, languages
from arena.web.refusals import LABELS, PREFIX, Template, in_language, templates, translated

from .refusal_texts import ARENA, texts

OTHERS = [language for code, language in languages().items() if code != DEFAULT]
HOLE = re.compile(r"\{(\w+)(?::[nw])?\}")

SPELLED_OUT: Mapping[str, Sequence[str]] = {
    "tournament {} is {}": [f"tournament {{}} is {state.value}" for state in TournamentState],
    "submission {} is {}": [
        f"submission {{}} is {state.value}"
        for state in HostedState
        if state is not HostedState.ACTIVE
    ],
    "submission {} is {} ({})": ["submission {} is refused ({})"],
    "match {} is {} already": [
        f"match {{}} is {state.value} already" for state in MatchState if state.final
    ],
    "match {} is {}; its log is not complete": [
        f"match {{}} is {state.value}; its log is not complete"
        for state in MatchState
        if not state.final
    ],
    "a {} has as many as its entrants need": [
        f"a {form.value} has as many as its entrants need"
        for form in (FormatName.ROUND_ROBIN, FormatName.KNOCKOUT)
    ],
    "nobody is out in a {}": [
        f"nobody is out in a {form.value}" for form in FormatName if form is not FormatName.KNOCKOUT
    ],
    "at most {} {} {}; try again in {} s": [
        f"at most {{}} {limit.value} {rate.span}; try again in {{}} s"
        for limit, rate in rates(1, 1, 1, 1).items()
        if limit is not Limit.CONNECTS  # of bots, at a gateway
    ],
    "{} in {}": [
        f"bad {field} in {{}}"
        for field in ("minute", "hour", "day-of-month", "month", "day-of-week")
    ],
    "{} must be a whole number from {} to {}: {}": [
        f"{field} must be a whole number from {{}} to {{}}: {{}}"
        for field in ("limit_ms", "bank_ms")
    ],
    "option {} must be {}, not {}": [
        "option {} must be {} or {}, not {}",
        "option {} must be {} or an integer from {} to {}, not {}",
        "option {} must be an integer from {} to {}, not {}",
    ],
    "option {} of scout must be {}": [
        "option {} of scout must be {}",
        "option {} of scout must be {} or {}",
        "option {} of scout must be an integer from {} (no limit) to {}",
    ],
}
"""Texts one of whose values is a word of ours, with every such word that a page can show."""

OF_PYTHON = {
    "{} is not a valid FormatName",
    "No closing quotation",
    "No escaped character",
}
"""Texts that are passed on as Python says them."""

UNSEEN: Mapping[str, Sequence[str]] = {
    "only a call over gRPC or the command line does that": (
        "send your key in metadata, as `authorization: Bearer KEY`",
        "submission {} is hosted: the arena runs it",
        "submission {} is remote: its program is not here",
        "{} has been rated on ladder {} already",
        "only an operator can enter a whole ladder",
        "0 or more, not {}",
        "at most {} ms where a bot of another author sits, not {}",
        "0 to 1000, not {}",
        "the largest of the seat counts, {}, or 0",
        "no table of tournament {} is void",
        "no archive {}",
    ),
    "only workers and hosted bots do that": (
        "this token is unknown, or its lease is over",
        "no token {}",
        "no block {}",
        "block {} is {}",
    ),
    "pages see to it before": (
        "only an operator can void a match",
        "is not the checksum of what arrived; upload it again",
    ),
    "a use case sees to it before": (
        "no hosted submission {}",
        "carrera is for 3 to 5 seats, not {}",
        "scout needs 2 to 5 seats, not {}",
        "a gauntlet has one round or more, not {}",
        "at most half of {} go on, not {}",
        "entered more than once: {}",
    ),
    "ids are drawn at random": (
        "key {} exists already",
        "match {} exists already",
        "submission {} exists already",
    ),
    "a broken promise of ours": (
        "errors must be between 0 and .5: {}, {}",
        "blocks of {} matches test up to {} points, not {}",
        "game {} is already registered",
    ),
}
"""Texts that no page shows, by the reason."""

UNSEEN_FILES: Mapping[str, Sequence[str]] = {
    "only the command line does that": (
        "storage/backup.py",
        "storage/database.py",
        "storage/ladder_files.py",
        "storage/looking.py",
        "storage/migrating.py",
        "storage/rows.py",
    ),
    "only a worker that runs uploaded bots does that": (
        "hosting/bubblewrap.py",
        "hosting/cgroups.py",
        "hosting/machine.py",
    ),
}


def sayings() -> Iterator[str]:
    """Every template that a page can show."""
    unseen = {text for some in UNSEEN.values() for text in some}
    files = {file for some in UNSEEN_FILES.values() for file in some}
    for text in texts():
        if text.place not in files and text.template not in unseen:
            yield from SPELLED_OUT.get(text.template, [text.template])
    yield from OF_PYTHON


def english_of(language: Language) -> list[str]:
    return [key.removeprefix(PREFIX) for key in language.texts if key.startswith(PREFIX)]


@pytest.mark.parametrize("language", OTHERS, ids=lambda language: language.code)
def test_a_catalogue_has_every_refusal_of_a_page_and_no_other(language: Language) -> None:
    translations = {HOLE.sub("{}", english) for english in english_of(language)}

    assert translations == set(sayings())


def test_what_is_said_to_be_unseen_or_spelled_out_is_in_the_sources() -> None:
    said = list(texts())

    templates_said, places = {text.template for text in said}, {text.place for text in said}
    assert {text for some in UNSEEN.values() for text in some} <= templates_said
    assert {file for some in UNSEEN_FILES.values() for file in some} <= places
    assert SPELLED_OUT.keys() <= templates_said


@pytest.mark.parametrize("language", OTHERS, ids=lambda language: language.code)
def test_every_translation_is_found_and_keeps_all_values(language: Language) -> None:
    among = templates(language.texts)
    for english in english_of(language):
        names = [hole[1] for hole in HOLE.finditer(english)]
        numbers = [str(7_001 + place) for place in range(len(names))]
        text = "".join(chain(*zip_longest(HOLE.split(english)[::2], numbers, fillvalue="")))

        found = translated(text, among)

        assert found == Template.of(english, language.texts[PREFIX + english]).translated(text)
        assert found is not None, english
        assert len(set(names)) == len(names), "each hole has a name of its own"
        assert sorted(re.findall(r"70\d\d", found)) == numbers, english


@pytest.mark.parametrize("language", OTHERS, ids=lambda language: language.code)
@pytest.mark.parametrize("game", ["carrera", "scout"])
def test_every_option_of_our_games_is_refused_in_ones_language(
    language: Language, game: str
) -> None:
    games = Registry.installed()
    for name in games.create(game, 3).options:
        with pytest.raises(InvalidArgument) as refused:
            checked_terms(game, {name: "no such value"}, 3, games=games)

        said = str(in_language(refused.value.why, language))

        assert name in said
        assert not re.search(r"span|integer|must| or ", said), said


def test_fields_are_called_what_they_are_called_on_pages() -> None:
    pages = "".join(path.read_text() for path in (ARENA / "web/templates").glob("*.html"))
    english = languages()[DEFAULT]

    shown = {key for key in english.texts if f't("{key}")' in pages or f"t('{key}')" in pages}

    assert set(LABELS.values()) - shown == {"form"}
    assert "form" in english.texts
