"""An arena whose processes may be of two versions, with a ladder and bots that play on it."""

import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.bootstrap import Wiring, wire
from arena.cli.processes import await_port, free_port
from arena.config import Settings
from arena.match.events import Decided
from arena.service import ladders
from arena.service.records import Match, MatchFilter
from tests.compat.versions import ARENA, DESK, Version

KINDS: Mapping[str, tuple[str, ...]] = {
    "gateway": ("gateway",),
    "matches": ("worker", "--queue", "matches"),
    "ledger": ("worker", "--queue", "ledger"),
    "beat": ("beat",),
}
"""The processes of an arena, and the commands that start them."""
BOTS = ("planner", "greedy", "random")
GAME = "carrera"
HOST = "127.0.0.1"
PATIENCE_S = 90.0
MOST = 500


@dataclass(slots=True)
class Upgrading:
    """The arena. Its data are in SQLite, its processes and bots write to files beside them."""

    settings: Settings
    processes: dict[str, "subprocess.Popen[str]"] = field(default_factory=dict)
    ports: dict[str, int] = field(default_factory=dict)
    _wiring: Wiring | None = None

    def start(self, kind: str, version: Version) -> None:
        """Starts a process, beside the one of the other version that may run."""
        environment = self.settings.environment()
        if kind == "gateway":
            port = self.ports[version.name]
            environment |= {"ARENA_GATEWAY_HOST": HOST, "ARENA_GATEWAY_PORT": str(port)}
        self._run(f"{kind} of {version.name}", version, *ARENA, *KINDS[kind], **environment)
        if kind == "gateway":
            await_port(HOST, self.ports[version.name])

    def stop(self, kind: str, version: Version) -> None:
        """Lets a process end as operators do: with SIGTERM."""
        process = self.processes.pop(f"{kind} of {version.name}")
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE_S) == 0, f"{kind} of {version.name}"

    def open_ladder(self, version: Version) -> None:
        """Opens a ladder with commands of a version, and lets bots of it join."""
        where = ",".join(f"{HOST}:{port}" for port in self.ports.values())
        author = self._asked(version, "author", "create", "Ada", "--operator")
        create = ("ladder", "create", "open", GAME, "--seats", str(len(BOTS)), "--same-author")
        ladder = self._asked(version, *create)
        for bot in BOTS:
            made = self._asked(version, "bot", "create", author["author"], bot, GAME)
            submission = made["submission"]
            join = ("ladder", "join", ladder["ladder"], submission)
            version.output(*ARENA, *join, **self.settings.environment())
            desk = (*DESK, "join", f"house:{bot}", "--game", GAME)
            whom = ("--submission", submission, "--matches", "8", "--address", f"ipv4:{where}")
            self._run(f"{bot}, a bot", version, *desk, *whom, "--key", author["key"])

    def migrate(self) -> None:
        """Brings the database up to date, which comes before the processes."""
        self._wiring = wire(self.settings)

    def await_matches(self, count: int) -> None:
        """Waits until so many more matches have ended."""
        enough = self._ended() + count
        self._await(lambda: self._ended() >= enough)

    def matches_at_rest(self) -> list[Match]:
        """Pauses the ladder; returns all matches once they have ended."""
        ladders.pause_ladder("open", True, open_unit=self._there.open_unit)
        self._await(lambda: all(match.state.final for match in self._matches()))
        return list(self._matches())

    def faults(self, match: Match) -> Iterator[str]:
        """Yields what bots did wrong in a match."""
        with self._there.open_unit() as unit:
            for event in unit.matches.log(match.match_id):
                if isinstance(event, Decided):
                    yield from (c.fault.value for c in event.choices if c.fault)

    def end(self) -> None:
        """Ends all that runs still."""
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._wiring:
            self._wiring.close()

    @property
    def _there(self) -> Wiring:
        assert self._wiring is not None
        return self._wiring

    def _matches(self) -> Iterator[Match]:
        with self._there.open_unit() as unit:
            yield from unit.matches.page(MOST, "", MatchFilter()).items

    def _ended(self) -> int:
        return sum(match.state.final for match in self._matches())

    def _await(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < deadline, "matches do not end"
            time.sleep(0.2)

    def _asked(self, version: Version, *arguments: str) -> dict[str, Any]:
        said = version.output(*ARENA, *arguments, "--json", **self.settings.environment())
        found: dict[str, Any] = json.loads(said)
        return found

    def _run(self, name: str, version: Version, *arguments: str, **environment: str) -> None:
        with (self.settings.data_dir / f"{name}.log").open("wb") as log:
            self.processes[name] = version.start(*arguments, output=log, **environment)


def upgrading(redis_url: str, data: Path, *versions: Version) -> Upgrading:
    """Returns an arena with a port for the gateway of each version; nothing runs yet."""
    data.mkdir()
    settings = Settings(data_dir=data, redis_url=redis_url, drain_s=5.0, hosting="off")
    return Upgrading(settings, ports={version.name: free_port(HOST) for version in versions})
