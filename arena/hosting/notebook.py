"""Sorts what one submission prints by match and seat, with what the arena has to say of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import RLock

from arena.hosting.captured import Captured
from arena.service.hosting_records import SUBMISSION_LOG

Place = tuple[str, int]
"""A match and a seat, or `SUBMISSION_LOG`."""

_LAST_BYTES = 16 << 10


@dataclass(slots=True)
class _Page:
    """What was printed at one place."""

    captured: Captured = field(default_factory=Captured)
    changed: bool = False
    over: bool = False

    def feed(self, output: bytes) -> None:
        self.captured.feed(output)
        self.changed = True


class Notebook:
    """A hosted bot plays one match at a time, so what it prints belongs to the last one begun.

    Threads keep what the event loop writes in here: each method is done before the next begins.
    """

    def __init__(self) -> None:
        self._turn = RLock()
        self._pages: dict[Place, _Page] = {SUBMISSION_LOG: _Page()}
        self._open = SUBMISSION_LOG
        self.last = Captured(_LAST_BYTES, _LAST_BYTES)
        """The first and the last of what was printed since the program's start, wherever."""

    def begin(self, words: str) -> None:
        """Opens the submission's own log anew, for a program that starts."""
        with self._turn:
            self._pages[SUBMISSION_LOG] = _Page()
            self._open = SUBMISSION_LOG
            self.last = Captured(_LAST_BYTES, _LAST_BYTES)
            self.say(words)

    def print(self, output: bytes) -> None:
        """Takes what the program printed."""
        with self._turn:
            self.last.feed(output)
            self._page().feed(output)

    def say(self, words: str, match_id: str = "") -> None:
        """Adds words of the arena: to what was printed in a match, or at the open page."""
        line = f"[arena] {words}\n".encode(errors="replace")
        with self._turn:
            self.last.feed(line)
            pages = [page for place, page in self._pages.items() if place[0] == match_id]
            for page in pages if match_id else [self._page()]:
                page.feed(line)

    def conclude(self, words: str) -> None:
        """Says it where the program printed last; the submission's own log hears of it as well."""
        with self._turn:
            self.say(words)
            if self._open != SUBMISSION_LOG:
                self._open = SUBMISSION_LOG
                self._page().feed(self.last.contents())

    def seated(self, match_id: str, seat: int) -> None:
        """What is printed from here on belongs to this match."""
        with self._turn:
            self._open = (match_id, seat)
            self._page().over = False

    def finished(self, match_id: str) -> None:
        """Whatever is printed until the next match still belongs to this one."""
        with self._turn:
            for place, page in self._pages.items():
                if place[0] == match_id:
                    page.over = True

    def changed(self) -> Sequence[tuple[Place, bytes]]:
        """Returns what has not been kept yet; pages that are closed for good are torn out."""
        with self._turn:
            pages = list(self._pages.items())
            found = [(place, page.captured.contents()) for place, page in pages if page.changed]
            for place, page in pages:
                page.changed = False
                if page.over and place != self._open:
                    del self._pages[place]
            return found

    def _page(self) -> _Page:
        return self._pages.setdefault(self._open, _Page())
