"""One seat whose bot is behind a gateway: where the bot is, what it was asked, whose time runs.

While a prompt is with a gateway, the gateway measures. While the bot is away by its own doing, its
time goes on here. While it is away by ours, it does not, and the bot gets a grace to come back.
"""

import asyncio

from arena.match.outcome import Fault, Outcome
from arena.match.players import Answer, Faulted, Heard, Prompt, Table
from arena.relay.asked import Asked
from arena.relay.directory import Entry
from arena.relay.patience import (
    AGAIN_S,
    BACKSTOP_S,
    GRACE_S,
    HOST_GRACE_S,
    MOVE_S,
    OFFER_S,
    REMIND_S,
)
from arena.relay.switchboard import Switchboard
from arena.service.relay_ports import (
    Leaving,
    PlayMessages,
    RelayLost,
    Report,
    ReportKind,
    Seating,
    Telling,
)


class RedisPlayer:
    """Implements `RelayedPlayer`."""

    def __init__(
        self,
        switchboard: Switchboard,
        number: int,
        submission_id: str,
        table: Table,
        messages: PlayMessages,
    ) -> None:
        self.submission_id = submission_id
        self.at: Entry | None = None
        """The session that the bot is in, as far as we know."""
        self._switchboard = switchboard
        self._number = number
        self._table = table
        self._messages = messages
        self._loop = asyncio.get_running_loop()
        self._joined = False
        self._joining: asyncio.Future[None] | None = None
        self._offered = 0.0
        """When the seat was last offered."""
        self._asked: Asked | None = None
        self._error: RelayLost | None = None
        self._over_epoch = -1
        """The newest session that is known to be over."""
        self._moving_since: float | None = None
        self._grace_until = 0.0
        self._timer: asyncio.TimerHandle | None = None

    # What the referee wants.

    async def sit(self) -> None:
        """Implements `Player.sit`."""
        self._check()
        self._joining = self._loop.create_future()
        join_until = self._loop.time() + self._table.clock.join_ms / 1000
        self._wake(max(join_until, self._switchboard.excused_until))
        self._switchboard.poke()
        try:
            await self._joining
        finally:
            self._joining = None
            self._stop_timer()

    async def choose(self, prompt: Prompt) -> Answer:
        """Implements `Player.choose`."""
        self._check()
        if not self._joined:
            return Answer("", 0, Fault.NO_SHOW)
        self._asked = asked = Asked(
            prompt,
            self._messages.prompt(self._table.match_id, self._table.attempt, prompt),
            self._table.clock.budget_ms(prompt.bank_ms),
            self._loop.create_future(),
        )
        if self.at is not None:
            self._ask(self.at, asked)
        else:
            self._away(asked)
        try:
            return await asked.answer
        finally:
            self._asked = None
            self._stop_timer()

    def faulted(self, notice: Faulted) -> None:
        """Implements `Player.faulted`."""
        self._tell(self._messages.faulted(self._table.match_id, notice))

    def finished(self, outcome: Outcome, heard: tuple[Heard, ...]) -> None:
        """Implements `Player.finished`."""
        self._end(self._messages.finished(self._table.match_id, outcome, heard))

    def given_up(self) -> None:
        """Implements `RelayedPlayer.given_up`."""
        self._end(self._messages.finished(self._table.match_id, None, ()))

    def close(self) -> None:
        """Implements `RelayedPlayer.close`."""
        self._switchboard.forget(self._number)
        if self.at is not None:
            self._switchboard.order(self.at, Leaving(self._table.match_id, self._table.attempt))
            self.at = None

    # What the relay knows.

    def located(self, entry: Entry | None, dead: frozenset[str]) -> None:
        """Takes what the directory says of the bot, and which gateways are dead."""
        now, at = self._loop.time(), self.at
        if at is not None and at.gateway in dead:
            at = self.at = self._moving_since = None
            self._excuse()
        if entry is not None and entry.epoch > self._over_epoch and entry.gateway not in dead:
            if at is None:
                self._enter(entry)
            elif entry.epoch > at.epoch:
                self._follow(entry)
        if self.at is not None and self._joining is not None and now - self._offered > OFFER_S:
            self._seat(self.at)  # the offer was lost, or what became of it
        if self.at is not None and self._asked is not None:
            self._remind(self.at, self._asked, now - self._asked.sent - self._asked.left_s)

    def heard(self, session: int, report: Report) -> None:
        """Takes a report of a session."""
        asked = self._asked
        due = asked if asked is not None and report.ply == asked.prompt.ply else None
        match report.kind:
            case ReportKind.ACKNOWLEDGED:
                self._joined = True
                if self._joining is not None and not self._joining.done():
                    self._joining.set_result(None)
            case ReportKind.CHOSEN:
                if due is not None:
                    due.settle(Answer(report.text, report.elapsed_ms))
            case ReportKind.FAILED:
                if due is not None:
                    due.settle(Answer("", report.elapsed_ms, Fault.CRASH))
            case kind if self.at is not None and session == self.at.session:
                self._lost_sight(kind, report, due)

    def stranded(self) -> None:
        """No gateway lives that the bot could be at."""
        if self.at is None:
            self._excuse()

    def restored(self) -> None:
        """Says everything again that may be lost: Redis was away and may have forgotten it."""
        if self.at is not None:
            self._seat(self.at)
            if self._asked is not None:
                self._ask(self.at, self._asked)
        if self.at is None or self._joining is not None:
            self._excuse()

    def fail(self, error: RelayLost) -> None:
        """Ends the attempt: the relay does not do its part."""
        self._error = error
        if self._joining is not None and not self._joining.done():
            self._joining.set_exception(error)
        if self._asked is not None and not self._asked.answer.done():
            self._asked.answer.set_exception(error)

    # Where the bot is.

    def _enter(self, entry: Entry) -> None:
        """Takes a session for the bot's own; gives it the seat and what is open."""
        self.at, self._moving_since, self._grace_until = entry, None, 0.0
        self._seat(entry)
        if self._joining is not None and self._timer is not None:  # it is back: no more grace
            join_until = self._loop.time() + self._table.clock.join_ms / 1000
            self._wake(min(self._timer.when(), join_until))
        if (asked := self._asked) is not None:
            asked.spend_absence(self._loop.time())
            self._stop_timer()
            self._ask(entry, asked)

    def _follow(self, entry: Entry) -> None:
        """Moves to a newer session once the old one has reported, or failed to."""
        now = self._loop.time()
        if self._asked is None:
            self._enter(entry)
        elif self._moving_since is None:
            self._moving_since = now
        elif now - self._moving_since > MOVE_S:  # then it died: what the bot took there is not told
            self._asked.away_from = now
            self._enter(entry)

    def _lost_sight(self, kind: ReportKind, report: Report, due: Asked | None) -> None:
        """Takes a report that only the bot's own session can make."""
        assert self.at is not None
        asked = self._asked
        match kind:
            case ReportKind.TIMED_OUT:
                if due is not None:
                    due.settle(Answer("", report.elapsed_ms, Fault.TIMEOUT))
                return
            case ReportKind.UNSEATED:
                self._seat(self.at)
                if asked is not None:
                    self._ask(self.at, asked)
                return
            case ReportKind.DROPPED if due is not None:
                due.spent_ms = report.elapsed_ms
            case ReportKind.HOST_LOST if due is not None:
                due.lose_host(report.elapsed_ms)
        self._over_epoch = self.at.epoch
        self.at = self._moving_since = None
        if kind is ReportKind.LOST:
            self._excuse()
        elif kind is ReportKind.HOST_LOST:
            self._excuse(HOST_GRACE_S)
        elif asked is not None:
            self._away(asked)
        self._switchboard.poke()

    # Whose time runs.

    def _excuse(self, least_s: float = GRACE_S) -> None:
        """Gives the bot time to come back, since it is away by a failure of ours."""
        grace_s = max(self._table.clock.join_ms / 1000, least_s)
        self._grace_until = max(self._grace_until, self._loop.time() + grace_s)
        if self._joining is not None:
            self._wake(self._grace_until)
        elif self._asked is not None and self.at is None:
            self._away(self._asked)

    def _away(self, asked: Asked) -> None:
        """Lets the time of an absent bot run, after its grace if it has one."""
        asked.away_from = max(self._loop.time(), self._grace_until)
        self._wake(asked.away_from + asked.left_s)

    def _wake(self, when: float) -> None:
        self._stop_timer()
        self._timer = self._loop.call_at(when, self._time_is_over)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_is_over(self) -> None:
        if not self._switchboard.connected:  # `restored` may excuse the bot, or `fail` end it all
            self._wake(self._loop.time() + AGAIN_S)
        elif self._joining is not None:
            if not self._joining.done():
                self._joining.set_result(None)
        elif self._asked is not None:
            self._asked.settle(Answer("", self._asked.budget_ms, Fault.DISCONNECT))

    # What goes out.

    def _seat(self, entry: Entry) -> None:
        table, self._offered = self._table, self._loop.time()
        payload = self._messages.seated(table)
        seating = Seating(table.match_id, table.attempt, "", self._number, payload)
        self._switchboard.order(entry, seating)

    def _ask(self, entry: Entry, asked: Asked) -> None:
        asked.sent, asked.reminded = self._loop.time(), False
        self._switchboard.order(entry, asked.order(self._table, self._number))

    def _remind(self, entry: Entry, asked: Asked, overdue_s: float) -> None:
        """Asks a gateway once more that should have reported by now; then gives it up."""
        if overdue_s > BACKSTOP_S:
            self.fail(RelayLost(f"the gateway of {self.submission_id} does not report"))
        elif overdue_s > REMIND_S and not asked.reminded:
            due = asked.sent
            self._ask(entry, asked)
            asked.sent, asked.reminded = due, True

    def _end(self, payload: bytes) -> None:
        self._switchboard.keep(self.submission_id, payload)
        self._tell(payload)

    def _tell(self, payload: bytes) -> None:
        if self.at is not None:
            table = self._table
            self._switchboard.order(self.at, Telling(table.match_id, table.attempt, payload))

    def _check(self) -> None:
        if self._error is not None:
            raise self._error
