"""Says in the end how much was sent."""

from typing import Protocol

from tests.fuzz.tally import TALLIES


class Terminal(Protocol):
    """Where pytest writes."""

    def write_sep(self, sep: str, title: str) -> None: ...

    def write_line(self, line: str) -> None: ...


def pytest_terminal_summary(terminalreporter: Terminal) -> None:
    sent = [tally for tally in TALLIES.values() if tally.messages]
    if sent:
        total = sum(tally.messages for tally in sent)
        terminalreporter.write_sep("-", f"fuzz: {total:,} messages")
        for tally in sent:
            terminalreporter.write_line(str(tally))
