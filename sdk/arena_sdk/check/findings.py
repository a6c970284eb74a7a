"""What a check has found so far, claim by claim."""

from dataclasses import dataclass
from enum import Enum

from arena_sdk.check.claims import Claim

MOST_PROBLEMS = 3
"""So many problems of one claim are kept; more of the same kind say nothing new."""


class Verdict(Enum):
    """What became of a claim."""

    PASS = "pass"
    FAIL = "fail"
    WARNING = "warning"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class Finding:
    """One claim, what became of it, and why."""

    claim: Claim
    verdict: Verdict
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a whole check: a finding for every claim, in the order of their points."""

    game: str
    seats: int
    client: str
    """What the bot called itself; empty if it never said hello."""
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing failed, and something was checked."""
        verdicts = {finding.verdict for finding in self.findings}
        return Verdict.FAIL not in verdicts and Verdict.PASS in verdicts


class Findings:
    """Collects problems, and the claims for which none showed up."""

    def __init__(self) -> None:
        self._problems: dict[Claim, list[str]] = {}
        self._held: set[Claim] = set()
        self._unchecked: dict[Claim, str] = {}

    def problem(self, claim: Claim, text: str) -> None:
        """Says that the claim does not hold; whoever says otherwise is overruled."""
        problems = self._problems.setdefault(claim, [])
        if len(problems) < MOST_PROBLEMS and text not in problems:
            problems.append(text)

    def held(self, claim: Claim) -> None:
        """Says that the claim held where it was put to the test."""
        self._held.add(claim)

    def unchecked(self, claim: Claim, why: str) -> None:
        """Says why the claim could not be put to the test."""
        self._unchecked[claim] = why

    def fails(self, claim: Claim) -> bool:
        return claim in self._problems

    def finding(self, claim: Claim) -> Finding:
        if claim in self._problems:
            verdict = Verdict.WARNING if claim.advised else Verdict.FAIL
            return Finding(claim, verdict, tuple(self._problems[claim]))
        if claim in self._held:
            return Finding(claim, Verdict.PASS)
        why = self._unchecked.get(claim, "the check did not get so far")
        return Finding(claim, Verdict.UNCHECKED, (why,))

    def all(self) -> tuple[Finding, ...]:
        """Returns a finding for every claim, in the order of their points."""
        return tuple(self.finding(claim) for claim in Claim)
