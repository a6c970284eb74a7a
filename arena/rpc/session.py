"""One bot's session: its seats, what it says, what it is told, and how it ends.

It knows nothing of gRPC's calls: what it has to say goes into an `Outbound`, what the bot says
comes in by `receive`, and how it ended is told by `ending`.
"""

import asyncio
from collections import deque
from dataclasses import dataclass

from google.protobuf.message import DecodeError
from grpc import StatusCode

from arena.rpc.host_watch import HostWatch
from arena.rpc.noise import NOISE_PER_S, Noise
from arena.rpc.outbound import Outbound
from arena.rpc.seat import Reason, Seat
from arena.rpc.stopwatch import Stopwatch, Timekeeper
from arena.service.relay_ports import (
    Asking,
    Leaving,
    Report,
    ReportKind,
    Seating,
    SessionEntry,
    Telling,
)
from arena.wire.durations import duration
from botarena.v1 import play_service_pb2 as pb

UNSURE = 1_000
"""So many ends of matches are watched until they have arrived at the bot."""
SEATS = 4_096
"""So many seats are remembered; the match of an older one is over."""
TEXT_LENGTH = 4_000
"""No notation is longer; an action that is cannot be legal. More of a reason nobody reads."""
ID_LENGTH = 100


@dataclass(frozen=True, slots=True)
class Ending:
    """How a session ends, as its call's status says."""

    code: StatusCode
    details: str = ""


class Session:
    """Implements `BotSession`."""

    def __init__(
        self,
        session_id: str,
        outbound: Outbound,
        stopwatch: Stopwatch,
        linger_s: float,
        *,
        hosted: bool = False,
        watched: bool = False,
    ) -> None:
        """Once the bot said goodbye, the session ends when it had no seat for `linger_s`.

        The stream of a `hosted` bot is held by a machine of the arena, which shows that it is
        alive if it is `watched`.
        """
        self.session_id = session_id
        self.hosted = hosted
        self.ending: asyncio.Future[Ending] = asyncio.get_running_loop().create_future()
        self._outbound = outbound
        self._host = HostWatch(stopwatch) if watched else None
        self._stopwatch: Timekeeper = self._host or stopwatch
        self._linger_s = linger_s
        self._loop = asyncio.get_running_loop()
        self._entry: SessionEntry | None = None
        self._seats: dict[str, Seat] = {}
        self._beats = self._echoed = 0
        self._unsure = deque[tuple[int, bytes]](maxlen=UNSURE)
        """Endings that may not have arrived, each with how many heartbeats were sent before."""
        self._told_to_go = False
        self._said_goodbye = False
        self._noise = Noise()

    @property
    def over(self) -> bool:
        return self.ending.done()

    def entered(self, entry: SessionEntry) -> None:
        """Takes the session's entry in the directory; tells the bot what it may have missed."""
        self._entry = entry
        for ending in entry.missed:
            self._tell_end(ending)
        if self.over:
            entry.withdraw()

    # What referees want.

    def seat(self, seating: Seating) -> None:
        """Implements `BotSession.seat`."""
        seat = self._seats.get(seating.match_id)
        if seat is not None:
            if seat.is_given_by(seating):
                seat.remind()
                return
            if seating.attempt < seat.attempt:
                return
            seat.take_back()
        elif len(self._seats) >= SEATS:
            self._seats.pop(next(iter(self._seats))).take_back()
        self._seats[seating.match_id] = Seat(seating, self._stopwatch, self._report)
        self._put(seating.payload)

    def ask(self, asking: Asking) -> None:
        """Implements `BotSession.ask`."""
        seat = self._seats.get(asking.match_id)
        if seat is None or seat.attempt < asking.attempt:
            unseated = Report(ReportKind.UNSEATED, asking.player, asking.attempt)
            self._report(asking.worker_id, unseated)
        elif seat.attempt == asking.attempt and not self.over:
            asked = seat.ask(asking)
            if asked is not None:
                self._outbound.put(asked.payload(), asked.hand_over)
                self._check_backlog()

    def tell(self, telling: Telling) -> None:
        """Implements `BotSession.tell`."""
        seat = self._seats.get(telling.match_id)
        if seat is None or seat.attempt != telling.attempt:
            return
        if pb.PlayResponse.FromString(telling.payload).HasField("finished"):
            self._tell_end(telling.payload)
        else:
            self._put(telling.payload)

    def leave(self, leaving: Leaving) -> None:
        """Implements `BotSession.leave`."""
        seat = self._seats.get(leaving.match_id)
        if seat is not None and seat.attempt == leaving.attempt:
            seat.take_back()
            del self._seats[leaving.match_id]
            self._end_when_done()

    def supersede(self) -> None:
        """Implements `BotSession.supersede`."""
        self.end(Ending(StatusCode.ABORTED, "a newer session of this submission has begun"))

    # How it ends.

    def go_away(self, grace_s: float, reason: str) -> None:
        """Asks the bot to move to a new session; from now on it is no fault of its to be gone."""
        self._told_to_go = True
        going_away = pb.GoingAway(grace=duration(round(grace_s * 1000)), reason=reason)
        self._put(pb.PlayResponse(going_away=going_away).SerializeToString())

    def hang_up(self, *, ours: bool = False) -> None:
        """The stream is closed, by the bot or, if it is `ours`, by a failure of the arena."""
        self.end(Ending(StatusCode.OK), ours=ours or self._told_to_go)

    def tear(self, *, ours: bool = False) -> None:
        """The stream broke off.

        Who holds the stream of a hosted bot closes it when the bot has ended by its own doing.
        What breaks off is that machine, or the way to it.
        """
        if self.hosted and not ours and not self._told_to_go:
            self._end(Ending(StatusCode.OK), ReportKind.HOST_LOST)
        else:
            self.hang_up(ours=ours)

    def check_host(self, since_s: float) -> None:
        """Ends the session of a hosted bot if nothing was heard of its machine since then.

        There was something to answer: a heartbeat of that time.
        """
        if self._host is not None and self._host.silent_since(since_s):
            details = "nothing is heard of the machine that runs the bot"
            self._end(Ending(StatusCode.UNAVAILABLE, details), ReportKind.HOST_LOST)

    def end(self, ending: Ending, *, ours: bool = False) -> None:
        """Ends the session, once; `ours` says that the bot is not to blame."""
        self._end(ending, ReportKind.LOST if ours else ReportKind.DROPPED)

    def _end(self, ending: Ending, kind: ReportKind) -> None:
        if self.over:
            return
        self.ending.set_result(ending)
        for seat in self._seats.values():
            seat.close(kind)
        if self._entry is not None:
            self._entry.withdraw()

    def _end_when_done(self) -> None:
        """Ends the session of a bot that said goodbye, once no match needs it."""
        if self._said_goodbye and not self._seats:
            self._loop.call_later(self._linger_s, self._end_if_done)

    def _end_if_done(self) -> None:
        if not self._seats:
            self.end(Ending(StatusCode.OK))

    # What the bot says.

    def receive(self, message: bytes) -> None:
        """Takes one serialized `PlayRequest`; once the session is over, none counts."""
        if self.over or (self._host is not None and self._host.hears(message)):
            return
        try:
            request = pb.PlayRequest.FromString(message)
        except DecodeError:
            self._ignore(pb.Ignored.REASON_UNKNOWN_MESSAGE)
            return
        match request.WhichOneof("message"):
            case "choice":
                self._answered(request.choice, ReportKind.CHOSEN, request.choice.action)
            case "acknowledge":
                self._acknowledged(request.acknowledge)
            case "heartbeat":
                self._heartbeat(request.heartbeat)
            case "failure":
                self._answered(request.failure, ReportKind.FAILED, request.failure.reason)
            case "goodbye":
                self._goodbye()
            case "hello":
                self._ignore(pb.Ignored.REASON_REPEATED_HELLO)
            case _:
                self._ignore(pb.Ignored.REASON_UNKNOWN_MESSAGE)

    def _answered(self, answer: pb.Choice | pb.Failure, kind: ReportKind, text: str) -> None:
        match_id, ply = answer.match_id, answer.ply
        seat = self._seats.get(match_id)
        if seat is None:
            self._ignore(pb.Ignored.REASON_NOT_SEATED, match_id, ply)
        elif (reason := seat.answer(answer.attempt, ply, kind, text[:TEXT_LENGTH])) is not None:
            self._ignore(reason, match_id, ply)

    def _acknowledged(self, message: pb.Acknowledge) -> None:
        seat = self._seats.get(message.match_id)
        if seat is None or seat.attempt != message.attempt:
            self._ignore(pb.Ignored.REASON_NOT_SEATED, message.match_id)
        elif not seat.acknowledge():
            self._count_noise()

    def _heartbeat(self, heartbeat: pb.Heartbeat) -> None:
        if heartbeat.echo:
            if not self._echoed < heartbeat.number <= self._beats:
                self._count_noise()
                return
            self._echoed = heartbeat.number
            while self._unsure and self._unsure[0][0] < heartbeat.number:
                _, ending = self._unsure.popleft()
                if self._entry is not None:
                    self._entry.forget(ending)
        else:
            echo = pb.Heartbeat(number=heartbeat.number, echo=True)
            self._put(pb.PlayResponse(heartbeat=echo).SerializeToString())
            self._count_noise()

    def _goodbye(self) -> None:
        if self._said_goodbye:
            self._count_noise()
            return
        self._said_goodbye = True
        if self._entry is not None:
            self._entry.resize(0)
        self._end_when_done()

    def _ignore(self, reason: Reason, match_id: str = "", ply: int = 0) -> None:
        ignored = pb.Ignored(reason=reason, match_id=match_id[:ID_LENGTH], ply=ply)
        self._put(pb.PlayResponse(ignored=ignored).SerializeToString())
        self._count_noise()

    def _count_noise(self) -> None:
        if self._noise.more():
            details = f"more than {NOISE_PER_S} messages in a second that count for nothing"
            self.end(Ending(StatusCode.RESOURCE_EXHAUSTED, details))

    # What goes out.

    def beat(self) -> None:
        """Sends a heartbeat. Its echo shows that all that was sent before has arrived."""
        self._beats += 1
        heartbeat = pb.Heartbeat(number=self._beats)
        self._outbound.put(pb.PlayResponse(heartbeat=heartbeat).SerializeToString())

    def _tell_end(self, ending: bytes) -> None:
        self._unsure.append((self._beats, ending))
        self._put(ending)

    def _put(self, message: bytes) -> None:
        if not self.over:
            self._outbound.put(message)
            self._check_backlog()

    def _check_backlog(self) -> None:
        if self._outbound.overflows(len(self._seats)):
            details = "the bot does not read what it is sent"
            self.end(Ending(StatusCode.RESOURCE_EXHAUSTED, details))

    def _report(self, worker_id: str, report: Report) -> None:
        if self._entry is not None:
            self._entry.report(worker_id, report)
