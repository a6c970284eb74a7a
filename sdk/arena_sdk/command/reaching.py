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

_REFUSED = 4

_EXIT_CODES = {
    grpc.StatusCode.INVALID_ARGUMENT: 2,
    grpc.StatusCode.OUT_OF_RANGE: 2,
    grpc.StatusCode.NOT_FOUND: 3,
}
"""Of what an arena answers; whatever is not here is a refusal."""

_SAID = "grpc-status-details-bin"
"""What an arena sends with each of its errors, and nobody else."""


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
    found = author_settings(arguments)
    with _channel(found) as channel:
        try:
            yield Arena(channel, found.metadata)
        except grpc.RpcError as error:
            raise refusal(error, found) from None


def author_settings(arguments: argparse.Namespace) -> Settings:
    """Raises `Refusal`."""
    try:
        return settings(
            address=arguments.address,
            key=arguments.key,
            submission="none",  # who asks is an author, not a bot
            tls=arguments.tls,
            roots=arguments.roots,
        )
    except ValueError as error:
        raise Refusal(str(error)) from None


def exit_code(code: grpc.StatusCode) -> int:
    """Returns the exit code of a command that an arena answered so."""
    return _EXIT_CODES.get(code, _REFUSED)


def refusal(error: grpc.RpcError, found: Settings) -> Refusal:
    """Returns what an author is told of a call that failed."""
    code = error.code()
    trailing: Any = error.trailing_metadata() or ()  # pairs, which the stubs do not know
    by_arena = _SAID in dict(trailing)
    if code is grpc.StatusCode.UNAVAILABLE and not by_arena:
        text = f"no arena answers at {found.address}; is it up? (--address, ARENA_ADDRESS)"
        return Refusal(f"{text}\n{error.details()}" if found.tls else text, _REFUSED)
    return Refusal(f"{code.name}: {error.details()}", exit_code(code))


def _channel(found: Settings) -> grpc.Channel:
    if not found.tls:
        return grpc.insecure_channel(found.address, options=CHANNEL_OPTIONS)
    roots = None if found.roots is None else found.roots.read_bytes()
    credentials = grpc.ssl_channel_credentials(root_certificates=roots)
    return grpc.secure_channel(found.address, credentials, options=CHANNEL_OPTIONS)
