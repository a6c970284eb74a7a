"""The author service: who owns bots, and how they prove it."""

import asyncio

from grpc.aio import ServicerContext

from arena.rpc.auth import caller
from arena.rpc.fields import required_id
from arena.rpc.messages import ROLES, author_message, key_message
from arena.rpc.ports import Ports
from arena.service import authors
from arena.service.errors import InvalidArgument
from arena.service.records import Role
from botarena.v1 import author_service_pb2 as pb
from botarena.v1.author_service_pb2_grpc import AuthorServiceServicer


class AuthorServicer(AuthorServiceServicer):
    """Serves `botarena.v1.AuthorService`."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    async def CreateAuthor(
        self,
        request: pb.CreateAuthorRequest,
        context: ServicerContext[pb.CreateAuthorRequest, pb.CreateAuthorResponse],
    ) -> pb.CreateAuthorResponse:
        author, key, secret = await asyncio.to_thread(
            authors.create_author,
            request.name,
            _role(request.role),
            open_unit=self._ports.open_unit,
            now=self._ports.now,
        )
        return pb.CreateAuthorResponse(
            author=author_message(author), key=key_message(key), secret=secret
        )

    async def GetSelf(
        self,
        request: pb.GetSelfRequest,
        context: ServicerContext[pb.GetSelfRequest, pb.GetSelfResponse],
    ) -> pb.GetSelfResponse:
        return pb.GetSelfResponse(author=author_message(caller()))

    async def CreateKey(
        self,
        request: pb.CreateKeyRequest,
        context: ServicerContext[pb.CreateKeyRequest, pb.CreateKeyResponse],
    ) -> pb.CreateKeyResponse:
        key, secret = await asyncio.to_thread(
            authors.create_key,
            caller(),
            request.label,
            open_unit=self._ports.open_unit,
            now=self._ports.now,
        )
        return pb.CreateKeyResponse(key=key_message(key), secret=secret)

    async def ListKeys(
        self,
        request: pb.ListKeysRequest,
        context: ServicerContext[pb.ListKeysRequest, pb.ListKeysResponse],
    ) -> pb.ListKeysResponse:
        keys = await asyncio.to_thread(authors.list_keys, caller(), open_unit=self._ports.open_unit)
        return pb.ListKeysResponse(keys=map(key_message, keys))

    async def RevokeKey(
        self,
        request: pb.RevokeKeyRequest,
        context: ServicerContext[pb.RevokeKeyRequest, pb.RevokeKeyResponse],
    ) -> pb.RevokeKeyResponse:
        key = await asyncio.to_thread(
            authors.revoke_key,
            caller(),
            required_id("key_id", request.key_id),
            open_unit=self._ports.open_unit,
            now=self._ports.now,
        )
        return pb.RevokeKeyResponse(key=key_message(key))


def _role(number: pb.Role) -> Role:
    if number == pb.ROLE_UNSPECIFIED:
        return Role.AUTHOR
    for role, its_number in ROLES.items():
        if number == its_number:
            return role
    raise InvalidArgument("role", f"unknown value {number}")
