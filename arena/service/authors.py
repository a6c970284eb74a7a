"""Authors and their keys."""

from collections.abc import Collection, Mapping

from arena.service.errors import AlreadyExists, InvalidArgument, NotFound, Unauthenticated
from arena.service.house import HOUSE
from arena.service.naming import checked_label, checked_name, new_id, new_secret, secret_hash
from arena.service.ports import Now, OpenUnit
from arena.service.records import Author, Key, Role


def create_author(
    name: str, role: Role, *, open_unit: OpenUnit, now: Now
) -> tuple[Author, Key, str]:
    """Returns a new author, its first key and the key's secret, which is not kept."""
    author = Author(new_id("author"), checked_name("name", name), role, now())
    if name.casefold() == HOUSE:  # Its author is made when it is needed first.
        raise AlreadyExists("author", name)
    with open_unit() as unit:
        unit.authors.add(author)
    key, secret = create_key(author, "first key", open_unit=open_unit, now=now)
    return author, key, secret


def create_key(author: Author, label: str, *, open_unit: OpenUnit, now: Now) -> tuple[Key, str]:
    """Returns a new key and its secret, which is not kept."""
    secret = new_secret()
    key = Key(new_id("key"), author.author_id, checked_label("label", label), now())
    with open_unit() as unit:
        unit.authors.add_key(key, secret_hash(secret))
    return key, secret


def rotate_keys(author: Author, label: str, *, open_unit: OpenUnit, now: Now) -> tuple[Key, str]:
    """Returns a new key and its secret; all other keys of the author are useless from now on."""
    made, secret = create_key(author, label, open_unit=open_unit, now=now)
    with open_unit() as unit:
        for key in unit.authors.keys(author.author_id):
            if key.key_id != made.key_id and key.revoked is None:
                unit.authors.revoke_key(author.author_id, key.key_id, now())
    return made, secret


def authenticate(secret: str, *, open_unit: OpenUnit) -> Author:
    """Returns whose key this is, or raises `Unauthenticated`."""
    if not secret:
        raise Unauthenticated("send your key in metadata, as `authorization: Bearer KEY`")
    return known_author(secret_hash(secret), open_unit=open_unit)


def known_author(key_hash: str, *, open_unit: OpenUnit) -> Author:
    """Returns whose key has this hash, or raises `Unauthenticated`."""
    with open_unit() as unit:
        try:
            return unit.authors.of_key(key_hash)
        except NotFound:
            raise Unauthenticated("this key is unknown or revoked") from None


def author_names(author_ids: Collection[str], *, open_unit: OpenUnit) -> Mapping[str, str]:
    """Returns the names of authors by id."""
    with open_unit() as unit:
        return {author_id: unit.authors.get(author_id).name for author_id in set(author_ids)}


def list_keys(author: Author, *, open_unit: OpenUnit) -> tuple[Key, ...]:
    """Returns the author's keys, newest first."""
    with open_unit() as unit:
        return unit.authors.keys(author.author_id)


def revoke_key(author: Author, key_id: str, *, open_unit: OpenUnit, now: Now) -> Key:
    """Makes a key useless at once; doing it twice does it once."""
    if not key_id:
        raise InvalidArgument("key_id", "is empty")
    with open_unit() as unit:
        return unit.authors.revoke_key(author.author_id, key_id, now())
