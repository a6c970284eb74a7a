"""Where things are: by path on the server, by file name in an export."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import quote, urlencode


class Links(Protocol):
    """Addresses of pages, as templates write them."""

    def home(self) -> str: ...

    def static(self, name: str) -> str: ...

    def ladder(self, ladder_id: str) -> str: ...

    def match(self, match_id: str) -> str:
        """Empty where a match has no page."""

    def tournament(self, tournament_id: str) -> str: ...

    def bot(self, bot_id: str) -> str:
        """Takes an id or a name."""

    def rules(self, game: str) -> str:
        """Empty where a game brings no text of its rules."""


@dataclass(frozen=True, slots=True)
class ServedLinks:
    """Implements `Links` on the server."""

    ruled: frozenset[str]
    """The games with a text of their rules."""

    def home(self) -> str:
        return "/"

    def static(self, name: str) -> str:
        return f"/static/{name}"

    def ladder(self, ladder_id: str) -> str:
        return f"/ladders/{quote(ladder_id, safe='')}"

    def match(self, match_id: str) -> str:
        return f"/matches/{quote(match_id, safe='')}"

    def tournament(self, tournament_id: str) -> str:
        return f"/tournaments/{quote(tournament_id, safe='')}"

    def bot(self, bot_id: str) -> str:
        return f"/bots/{quote(bot_id, safe='')}"

    def rules(self, game: str) -> str:
        return f"/games/{quote(game, safe='')}/rules" if game in self.ruled else ""


def with_query(path: str, given: Mapping[str, str], **changes: str) -> str:
    """Returns a link to `path` with the parameters `given`, changed; empty ones are left out."""
    query = urlencode({name: value for name, value in {**given, **changes}.items() if value})
    return f"{path}?{query}" if query else path


def local(path: str) -> str:
    """Returns `path` if it leads to a page of ours, else the way home."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"
