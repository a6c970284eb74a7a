"""What the arena refuses is told in the reader's language, or marked as English."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pytest
from odd_lots.rules import OddLots

from arena.games.registry import Registry
from arena.service.bots import create_submission, retire_submission, submission_of
from arena.service.limits import Limit, Limits, Rate
from arena.service.tournament_records import FormatName, TournamentState
from arena.service.tournaments import create_tournament
from arena.web.refusals import templates, translated

from .conftest import SignIn
from .serving import Answer, Reader, Site, served
from .world import World

Russian = Callable[[str], Reader]


@pytest.fixture
def russian(sign_in: SignIn) -> Russian:
    """Returns a reader of Russian who is signed in, unless the name is empty."""
    return lambda name: reads_russian(sign_in(name))


def reads_russian(reader: Reader) -> Reader:
    reader.get("/language?code=ru&next=/")
    return reader


def why(answer: Answer) -> str:
    """What the page of a refusal says below its title."""
    said = re.search(r"</h1>\s*<p>(.*?)</p>", answer.text, re.DOTALL)
    assert said is not None, answer.text
    return said[1]


BAD_FIELDS = [
    (
        "Ada",
        "/bots",
        {"name": "<script>", "game": "scout"},
        "<strong>Имя</strong>: от 2 до 40 латинских букв, цифр, пробелов, `_`, `.` или `-`,"
        " первой — буква или цифра; &#39;&lt;script&gt;&#39; не подходит",
    ),
    (
        "Ada",
        "/bots",
        {"name": "Fine", "game": "<b>"},
        "<strong>Игра</strong>: нет игры &#39;&lt;b&gt;&#39;; есть: carrera, odd-lots,",
    ),
    (
        "Ada",
        "/matches",
        {"game": "scout", "submissions": "sub-0 sub-1"},
        "<strong>Заявки [0]</strong>: нет заявки &#39;sub-0&#39;",
    ),
    (
        "Ada",
        "/matches",
        {"game": "scout", "submissions": "sub-0"},
        "<strong>Мест</strong>: для scout — 2, 3, 4, 5, а не 1",
    ),
    (
        "Ada",
        "/keys",
        {"label": "x" * 70_000},
        "<strong>Форма</strong>: не больше 65536 байт",
    ),
    (
        "Olga",
        "/ladders",
        {"name": "fast", "game": "scout", "seats": "4", "limit_ms": "5", "bank_ms": "0"},
        "<strong>Часы</strong>: время на решение в миллисекундах"
        " — целое число от 10 до 3600000, а не 5",
    ),
    (
        "Olga",
        "/ladders",
        {"name": "fast", "game": "scout", "seats": "4", "limit_ms": "soon"},
        "<strong>Время на решение, мс</strong>: нужно целое число",
    ),
]


@pytest.mark.parametrize(("name", "path", "fields", "said"), BAD_FIELDS)
def test_a_bad_field_is_refused_in_russian_by_the_name_that_its_form_has_for_it(
    russian: Russian, name: str, path: str, fields: Mapping[str, str], said: str
) -> None:
    answer = russian(name).submit("/account", path, **fields)

    assert answer.status == 400
    assert why(answer).startswith(said)
    assert "<span lang" not in why(answer)


def test_what_is_retired_is_refused_in_russian(world: World, russian: Russian) -> None:
    bot = submission_of(world.sparring, open_unit=world.open_unit).bot_id
    ada = world.authors["Ada"]
    old = create_submission(ada, bot, open_unit=world.open_unit, now=world.now).submission_id
    retire_submission(ada, old, open_unit=world.open_unit)

    ladder = world.ladders["scout"].ladder_id
    answer = russian("Ada").submit("/account", f"/submissions/{old}/join", ladder=ladder)

    assert (answer.status, why(answer)) == (409, f"заявка {old} снята")


def test_a_wrong_state_is_told_in_russian(world: World, russian: Russian) -> None:
    olga, match = russian("Olga"), world.stray_match().match_id

    olga.submit("/operator", f"/matches/{match}/void")
    again = olga.submit("/operator", f"/matches/{match}/void")
    done = world.rated["scout"][0].match_id
    over = olga.submit("/operator", f"/matches/{done}/void")

    assert (again.status, why(again)) == (409, f"матч {match} и так не засчитан")
    assert (over.status, why(over)) == (409, f"матч {done} уже окончен")


def test_a_taken_name_is_told_in_russian(russian: Russian) -> None:
    author = russian("Olga").submit("/operator", "/authors", name="Ada")
    bot = russian("Ada").submit("/account", "/bots", name="Ada scout", game="scout")

    assert (author.status, why(author)) == (409, "автор &#39;Ada&#39; уже есть")
    assert (bot.status, why(bot)) == (409, "бот &#39;Ada scout&#39; уже есть")


def test_who_may_not_is_told_so_in_russian(world: World, russian: Russian) -> None:
    stranger = russian("").get("/account")
    author = russian("Ada").get("/operator")
    rival = russian("Bob").submit("/account", f"/submissions/{world.sparring}/retire")
    key = russian("").submit("/sign-in", "/sign-in", key="arena_nonsense")

    assert stranger.path.startswith("/sign-in")
    assert (author.status, why(author)) == (403, "это могут только операторы")
    assert (rival.status, why(rival)) == (
        403,
        "бот &#39;Ada sparring&#39; принадлежит другому автору",
    )
    assert (key.status, why(key)) == (401, "такого ключа нет, или он отозван")


def test_too_many_requests_are_refused_in_russian(world: World) -> None:
    limits = Limits({Limit.ADDRESS: Rate(1, 60, "a minute")})
    with served(world.application(limits=limits)) as running:
        reader = reads_russian(Reader(running.url))
        first, second = (reader.submit("/sign-in", "/sign-in", key="no") for _ in range(2))

    assert (first.status, second.status) == (401, 429)
    assert re.fullmatch(
        r"запросов в минуту с одного адреса — не больше 1; попробуйте снова через [\d.]+ с",
        why(second),
    )


def test_an_archive_is_refused_in_russian(russian: Russian) -> None:
    answer = russian("Ada").upload("/account", "/uploads", "archive", b"none")

    assert (answer.status, why(answer)) == (400, "<strong>Архив</strong>: это не zip и не tar.gz")


def test_a_page_that_is_not_there_is_told_in_russian(russian: Russian) -> None:
    answer = russian("").get("/ladders/<i>")

    assert (answer.status, why(answer)) == (404, "нет таблицы &#39;&lt;i&gt;&#39;")


def test_a_tournament_says_in_russian_why_it_did_not_start(world: World, russian: Russian) -> None:
    made = create_tournament(
        "too few",
        "scout",
        {},
        3,
        FormatName.ROUND_ROBIN,
        open_unit=world.open_unit,
        games=world.games,
        now=world.now,
    )
    note = "0 entrants do not fill a table of 3"
    with world.open_unit() as unit:
        unit.tournaments.move(replace(made, state=TournamentState.CANCELLED, note=note))

    page = russian("").get(f"/tournaments/{made.tournament_id}").text

    assert "участников 0, а за столом мест 3: на один стол не хватает" in page


class Picky(OddLots):
    """Refuses in words that are its own."""

    name = "picky"

    def __init__(self, seats: int, **options: object) -> None:
        raise ValueError("<b>no luck</b>, bot {bot} exists already")


@pytest.fixture
def picky(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(world, "games", Registry([OddLots, Picky]))
    with served(world.application()) as running:
        yield running


def test_words_that_nobody_translated_stay_in_english_and_say_so(world: World, picky: Site) -> None:
    ada = reads_russian(Reader(picky.url))
    ada.submit("/sign-in", "/sign-in", key=world.secrets["Ada"])

    answer = ada.submit("/account", "/matches", game="picky", submissions="a b c")

    assert why(answer) == (
        '<strong>Опции</strong>: <span lang="en">'
        "&lt;b&gt;no luck&lt;/b&gt;, bot {bot} exists already</span>"
    )


def test_an_english_page_says_what_the_arena_says(sign_in: SignIn) -> None:
    answer = sign_in("Ada").submit("/account", "/keys", label="x" * 81)

    assert why(answer) == "<strong>Label</strong>: at most 80 printable characters"


CATALOGUE = {
    "refusal.no game {game}; there are: {known}": "нет игры {game}; есть: {known}",
    "refusal.{bot:w} is retired": "{bot} снят",
    "refusal.bot {bot} is retired": "бот {bot} снят",
    "refusal.bot {bot} is busy until {time}": "бот {bot} занят до {time}",
    "refusal.{least:n} to {most:n}": "от {least} до {most}",
    "other": "другое",
}


@pytest.mark.parametrize(
    ("english", "russian"),
    [
        ("bot a is retired", "бот a снят"),
        ("a is retired", "a снят"),
        ("a is retired ", None),
        (" bot a is retired", None),
        ("the bot a is retired", None),
        ("no game 'b is retired'; there are: c", "нет игры 'b is retired'; есть: c"),
        ("no game '{known}'; there are: c", "нет игры '{known}'; есть: c"),
        ("no game x; there are: y is retired", "нет игры x; есть: y is retired"),
        ("bot x is busy until y is retired", "бот x занят до y is retired"),
        ("1,048,576 to 2.5", "от 1\u00a0048\u00a0576 до 2.5"),
        ("here to there", None),
        ("other", None),
        ("", None),
    ],
)
def test_a_text_is_told_whole_by_the_template_that_says_most(
    english: str, russian: str | None
) -> None:
    assert translated(english, templates(CATALOGUE)) == russian


def test_a_long_text_takes_no_longer_than_it_is() -> None:
    hostile = "bot " + " is busy until bot " * 200_000

    assert translated(hostile + "?", templates(CATALOGUE)) is not None
    assert translated("no game " + "; there are" * 200_000, templates(CATALOGUE)) is None
