"""What running uploaded bots needs: a manifest's meaning, and an engine that contains programs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

PYTHON = "python"
"""As the first word of a command: the interpreter that the arena brings, with its SDK."""


@dataclass(frozen=True, slots=True)
class Plays:
    """One game that a bot plays, and at which tables."""

    game: str
    seats: tuple[int, ...]
    """The sizes of tables, ascending."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an author's `bot.toml` says."""

    name: str
    games: tuple[Plays, ...]
    command: tuple[str, ...]
    build: tuple[str, ...] = ()
    memory_mb: int = 256

    def bot_name(self, game: str) -> str:
        """Returns as which bot it plays a game: a bot has one, and is known by its name."""
        return self.name if len(self.games) == 1 else f"{self.name}-{game}"

    @property
    def brings_its_runtime(self) -> bool:
        """Whether the bot needs nothing of the machine but its kernel."""
        return self.command[0] != PYTHON


@dataclass(frozen=True, slots=True)
class Limits:
    """What one program may use; the whole of it, where nothing else is said."""

    memory_mb: int = 256
    processes: int = 64
    """Processes and threads together."""
    open_files: int = 256
    scratch_mb: int = 64
    """What fits into its `/tmp`; no file is larger."""
    scratch_files: int = 10_000
    cpu_s: int = 3_600
    """Of each process."""


@dataclass(frozen=True, slots=True)
class Program:
    """What an engine is to run."""

    room: Path
    """A directory for this program alone. Its `bot` is what is run, read-only; its `door`, if
    there is one, holds the socket that leads to the arena; anything else stays unseen."""
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = Limits()
    needs_python: bool = True
    """Whether it gets the machine's libraries and the arena's Python; else it gets nothing."""
    builds: bool = False
    """Whether it makes a new version of `bot`: it then works on a copy that it may change, and
    what it writes to its standard output is what it made."""


@dataclass(frozen=True, slots=True)
class Exit:
    """How a program ended."""

    code: int
    """0 for success; 128 and the number of the signal that ended it."""
    why: str = ""
    """Why the engine ended it, if it did."""

    def __str__(self) -> str:
        if self.why:
            return self.why
        if self.code > 128:
            return f"ended by signal {self.code - 128}"
        return f"ended with exit code {self.code}"


class Sandbox(Protocol):
    """A running program that is contained."""

    async def ended(self) -> Exit:
        """Waits until nothing of the program is left."""

    async def stop(self, grace_s: float = 0.0, why: str = "") -> Exit:
        """Asks the program to end, ends all of it after the grace, and waits for that."""


class Engine(Protocol):
    """Runs programs that nobody trusts."""

    async def probe(self) -> None:
        """Raises `Unavailable` that says what is missing on this machine."""

    async def start(
        self,
        program: Program,
        heard: Callable[[bytes], None],
        made: Callable[[bytes], None] | None = None,
    ) -> Sandbox:
        """Starts a program; what it prints goes to `heard`, what a build makes to `made`.

        Raises `Unavailable` if the machine fails to.
        """
