import pytest

from arena.service.errors import AlreadyExists, InvalidArgument, NotFound
from arena.service.ports import OpenUnit
from tests.storage.samples import author, bot, ladder


@pytest.fixture(autouse=True)
def authors(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.authors.add(author("a1"))
        uow.authors.add(author("a2"))


@pytest.mark.parametrize("asked", ["b1", "Deep Pockets", "dEEP pOCKETS"])
def test_a_bot_is_found_by_id_or_name(unit: OpenUnit, asked: str) -> None:
    with unit() as uow:
        uow.bots.add(bot("b1", "Deep Pockets"))

    with unit() as uow:
        assert uow.bots.get(asked) == bot("b1", "Deep Pockets")


def test_an_id_goes_before_a_name(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.bots.add(bot("b1", "b2"))
        uow.bots.add(bot("b2", "b1"))

        assert uow.bots.get("b1").bot_id == "b1"


def test_a_bot_that_is_not_there_is_not_found(unit: OpenUnit) -> None:
    with pytest.raises(NotFound, match="nobody"), unit() as uow:
        uow.bots.get("nobody")


def test_a_name_is_taken_whatever_its_case(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.bots.add(bot("b1", "Deep Pockets"))

    with pytest.raises(AlreadyExists, match="DEEP POCKETS"), unit() as uow:
        uow.bots.add(bot("b2", "DEEP POCKETS", author_id="a2"))


def test_bots_are_listed_by_name(unit: OpenUnit) -> None:
    names = ["b.c", "B C", "é", "Zoe", "_a", "a-b", "Ab", "aa", "1"]
    with unit() as uow:
        for n, name in enumerate(names):
            uow.bots.add(bot(f"id{n}", name))

        page = uow.bots.page(50, "")

    assert [b.name for b in page.items] == ["1", "_a", "a-b", "aa", "Ab", "B C", "b.c", "Zoe", "é"]
    assert page.next_token == ""


@pytest.mark.parametrize(
    ("author_id", "game", "names"),
    [
        ("", "", ["n1", "n2", "n3", "n4"]),
        ("a1", "", ["n1", "n3"]),
        ("", "carrera", ["n3", "n4"]),
        ("a2", "carrera", ["n4"]),
        ("nobody", "", []),
        ("", "\0", []),
    ],
)
def test_lists_of_bots_are_restricted(
    unit: OpenUnit, author_id: str, game: str, names: list[str]
) -> None:
    with unit() as uow:
        uow.bots.add(bot("b1", "n1", "scout", "a1"))
        uow.bots.add(bot("b2", "n2", "scout", "a2"))
        uow.bots.add(bot("b3", "n3", "carrera", "a1"))
        uow.bots.add(bot("b4", "n4", "carrera", "a2"))

    with unit() as uow:
        walked, token = [], ""
        while True:
            page = uow.bots.page(1, token, author_id=author_id, game=game)
            walked += [b.name for b in page.items]
            if not (token := page.next_token):
                break
    assert walked == names


def test_a_token_leads_on_in_its_own_list_only(unit: OpenUnit) -> None:
    with unit() as uow:
        for n in range(3):
            uow.bots.add(bot(f"b{n}", f"n{n}"))
            uow.ladders.add(ladder(f"l{n}", f"n{n}"))
        token = uow.bots.page(1, "", game="scout").next_token

        assert uow.bots.page(1, token, game="scout").items == (bot("b1", "n1"),)
        with pytest.raises(InvalidArgument):
            uow.bots.page(1, token)
        with pytest.raises(InvalidArgument):
            uow.ladders.page(1, token)
