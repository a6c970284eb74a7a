"""An arena of one version, and what authors of another run to play there."""

import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc

from arena.cli.processes import await_port, free_port
from arena.match.events import MatchEvent
from arena.match.log import load_log
from botarena.v1 import bot_service_pb2 as bots
from botarena.v1 import match_pb2 as records
from botarena.v1 import match_service_pb2 as matches
from botarena.v1 import submission_service_pb2 as submissions
from botarena.v1.bot_service_pb2_grpc import BotServiceStub
from botarena.v1.match_service_pb2_grpc import MatchServiceStub
from botarena.v1.submission_service_pb2_grpc import SubmissionServiceStub
from tests.compat.versions import ARENA, DESK, Version
from tests.hosting.bubblewrap import require_bubblewrap

HOST = "127.0.0.1"
PATIENCE_S = 60.0
UNDER_WAY = (records.MATCH_STATE_QUEUED, records.MATCH_STATE_RUNNING)


@dataclass(frozen=True, slots=True)
class Meeting:
    """An arena that runs, and the version of those who come to it."""

    arena: Version
    guests: Version
    address: str
    key: str
    channel: grpc.Channel

    def call(self, method: Any, request: Any) -> Any:
        return method(request, metadata=(("authorization", f"Bearer {self.key}"),), timeout=20)

    def submission(self, game: str, name: str) -> str:
        """Makes a bot; returns its first submission."""
        request = bots.CreateBotRequest(name=name, game_name=game)
        bot = self.call(BotServiceStub(self.channel).CreateBot, request).bot
        stub = SubmissionServiceStub(self.channel)
        wanted = submissions.CreateSubmissionRequest(bot_id=bot.bot_id)
        made: str = self.call(stub.CreateSubmission, wanted).submission.submission_id
        return made

    def match(self, game: str, lineup: Sequence[str]) -> str:
        """Queues a match."""
        request = matches.CreateMatchRequest(game_name=game, submission_ids=lineup)
        made: str = self.call(MatchServiceStub(self.channel).CreateMatch, request).match.match_id
        return made

    def ended(self, match_id: str) -> records.Match:
        """Waits until a match is over."""
        deadline = time.monotonic() + PATIENCE_S
        stub, request = MatchServiceStub(self.channel), matches.GetMatchRequest(match_id=match_id)
        while (found := self.call(stub.GetMatch, request).match).state in UNDER_WAY:
            assert time.monotonic() < deadline, f"{match_id} does not end"
            time.sleep(0.1)
        return found

    def log(self, match_id: str) -> list[MatchEvent]:
        stub = MatchServiceStub(self.channel)
        parts = self.call(stub.DownloadReplay, matches.DownloadReplayRequest(match_id=match_id))
        return load_log(b"".join(part.chunk for part in parts).decode())

    def desk(self, *arguments: str) -> str:
        """Runs `arena-sdk` as a guest; returns what it printed."""
        return self.guests.output(*DESK, *arguments, **self._there)

    @contextmanager
    def playing(self, version: Version, bot: str, game: str, submission: str) -> Iterator[None]:
        """Lets a bot of one version play; in the end it has to leave as it should."""
        arguments = ["join", bot, "--game", game, "--submission", submission, "--matches", "8"]
        process = version.start(*DESK, *arguments, **self._there)
        try:
            yield
            process.send_signal(signal.SIGTERM)
            printed, _ = process.communicate(timeout=30)
            assert process.returncode == 0, f"{bot} of {version.name}:\n{printed}"
        finally:
            process.kill()
            process.wait()

    @property
    def _there(self) -> dict[str, str]:
        return {"ARENA_ADDRESS": self.address, "ARENA_KEY": self.key}


@contextmanager
def meeting(arena: Version, guests: Version, data: Path) -> Iterator[Meeting]:
    """Runs an arena until the end of the block: gateway, workers, beat, Valkey, SQLite."""
    require_bubblewrap()
    port = free_port(HOST)
    settings = {"DATA_DIR": str(data), "GATEWAY_PORT": str(port), "WEB_PORT": "0", "DRAIN_S": "1"}
    settings |= {"HOSTING": "on", "HOSTING_UID": "64000"}
    environment = {f"ARENA_{name}": value for name, value in settings.items()}
    process = arena.start(*ARENA, "up", **environment)
    try:
        await_port(HOST, port)
        address, key = f"{HOST}:{port}", (data / "operator.key").read_text().strip()
        with grpc.insecure_channel(address) as channel:
            yield Meeting(arena, guests, address, key, channel)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
