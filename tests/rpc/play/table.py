"""A session by itself, and a bot in it that reads when it is told to."""

import asyncio

from arena.match.clock import Clock
from arena.rpc.outbound import Outbound
from arena.rpc.session import Session
from arena.rpc.stopwatch import Stopwatch
from arena.service.relay_ports import Asking, Report, Seating
from botarena.v1 import play_service_pb2 as pb

from .messages import Messages
from .stage import PATIENT, prompt


class Entry:
    """Keeps what a session reports."""

    def __init__(self) -> None:
        self.epoch = 1
        self.missed: list[bytes] = []
        self.forgotten: list[bytes] = []
        self.reports: list[Report] = []
        self.capacity: int | None = None
        self.withdrawn = False

    def report(self, worker_id: str, report: Report) -> None:
        assert worker_id == "worker"
        self.reports.append(report)

    def forget(self, ending: bytes) -> None:
        self.forgotten.append(ending)

    def resize(self, capacity: int) -> None:
        self.capacity = capacity

    def withdraw(self) -> None:
        self.withdrawn = True

    def kinds(self) -> list[str]:
        return [report.kind.name for report in self.reports]


class Table:
    """A session with a bot that reads when it is told to."""

    def __init__(
        self, linger_s: float = 0.0, *, hosted: bool = False, watched: bool = False
    ) -> None:
        self.outbound = Outbound()
        self.entry = Entry()
        self.session = Session(
            "0123456789abcdef",
            self.outbound,
            Stopwatch(),
            linger_s,
            hosted=hosted,
            watched=watched,
        )
        self.session.entered(self.entry)

    def seat(
        self, match_id: str = "m", attempt: int = 1, player: int = 7, since: int | None = None
    ) -> None:
        since_attempt = attempt if since is None else since
        seated = pb.Seated(match_id=match_id, attempt=attempt, since_attempt=since_attempt)
        payload = pb.PlayResponse(seated=seated).SerializeToString()
        self.session.seat(Seating(match_id, attempt, "worker", player, payload))

    def ask(
        self, ply: int, clock: Clock = PATIENT, attempt: int = 1, spent_ms: int = 0, match_id="m"
    ) -> None:
        payload = Messages().prompt(match_id, attempt, prompt(ply, clock))
        limits = (clock.limit_ms, clock.bank_ms, clock.lag_ms, spent_ms)
        self.session.ask(Asking(match_id, attempt, "worker", 7, ply, *limits, payload))

    def says(self, **message: object) -> None:
        self.session.receive(pb.PlayRequest(**message).SerializeToString())

    def chooses(self, ply: int, action: str = "a", match_id: str = "m", attempt: int = 0) -> None:
        choice = pb.Choice(match_id=match_id, attempt=attempt, ply=ply, action=action)
        self.says(choice=choice)

    async def reads(self) -> pb.PlayResponse:
        return pb.PlayResponse.FromString(await self.outbound.following())

    async def reads_why(self) -> str:
        reason = (await self.reads()).ignored.reason
        return pb.Ignored.Reason.Name(reason).removeprefix("REASON_")

    async def is_silent(self) -> bool:
        reading = asyncio.ensure_future(self.outbound.following())
        done, _ = await asyncio.wait({reading}, timeout=0.01)
        reading.cancel()
        return not done
