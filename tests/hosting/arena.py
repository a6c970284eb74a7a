"""A whole arena on this machine that runs uploaded bots, and one who uploads them."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from arena.bootstrap import Wiring, wire
from arena.cli.processes import running
from arena.cli.supervisor import Supervisor
from arena.config import Settings
from arena.match.clock import Clock
from arena.service import hosted, matches
from arena.service.authors import create_author
from arena.service.errors import NotFound
from arena.service.house import house_submissions
from arena.service.matches import DEFAULT_CLOCK
from arena.service.records import Author, Match, Role
from arena_sdk.submitting import Submitted, submit
from tests.hosting.bubblewrap import require_bubblewrap

PATIENCE_S = 60.0

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HostingArena:
    """What the tests touch."""

    wiring: Wiring
    settings: Settings
    author: Author
    key: str
    supervisor: Supervisor

    def upload(self, scratch: Path, name: str, program: str, more: str = "") -> Submitted:
        """Submits a bot of one file for SCOUT with two seats; returns once it is active."""
        manifest = f'name = "{name}"\ngame = "scout"\nseats = [2]\n'
        if "command" not in more:
            manifest += 'command = ["python", "bot.py"]\n'
        return self.submit(scratch / name, {"bot.toml": manifest + more, "bot.py": program})

    def submit(self, place: Path, files: Mapping[str, str | bytes]) -> Submitted:
        place.mkdir()
        for path, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            (place / path).write_bytes(data)
            if not path.endswith((".py", ".toml")):
                (place / path).chmod(0o755)
        address = f"{self.settings.gateway_host}:{self.settings.gateway_port}"
        return submit(place, address=address, key=self.key)

    def play(self, submission_id: str, clock: Clock = DEFAULT_CLOCK) -> Match:
        """Queues an unrated match against a house bot; the submission has seat 0."""
        ports = {"open_unit": self.wiring.open_unit, "now": self.wiring.now}
        lineup = [submission_id, *house_submissions("scout", 1, **ports)]
        return matches.create_match(
            self.author, "scout", {}, lineup, clock, games=self.wiring.games, **ports
        )

    def ended(self, match: Match) -> Match:
        """Waits until a match is over."""

        def final() -> Match | None:
            with self.wiring.open_unit() as unit:
                found = unit.matches.get(match.match_id)
            return found if found.state.final else None

        return eventually(final)

    def log(self, submission_id: str, match_id: str = "", seat: int = 0) -> str:
        """Returns what its author may read of a submission; nothing before there is something."""
        try:
            kept = hosted.bot_log(
                self.author, submission_id, match_id, seat, open_unit=self.wiring.open_unit
            )
        except NotFound:
            return ""
        return kept.decode(errors="replace")


def eventually(look: Callable[[], T | None]) -> T:
    """Returns what is found as soon as something is."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.1)
    raise AssertionError("it does not come to that")


@contextmanager
def hosting_arena(data_dir: Path) -> Iterator[HostingArena]:
    """Runs an arena with processes of its own."""
    require_bubblewrap()
    settings = replace(
        Settings(),
        data_dir=data_dir,
        gateway_port=0,
        web_port=0,
        hosting="on",
        hosting_uid=63_000,
        hosting_bots=32,
        hosting_start_s=20.0,
        hosting_idle_s=5.0,
        hosting_matches=4,
        drain_s=1.0,
    )
    with running(settings) as (supervisor, filled):
        wiring = wire(filled)
        try:
            ports = {"open_unit": wiring.open_unit, "now": wiring.now}
            author, _, key = create_author("Ada", Role.AUTHOR, **ports)
            yield HostingArena(wiring, filled, author, key, supervisor)
        finally:
            wiring.close()
