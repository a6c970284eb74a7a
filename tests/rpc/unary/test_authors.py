from typing import cast

import pytest
from grpc import StatusCode

from botarena.v1 import author_service_pb2 as pb

from .world import Person, World, refused


def test_an_operator_registers_an_author_whose_key_works_at_once(arena: World) -> None:
    made = arena.authors.CreateAuthor(
        pb.CreateAuthorRequest(name="Cleo"), metadata=arena.operator.metadata
    )

    metadata = [("authorization", f"Bearer {made.secret}")]
    me = arena.authors.GetSelf(pb.GetSelfRequest(), metadata=metadata).author
    assert me == made.author
    assert (me.name, me.role) == ("Cleo", pb.ROLE_AUTHOR)
    assert me.create_time.seconds > 0
    assert made.key.label == "first key"
    assert made.secret not in str(made.key)


def test_an_operator_registers_another_operator(arena: World) -> None:
    request = pb.CreateAuthorRequest(name="Otto", role=pb.ROLE_OPERATOR)

    made = arena.authors.CreateAuthor(request, metadata=arena.operator.metadata)

    assert made.author.role == pb.ROLE_OPERATOR


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (pb.CreateAuthorRequest(), "name"),
        (pb.CreateAuthorRequest(name="x"), "name"),
        (pb.CreateAuthorRequest(name="x" * 41), "name"),
        (pb.CreateAuthorRequest(name="new\nline"), "name"),
        (pb.CreateAuthorRequest(name="Zoë"), "name"),
        (pb.CreateAuthorRequest(name="Cleo", role=cast(pb.Role, 3)), "role"),
        (pb.CreateAuthorRequest(name="Cleo", role=cast(pb.Role, -1)), "role"),
    ],
)
def test_a_bad_author_is_refused_by_field(
    arena: World, request_: pb.CreateAuthorRequest, field: str
) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, field):
        arena.authors.CreateAuthor(request_, metadata=arena.operator.metadata)


def test_a_name_is_taken_whatever_its_case(arena: World) -> None:
    with refused(StatusCode.ALREADY_EXISTS) as refusal:
        arena.authors.CreateAuthor(
            pb.CreateAuthorRequest(name="ANN"), metadata=arena.operator.metadata
        )

    assert refusal.info.reason == "ALREADY_EXISTS"
    assert dict(refusal.info.metadata) == {"kind": "author", "key": "ANN"}


def test_keys_are_made_listed_and_revoked_without_their_secrets(arena: World) -> None:
    ann = arena.ann
    made = arena.authors.CreateKey(pb.CreateKeyRequest(label="laptop"), metadata=ann.metadata)

    keys = arena.authors.ListKeys(pb.ListKeysRequest(), metadata=ann.metadata).keys
    revoked = arena.authors.RevokeKey(
        pb.RevokeKeyRequest(key_id=made.key.key_id), metadata=ann.metadata
    ).key

    assert [key.label for key in keys] == ["laptop", "first key"]
    assert not any(key.HasField("revoke_time") for key in keys)
    assert revoked.HasField("revoke_time")
    again = arena.authors.RevokeKey(
        pb.RevokeKeyRequest(key_id=made.key.key_id), metadata=ann.metadata
    ).key
    assert again == revoked


def test_a_revoked_key_is_refused_where_it_was_not_used_lately(arena: World) -> None:
    ann = arena.ann
    made = arena.authors.CreateKey(pb.CreateKeyRequest(label="lost"), metadata=ann.metadata)
    arena.authors.RevokeKey(pb.RevokeKeyRequest(key_id=made.key.key_id), metadata=ann.metadata)

    with refused(StatusCode.UNAUTHENTICATED):
        arena.authors.GetSelf(
            pb.GetSelfRequest(), metadata=Person(ann.author, made.secret).metadata
        )


@pytest.mark.parametrize("label", ["x" * 81, "bell\a"])
def test_a_bad_label_is_refused(arena: World, label: str) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, "label"):
        arena.authors.CreateKey(pb.CreateKeyRequest(label=label), metadata=arena.ann.metadata)


@pytest.mark.parametrize("key_id", ["", "x" * 101, "key-\0"])
def test_a_bad_key_id_is_refused(arena: World, key_id: str) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, "key_id"):
        arena.authors.RevokeKey(pb.RevokeKeyRequest(key_id=key_id), metadata=arena.ann.metadata)


def test_nobody_revokes_the_key_of_another(arena: World) -> None:
    (key,) = arena.authors.ListKeys(pb.ListKeysRequest(), metadata=arena.bob.metadata).keys

    with refused(StatusCode.NOT_FOUND):
        arena.authors.RevokeKey(pb.RevokeKeyRequest(key_id=key.key_id), metadata=arena.ann.metadata)

    assert arena.authors.GetSelf(pb.GetSelfRequest(), metadata=arena.bob.metadata)
