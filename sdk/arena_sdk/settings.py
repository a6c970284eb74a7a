"""Where the arena is, who plays there, and how a connection to it is kept."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import grpc.aio

DEFAULT_ADDRESS = "127.0.0.1:7700"
"""Where `arena up` listens."""

CHANNEL_OPTIONS: tuple[tuple[str, int], ...] = (
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.max_receive_message_length", 1 << 20),
    ("grpc.max_send_message_length", 1 << 18),
    # A new session is to look the address up again, and not to inherit the waiting of an old one.
    ("grpc.use_local_subchannel_pool", 1),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """What `run` needs to know."""

    address: str
    key: str = field(repr=False)
    submission: str
    matches: int
    tls: bool
    roots: Path | None = None
    """A PEM file with the certificates to trust instead of the usual ones."""

    def channel(self) -> grpc.aio.Channel:
        """Opens a channel; whoever asked for it closes it."""
        if not self.tls:
            return grpc.aio.insecure_channel(self.address, options=CHANNEL_OPTIONS)
        roots = None if self.roots is None else self.roots.read_bytes()
        credentials = grpc.ssl_channel_credentials(root_certificates=roots)
        return grpc.aio.secure_channel(self.address, credentials, options=CHANNEL_OPTIONS)

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What tells the arena who calls."""
        return (("authorization", f"Bearer {self.key}"),)


def settings(
    *,
    address: str | None = None,
    key: str | None = None,
    submission: str | None = None,
    matches: int | None = None,
    tls: bool | None = None,
    roots: str | os.PathLike[str] | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Settings:
    """Fills in from the environment what is `None`; raises `ValueError` that says what to set."""

    def chosen(given: object, variable: str) -> str:
        return str(environment.get(variable, "") if given is None else given).strip()

    key = chosen(key, "ARENA_KEY")
    submission = chosen(submission, "ARENA_SUBMISSION")
    if not key:
        raise ValueError("no key: pass key= or set ARENA_KEY")
    if not submission:
        raise ValueError("no submission: pass submission= or set ARENA_SUBMISSION")
    if not (key.isascii() and key.isprintable()):
        raise ValueError("the key has characters that no key has; was all of it copied, and alone?")
    capacity = chosen(matches, "ARENA_MATCHES") or "1"
    if not (capacity.isdecimal() and int(capacity) > 0):
        raise ValueError(f"matches= or ARENA_MATCHES must be a number from 1 on, not {capacity!r}")
    trusted = chosen(roots, "ARENA_TLS_ROOTS")
    return Settings(
        chosen(address, "ARENA_ADDRESS") or DEFAULT_ADDRESS,
        key,
        submission,
        int(capacity),
        bool(trusted) or chosen(tls, "ARENA_TLS").lower() in ("1", "true", "yes", "on"),
        Path(trusted) if trusted else None,
    )
