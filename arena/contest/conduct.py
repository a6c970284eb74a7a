"""Conduct on a ladder: who fails again and again by its own fault is quarantined for a while.

A failure is a block in which a submission forfeited a match. After so many in a row nobody meets it
any more but in a probe: one block, which moves no rating, after a pause that grows from probe to
probe. A block without a failure ends the quarantine. What an operator quarantines waits for one.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=4)


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a submission behaves on a ladder."""

    ladder_id: str
    submission_id: str
    failures: int = 0
    """Blocks in a row, up to the newest, in which it forfeited a match."""
    quarantined: datetime | None = None
    """Since when; absent while it is not."""
    reason: str = ""
    """Why it is quarantined, for its author."""
    probe_due: datetime | None = None
    """From when on it is probed; absent where an operator has to lift the quarantine."""
    failed_probes: int = 0
    """How many probes of this quarantine it has failed."""
    turns: tuple[int, ...] = ()
    """How many blocks it was in by number of seats, in the order of a mixed ladder's sizes."""

    def barred(self, instant: datetime) -> bool:
        """Whether it gets no block at all now, not even a probe."""
        if self.quarantined is None:
            return False
        return self.probe_due is None or instant < self.probe_due

    def after_block(
        self, failure: str, opened: datetime, instant: datetime, *, quarantine_after: int
    ) -> "Conduct":
        """Returns it after a block opened at `opened`; `failure` is empty if there was none.

        A block from before the quarantine ends it like any other, but is no probe that can fail.
        """
        if not failure:
            held = self.quarantined is not None and self.probe_due is None
            return replace(self, failures=0) if held else self.lifted()
        failed = replace(self, failures=self.failures + 1)
        if self.quarantined is None:
            if not quarantine_after or failed.failures < quarantine_after:
                return failed
            reason = f"{failed.failures} failures in a row; the last: {failure}"
            return replace(failed, quarantined=instant, reason=reason, probe_due=instant + pause(0))
        if self.probe_due is None or opened < self.probe_due:
            return failed
        probes = self.failed_probes + 1
        return replace(
            failed,
            reason=f"probe {probes} failed: {failure}",
            probe_due=instant + pause(probes),
            failed_probes=probes,
        )

    def held(self, reason: str, instant: datetime) -> "Conduct":
        """Returns it quarantined until somebody lifts that."""
        return replace(self, quarantined=instant, reason=reason, probe_due=None, failed_probes=0)

    def lifted(self) -> "Conduct":
        """Returns it with a clean record."""
        return replace(
            self, failures=0, quarantined=None, reason="", probe_due=None, failed_probes=0
        )

    def seated(self, size: int, sizes: int) -> "Conduct":
        """Returns it after a block at the table that is number `size` of so many sizes."""
        turns = [*self.turns, *[0] * (sizes - len(self.turns))]
        turns[size] += 1
        return replace(self, turns=tuple(turns))


def pause(failed_probes: int) -> timedelta:
    """Returns how long the next probe waits: a minute at first, twice as long after each."""
    return min(FIRST_PAUSE * (1 << min(failed_probes, 16)), LONGEST_PAUSE)
