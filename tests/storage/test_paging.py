"""Page tokens: opaque, exact, and refused unless they were given out for this very list."""

import base64
import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.service.errors import InvalidArgument
from arena.service.ports import OpenUnit
from arena.service.records import MatchFilter
from arena.storage import Database, memory_database
from tests.storage.samples import at, bot, match, populate, standing


@pytest.fixture
def tokens(unit: OpenUnit) -> dict[str, str]:
    """A good token of each kind of sort key."""
    populate(unit)
    with unit() as uow:
        for n in (1, 2):
            uow.matches.add(match(f"m{n}"))
            uow.ladders.join(standing(f"s{n}", 1500.0))
        return {
            "match": uow.matches.page(1, "", MatchFilter()).next_token,
            "row": uow.ladders.rows("l1", 1, "").next_token,
            "bot": uow.bots.page(1, "").next_token,
        }


def parts(token: str) -> list[object]:
    decoded = json.loads(base64.urlsafe_b64decode(token))
    assert isinstance(decoded, list)
    return decoded


def forged(*values: object) -> str:
    text = json.dumps(values, separators=(",", ":"), ensure_ascii=False)
    return base64.urlsafe_b64encode(text.encode()).decode()


def test_tokens_are_safe_in_a_url(tokens: dict[str, str]) -> None:
    for token in tokens.values():
        assert token.replace("-", "").replace("_", "").replace("=", "").isalnum()
        assert forged(*parts(token)) == token


def test_a_forged_token_is_refused(unit: OpenUnit, tokens: dict[str, str]) -> None:
    scope, micros, match_id = parts(tokens["match"])
    bad = [
        "x",
        "é",
        "\0",
        " " + tokens["match"],
        tokens["match"] + "=",
        tokens["match"][:-4],
        "A" * 5_000,
        base64.urlsafe_b64encode(b"[" * 700).decode(),
        base64.urlsafe_b64encode(b"\xff\xfe").decode(),
        base64.urlsafe_b64encode(json.dumps([scope, micros, match_id]).encode()).decode(),
        forged(),
        forged(scope),
        forged(scope, micros),
        forged(scope, micros, match_id, match_id),
        forged("00000000", micros, match_id),
        forged(scope, str(micros), match_id),
        forged(scope, 1.5, match_id),
        forged(scope, True, match_id),
        forged(scope, None, match_id),
        forged(scope, 2**62, match_id),
        forged(scope, 2**63, match_id),
        forged(scope, -(2**70), match_id),
        forged(scope, micros, 1),
        forged(scope, micros, [match_id]),
        tokens["row"],
        tokens["bot"],
    ]

    for token in bad:
        with pytest.raises(InvalidArgument) as refused, unit() as uow:
            uow.matches.page(1, token, MatchFilter())
        assert refused.value.field == "page_token"


def test_a_rating_in_a_token_is_a_finite_number(unit: OpenUnit, tokens: dict[str, str]) -> None:
    scope, rating, submission_id = parts(tokens["row"])
    assert rating == 1500.0

    for bad in (float("nan"), float("inf"), 1500, "1500.0", None):
        with pytest.raises(InvalidArgument), unit() as uow:
            uow.ladders.rows("l1", 1, forged(scope, bad, submission_id))


def test_a_token_holds_for_its_filters_only(unit: OpenUnit, tokens: dict[str, str]) -> None:
    for where in (MatchFilter(ladder_id="l1"), MatchFilter(submission_id="s1")):
        with pytest.raises(InvalidArgument), unit() as uow:
            uow.matches.page(1, tokens["match"], where)
    with pytest.raises(InvalidArgument), unit() as uow:
        uow.ladders.rows("l2", 1, tokens["row"])


@pytest.fixture(scope="module")
def filled() -> Database:
    """Forty matches in ten instants, and forty bots."""
    database = memory_database()
    populate(database.unit)
    with database.unit() as uow:
        for n in range(40):
            uow.matches.add(match(f"m{n}", at(n % 10 / 1_000_000)))
            uow.bots.add(bot(f"x{n}", f"N{n % 2} {n}"))
    return database


@given(sizes=st.lists(st.integers(1, 60), min_size=1, max_size=50))
def test_pages_of_any_sizes_walk_everything_once(filled: Database, sizes: list[int]) -> None:
    walked, token = [], ""
    with filled.unit() as uow:
        for size in [*sizes, 100]:
            page = uow.matches.page(size, token, MatchFilter())
            assert len(page.items) == size or not page.next_token
            walked += page.items
            if not (token := page.next_token):
                break

    assert len(walked) == 40
    assert all((a.created, a.match_id) > (b.created, b.match_id) for a, b in pairwise(walked))


@pytest.mark.parametrize("size", [40, 20, 43])
def test_the_last_page_has_no_token_even_if_it_is_full(filled: Database, size: int) -> None:
    token, pages = "", 0
    with filled.unit() as uow:
        while True:
            page = uow.bots.page(size, token)
            pages += 1
            if not (token := page.next_token):
                break

    assert page.items
    assert pages == -(-43 // size)
