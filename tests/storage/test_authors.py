import pytest

from arena.service.errors import AlreadyExists, NotFound
from arena.service.ports import OpenUnit
from tests.storage.samples import at, author, key


def test_an_author_comes_back_as_it_was(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.authors.add(author())

    with unit() as uow:
        assert uow.authors.get("a1") == author()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ada", "ADA"),
        ("Straße", "STRASSE"),
        ("Ångström", "ångström"),
        ("\u00c5sa", "A\u030asa"),
    ],
)
def test_names_that_differ_only_in_case_are_one(unit: OpenUnit, first: str, second: str) -> None:
    with unit() as uow:
        uow.authors.add(author("a1", first))

    with pytest.raises(AlreadyExists, match="author"), unit() as uow:
        uow.authors.add(author("a2", second))


def test_a_refused_author_leaves_the_unit_of_work_alive(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.authors.add(author("a1", "Ada"))
        with pytest.raises(AlreadyExists):
            uow.authors.add(author("a2", "ada"))
        uow.authors.add(author("a3", "Grace"))

    with unit() as uow:
        assert uow.authors.get("a3").name == "Grace"


def test_an_author_is_found_by_id_before_name_whatever_its_case(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.authors.add(author("a1", "Ada"))
        uow.authors.add(author("a2", "a1"))

    with unit() as uow:
        assert uow.authors.find("ADA").author_id == "a1"
        assert uow.authors.find("a1").name == "Ada"
        assert uow.authors.find("a2").name == "a1"
        with pytest.raises(NotFound):
            uow.authors.find("Grace")


def test_authors_are_listed_by_name(unit: OpenUnit) -> None:
    with unit() as uow:
        for number, name in enumerate(("Grace", "ada", "Blaise")):
            uow.authors.add(author(f"a{number}", name))

    with unit() as uow:
        first = uow.authors.page(2, "")
        rest = uow.authors.page(2, first.next_token)

    assert [one.name for one in (*first.items, *rest.items)] == ["ada", "Blaise", "Grace"]


@pytest.mark.parametrize("author_id", ["nobody", "", "\0", "\ud800", "x" * 10_000])
def test_an_author_that_is_not_there_is_not_found(unit: OpenUnit, author_id: str) -> None:
    with pytest.raises(NotFound), unit() as uow:
        uow.authors.get(author_id)


def test_a_key_is_its_authors_until_it_is_revoked(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.authors.add(author("a1"))
        uow.authors.add(author("a2"))
        uow.authors.add_key(key("k1", "a1"), "hash one")
        uow.authors.add_key(key("k2", "a2"), "hash two")

    with unit() as uow:
        assert uow.authors.of_key("hash two") == author("a2")
        uow.authors.revoke_key("a2", "k2", at(9))

    with unit() as uow:
        assert uow.authors.of_key("hash one") == author("a1")
        with pytest.raises(NotFound) as refused:
            uow.authors.of_key("hash two")
    assert "hash two" not in str(refused.value)


def test_a_revoked_key_stays_as_it_is(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.authors.add(author())
        uow.authors.add_key(key(), "hash")

    with unit() as uow:
        first = uow.authors.revoke_key("a1", "k1", at(9))
    with unit() as uow:
        second = uow.authors.revoke_key("a1", "k1", at(99))

    assert first.revoked == at(9)
    assert second == first


def test_nobody_revokes_the_key_of_another(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.authors.add(author("a1"))
        uow.authors.add(author("a2"))
        uow.authors.add_key(key("k1", "a1"), "hash")

        with pytest.raises(NotFound):
            uow.authors.revoke_key("a2", "k1", at(9))

    with unit() as uow:
        assert uow.authors.of_key("hash").author_id == "a1"


def test_keys_are_listed_newest_first(unit: OpenUnit) -> None:
    old, new = key("k2", created=at(2)), key("k1", created=at(3))
    with unit() as uow:
        uow.authors.add(author("a1"))
        uow.authors.add(author("a2"))
        uow.authors.add_key(old, "hash old")
        uow.authors.add_key(new, "hash new")

        assert uow.authors.keys("a1") == (new, old)
        assert uow.authors.keys("a2") == ()
        with pytest.raises(NotFound):
            uow.authors.keys("nobody")


def test_a_hash_opens_for_one_key_only(unit: OpenUnit) -> None:
    with unit() as uow:
        uow.authors.add(author())
        uow.authors.add_key(key("k1"), "hash")

        with pytest.raises(AlreadyExists):
            uow.authors.add_key(key("k2"), "hash")
