"""Calls to an arena: where it is, who asks, and what its refusals mean."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import grpc

from arena_sdk.command.refusal import Refusal
from arena_sdk.settings import CHANNEL_OPTIONS, Settings, settings

TIMEOUT_S = 20.0

_NO_SUCH_RECORD, _REFUSED = 3, 4


def share_address(parser: argparse.ArgumentParser) -> None:
    """Adds what says where the arena is and who asks."""
    parser.add_argument("--address", help="host:port (ARENA_ADDRESS, or this machine)")
    parser.add_argument("--key", help="the author's key (ARENA_KEY)")
    parser.add_argument("--tls", action="store_const", const=True, help="encrypt (ARENA_TLS)")
    parser.add_argument("--roots", metavar="PEM", help="whom to trust (ARENA_TLS_ROOTS)")


@dataclass(frozen=True, slots=True)
class Arena:
    """An open channel."""

    channel: grpc.Channel
    metadata: tuple[tuple[str, str], ...]

    def call(self, method: Any, request: Any) -> Any:
        """Calls a method of a stub, as this author."""
        return method(request, metadata=self.metadata, timeout=TIMEOUT_S)


@contextmanager
def reached(arguments: argparse.Namespace) -> Iterator[Arena]:
    """Opens a channel; turns what the arena refuses into a `Refusal`."""
    try:
        found = settings(
            address=arguments.address,
            key=arguments.key,
            submission="none",  # who asks is an author, not a bot
            tls=arguments.tls,
            roots=arguments.roots,
        )
    except ValueError as error:
        raise Refusal(str(error)) from None
    with _channel(found) as channel:
        try:
            yield Arena(channel, found.metadata)
        except grpc.RpcError as error:
            code = error.code()
            exit_code = _NO_SUCH_RECORD if code is grpc.StatusCode.NOT_FOUND else _REFUSED
            raise Refusal(f"{code.name}: {error.details()}", exit_code) from None


def _channel(found: Settings) -> grpc.Channel:
    if not found.tls:
        return grpc.insecure_channel(found.address, options=CHANNEL_OPTIONS)
    roots = None if found.roots is None else found.roots.read_bytes()
    credentials = grpc.ssl_channel_credentials(root_certificates=roots)
    return grpc.secure_channel(found.address, credentials, options=CHANNEL_OPTIONS)
