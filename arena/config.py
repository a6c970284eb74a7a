"""Settings of the arena, read once from the environment, then frozen."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any


class BadSetting(ValueError):
    """An environment variable has a value that cannot be used; the message names it."""


def _setting(
    default: Any,
    doc: str,
    between: tuple[float, float] | None = None,
    words: tuple[str, ...] = (),
) -> Any:
    """Declares a setting together with what the generated table says of it, and what it may be."""
    return field(default=default, metadata={"doc": doc, "between": between, "words": words})


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting; the environment variable of `redis_url` is `ARENA_REDIS_URL`, and so on."""

    data_dir: Path = _setting(Path("arena-data"), "Where SQLite and the embedded server keep files")
    database_url: str = _setting(
        "", "SQLAlchemy URL of SQLite or PostgreSQL; empty: SQLite in the data directory"
    )
    redis_url: str = _setting(
        "",
        "URL of a Redis or Valkey server, or `sentinel://HOST:PORT,HOST:PORT/0?service=NAME` for"
        " one that fails over; empty: `arena up` runs an embedded one",
    )
    gateway_host: str = _setting("127.0.0.1", "Address that the gateway listens on")
    gateway_port: int = _setting(
        7700, "Port that the gateway listens on; 0 takes a free one", between=(0, 65_535)
    )
    web_host: str = _setting("127.0.0.1", "Address that the pages are served on")
    web_port: int = _setting(
        7780, "Port that the pages are served on; 0 takes a free one", between=(0, 65_535)
    )
    web_https: bool = _setting(
        False, "Whether browsers reach the pages over HTTPS, by a proxy: cookies are then Secure"
    )
    spectator_delay_s: float = _setting(
        0.0, "Seconds by which spectators in the browser see a live match later", between=(0, 3_600)
    )
    trace_endpoint: str = _setting(
        "", "HOST:PORT of an OpenTelemetry collector that traces of matches go to; empty: none"
    )
    metrics_host: str = _setting("127.0.0.1", "Address that metrics are served on")
    metrics_port: int = _setting(
        0,
        "Port of the metrics of this process, for Prometheus; 0: none. Of `arena up` the first port"
        " of several: gateway, worker, ledger, beat, web, hosting",
        between=(0, 65_530),
    )
    tls_certificate: str = _setting("", "PEM file with the certificate chain; empty: no TLS")
    tls_key: str = _setting("", "PEM file with the key of the certificate")
    heartbeat_s: float = _setting(
        5.0, "Seconds between two heartbeats of a bot's stream", between=(0.1, 300)
    )
    drain_s: float = _setting(
        10.0,
        "Seconds that a gateway gives its sessions, and a worker its matches, when it stops",
        between=(0, 3_600),
    )
    worker_matches: int = _setting(
        64, "Matches that one worker process plays at a time", between=(1, 1_000)
    )
    hosting: str = _setting(
        "auto",
        "Whether uploaded bots are run: on, off, or auto: where the sandbox works",
        words=("auto", "on", "off"),
    )
    hosting_cgroups: str = _setting(
        "auto",
        "Whether control groups limit uploaded bots: on, off, or auto: where they may be used",
        words=("auto", "on", "off"),
    )
    hosting_dir: str = _setting(
        "", "Where uploaded bots are unpacked, for as long as they run; empty: below /tmp"
    )
    hosting_gateway: str = _setting(
        "", "HOST:PORT of a gateway as hosting workers reach it; empty: where the gateway listens"
    )
    hosting_ca: str = _setting(
        "",
        "PEM file with the certificates that hosting workers trust as the gateway's, or `system`;"
        " empty: the gateway's own, or no TLS if there is none",
    )
    hosting_uid: int = _setting(
        61_000,
        "First of the 1000 users that uploaded bots run as, where the arena runs as root",
        between=(1_000, 4_000_000_000),
    )
    hosting_bots: int = _setting(
        0, "Uploaded bots that one worker runs at a time; 0: four for each core", between=(0, 1_000)
    )
    hosting_memory_mb: int = _setting(
        0,
        "Memory that these bots may take together; 0: half of the machine's",
        between=(0, 1 << 24),
    )
    hosting_start_s: float = _setting(
        10.0, "Seconds that an uploaded bot may take to connect", between=(1, 600)
    )
    hosting_idle_s: float = _setting(
        30.0, "Seconds that an uploaded bot runs on without need", between=(0, 86_400)
    )
    hosting_matches: int = _setting(
        50,
        "Matches after which the process of an uploaded bot is replaced by a new one",
        between=(1, 1_000_000),
    )
    hosting_turn_s: float = _setting(
        300.0,
        "Seconds that an uploaded bot runs before it makes room for one that waits",
        between=(1, 86_400),
    )
    calls_per_min: int = _setting(
        1_200,
        "Calls of one author that a gateway, or the pages, take in a minute; 0: any number",
        between=(0, 1_000_000),
    )
    connects_per_min: int = _setting(
        3_000,
        "Sessions of one author that a gateway opens in a minute; 0: any number",
        between=(0, 1_000_000),
    )
    author_streams: int = _setting(
        4_000,
        "Sessions, uploads and followed matches of one author, or one address without a good key,"
        " that a gateway holds at a time; 0: any number",
        between=(0, 1_000_000),
    )
    uploads_per_hour: int = _setting(
        60,
        "Uploads of one author that a gateway, or the pages, take in an hour; 0: any number",
        between=(0, 1_000_000),
    )
    address_calls_per_min: int = _setting(
        6_000,
        "Calls without a good key that one network address may make in a minute; 0: any number",
        between=(0, 1_000_000),
    )
    author_versions: int = _setting(
        100,
        "Uploaded versions of one author that are neither retired nor refused; 0: any number",
        between=(0, 1_000_000),
    )
    author_upload_mb: int = _setting(
        1_024, "Size of all archives of one author together; 0: any", between=(0, 1 << 24)
    )
    author_matches: int = _setting(
        20,
        "Matches outside contests of one author that are not over; 0: any number",
        between=(0, 1_000_000),
    )
    upload_mb: int = _setting(32, "Size of the largest archive that is taken", between=(1, 512))
    upload_idle_s: float = _setting(
        10.0,
        "Seconds in which the next 64 KiB of an upload or form, or its end, have to come",
        between=(0.1, 300),
    )
    bot_log_days: float = _setting(
        30.0,
        "Days for which the output of uploaded bots is kept, and archives that will run no more",
        between=(0.001, 36_500),
    )
    replay_days: float = _setting(
        0.0,
        "Days for which the logs of finished matches are kept, results for ever; 0: for ever, too",
        between=(0, 36_500),
    )
    log_level: str = _setting(
        "info",
        "Least severe message that is logged: debug, info, warning",
        words=("debug", "info", "warning"),
    )
    log_format: str = _setting(
        "text", "How messages are logged: text for people or json", words=("text", "json")
    )

    @property
    def database(self) -> str:
        """The URL of the database, filled in."""
        return self.database_url or f"sqlite:///{(self.data_dir / 'arena.db').resolve()}"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Raises `BadSetting` that names the variable."""
        given: dict[str, Any] = {}
        for setting in fields(cls):
            text = environment.get(variable(setting.name))
            if text is not None and text != "":
                given[setting.name] = _parsed(variable(setting.name), setting.default, text)
        settings = cls(**given)
        settings._check()
        return settings

    def environment(self) -> dict[str, str]:
        """Returns the variables that make another process read these same settings."""
        return {variable(f.name): str(getattr(self, f.name)) for f in fields(self)}

    def _check(self) -> None:
        if bool(self.tls_certificate) != bool(self.tls_key):
            raise BadSetting("ARENA_TLS_CERTIFICATE and ARENA_TLS_KEY go together; one is missing")
        if self.database_url and not _DATABASE.match(self.database_url):
            raise BadSetting(
                "ARENA_DATABASE_URL must be sqlite:///FILE or"
                " postgresql+psycopg://USER:PASSWORD@HOST/NAME"
            )
        if self.redis_url and not _REDIS.match(self.redis_url):
            raise BadSetting(
                "ARENA_REDIS_URL must be redis://HOST:PORT/0, or rediss:, or sentinel:"
            )
        if self.redis_url.startswith("sentinel:") and "?service=" not in self.redis_url:
            raise BadSetting("ARENA_REDIS_URL names Sentinels, so it must end with ?service=NAME")
        for setting in fields(self):
            value, between = getattr(self, setting.name), setting.metadata["between"]
            if between is not None and not between[0] <= value <= between[1]:
                least, most = between
                raise BadSetting(f"{variable(setting.name)} must be from {least} to {most}")
            words = setting.metadata["words"]
            if words and value not in words:
                raise BadSetting(f"{variable(setting.name)} must be one of {', '.join(words)}")


def variable(name: str) -> str:
    """Returns the environment variable of a setting."""
    return f"ARENA_{name.upper()}"


def _parsed(name: str, default: object, text: str) -> object:
    try:
        match default:
            case bool():
                return _FLAGS[text.strip().lower()]
            case int():
                return int(text)
            case float():
                return float(text)
            case Path():
                return Path(text)
            case _:
                return text
    except ValueError:
        raise BadSetting(f"{name} must be a number, not {text!r}") from None
    except KeyError:
        raise BadSetting(f"{name} must be true or false, not {text!r}") from None


_DATABASE = re.compile(r"(sqlite|postgres(ql)?(\+psycopg)?)://")
_REDIS = re.compile(r"(rediss?|unix|sentinel)://")
_FLAGS = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
