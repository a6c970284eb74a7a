"""Redis that fails over: Sentinels say which server is the primary now.

`sentinel://[USER:PASSWORD@]HOST:PORT,HOST:PORT[/DATABASE]?service=NAME` stands where a `redis://`
URL does. User and password are those of the servers; the Sentinels are asked without.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

import redis
from redis.sentinel import Sentinel

SCHEME = "sentinel"
PORT = 26_379


@dataclass(frozen=True, slots=True)
class Watched:
    """A primary and its replicas, by the Sentinels that watch over them."""

    sentinels: tuple[tuple[str, int], ...]
    service: str
    database: int = 0
    username: str = ""
    password: str = ""

    def url_of(self, host: str, port: int) -> str:
        """Returns the URL of one of the servers."""
        return f"redis://{self._credentials()}{host}:{port}/{self.database}"

    def broker(self) -> tuple[str, Mapping[str, Any]]:
        """Returns the URL and the transport options by which Celery finds the primary."""
        hosts = (
            f"{SCHEME}://{self._credentials()}{host}:{port}/{self.database}"
            for host, port in self.sentinels
        )
        return ";".join(hosts), {"master_name": self.service}

    def client(self, **options: Any) -> redis.Redis:
        """Returns a client of whoever is the primary when it connects."""
        told = {name: value for name, value in options.items() if name.startswith("socket_")}
        sentinel: Any = Sentinel(list(self.sentinels), sentinel_kwargs=told)  # type: ignore[no-untyped-call]
        found: redis.Redis = sentinel.master_for(
            self.service,
            db=self.database,
            username=self.username or None,
            password=self.password or None,
            **options,
        )
        return found

    def _credentials(self) -> str:
        if not self.password:
            return ""
        return f"{quote(self.username, safe='')}:{quote(self.password, safe='')}@"


def watched(redis_url: str) -> Watched | None:
    """Returns what a URL of Sentinels says; `None` for one of a server. Raises `ValueError`."""
    parts = urlsplit(redis_url)
    if parts.scheme != SCHEME:
        return None
    services = parse_qs(parts.query).get("service", [])
    if len(services) != 1:
        raise ValueError("a sentinel:// URL ends with ?service=NAME, the name of the primary")
    credentials, _, hosts = parts.netloc.rpartition("@")
    username, _, password = credentials.partition(":")
    return Watched(
        tuple(_address(host) for host in hosts.split(",")),
        services[0],
        int(parts.path.strip("/") or 0),
        unquote(username),
        unquote(password),
    )


def client(redis_url: str, **options: Any) -> redis.Redis:
    """Returns a client of the server that may be written to, wherever it is."""
    found = watched(redis_url)
    if found is not None:
        return found.client(**options)
    return redis.Redis.from_url(redis_url, **options)


def broker(redis_url: str) -> tuple[str, Mapping[str, Any]]:
    """Returns what Celery needs to know of a server, or of those who watch over it."""
    found = watched(redis_url)
    return found.broker() if found is not None else (redis_url, {})


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":") if text.count(":") == 1 or "]" in text else (text, "", "")
    if not host:
        raise ValueError("a sentinel:// URL names its hosts as HOST:PORT, with commas between")
    return host.strip("[]"), int(port or PORT)
