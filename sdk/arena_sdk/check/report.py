"""Tells what a check has found, to people and to programs."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from arena_sdk.check.findings import Checked, Finding, Verdict

_SHOWN = {
    Verdict.PASS: "pass",
    Verdict.FAIL: "FAIL",
    Verdict.WARNING: "warn",
    Verdict.UNCHECKED: "-",
}


def as_text(checked: Checked) -> str:
    """Returns a line for every claim, and below it why it does not hold."""
    client = checked.client or "no client"
    title = f"{checked.game}, {checked.seats} seats; {client}"
    return "\n".join([title, "", *_lines(checked.findings), "", _summary(checked.findings)])


def as_json(checked: Checked) -> str:
    """Returns one JSON object; `docs/conformance.md` describes it."""
    claims = [
        {
            "point": finding.claim.point,
            "claim": finding.claim.name.lower(),
            "sentence": finding.claim.sentence,
            "verdict": finding.verdict.value,
            "reasons": finding.reasons,
        }
        for finding in checked.findings
    ]
    whole = {
        "game": checked.game,
        "seats": checked.seats,
        "client": checked.client,
        "passed": checked.passed,
        "claims": claims,
    }
    return json.dumps(whole, indent=2)


def _lines(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        yield f"{finding.claim.point:>7}  {_SHOWN[finding.verdict]:4}  {finding.claim.sentence}"
        for reason in finding.reasons:
            yield from (f"{'':15}{line}" for line in reason.splitlines())


def _summary(findings: Sequence[Finding]) -> str:
    counts = Counter(finding.verdict for finding in findings)
    return (
        f"{counts[Verdict.PASS]} passed, {counts[Verdict.FAIL]} failed, "
        f"{counts[Verdict.WARNING]} warnings, {counts[Verdict.UNCHECKED]} not checked"
    )
