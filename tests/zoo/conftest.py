"""Says in the end what was seen."""

from typing import Protocol

from tests.zoo.figures import FIGURES


class Terminal(Protocol):
    """Where pytest writes."""

    def write_sep(self, sep: str, title: str) -> None: ...

    def write_line(self, line: str) -> None: ...


def pytest_terminal_summary(terminalreporter: Terminal) -> None:
    if FIGURES:
        terminalreporter.write_sep("-", "zoo")
        for figure in FIGURES:
            terminalreporter.write_line(figure)
