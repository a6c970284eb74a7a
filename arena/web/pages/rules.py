"""The rules of a game, in the language of the pages where there is a translation."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from arena.web.language import Language, language_of
from arena.web.markdown import document
from arena.web.ports import Ports
from arena.web.rendering import page
from arena.web.rulebook import rule_text
from arena.web.sessions import ports_of


def rules(request: Request) -> Response:
    """Shows the rules of a game."""
    view = rules_view(request.path_params["game"], language_of(request), ports_of(request))
    return page(request, "rules.html", view)


def rules_view(game: str, language: Language, ports: Ports) -> Mapping[str, object]:
    """Returns what the page of a game's rules shows."""
    found = rule_text(game, language.code, ports.games)
    return {"game": game, "text": document(found.markdown), "code": found.code}
