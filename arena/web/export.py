"""The pages as files: standings and replays that open from a disk, without any server."""

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath

from arena.service.errors import NotFound
from arena.service.ladders import every_ladder
from arena.service.matches import list_matches, revealed_among
from arena.service.records import MatchFilter, MatchState
from arena.web.drawings import drawing_source
from arena.web.language import Language
from arena.web.pages.bot import bot_view
from arena.web.pages.home import newest_tournaments, overview
from arena.web.pages.ladder import ladder_view
from arena.web.pages.match import match_view, replay_of
from arena.web.pages.rules import rules_view
from arena.web.pages.tournament import tournament_view
from arena.web.ports import Ports
from arena.web.rendering import rendered
from arena.web.rulebook import games_with_rules

ROWS = 500
_COPIED = ("charts.css", "icon.svg", "replay.css", "style.css")
_IMPORT = re.compile(r'(?<=from )"(\.[^"]+\.mjs)"')


@dataclass(slots=True)
class FileLinks:
    """Implements `Links` in an export; remembers which bots were asked for."""

    matches: frozenset[str]
    ruled: frozenset[str]
    bots: dict[str, None] = field(default_factory=dict)

    def home(self) -> str:
        return "index.html"

    def static(self, name: str) -> str:
        return f"static/{name}"

    def ladder(self, ladder_id: str) -> str:
        return f"{ladder_id}.html"

    def tournament(self, tournament_id: str) -> str:
        return f"{tournament_id}.html"

    def match(self, match_id: str) -> str:
        return f"{match_id}.html" if match_id in self.matches else ""

    def rules(self, game: str) -> str:
        return f"rules-{game}.html" if game in self.ruled else ""

    def bot(self, bot_id: str) -> str:
        """Names a file by a hash: a bot may have any name at all."""
        self.bots[bot_id] = None
        return f"bot-{hashlib.sha256(bot_id.encode()).hexdigest()[:16]}.html"


def export(ports: Ports, target: Path, language: Language, replays: int) -> Path:
    """Writes all ladders, their bots and the newest replays of each; returns the first page."""
    ladders = every_ladder(ports.open_unit)
    newest = frozenset(_newest(ports, [one.ladder_id for one in ladders], replays))
    links = FileLinks(newest, games_with_rules(ports.games))
    static = target / "static"
    static.mkdir(parents=True, exist_ok=True)
    for name in _COPIED:
        (static / name).write_bytes(files("arena.web").joinpath("static", name).read_bytes())
    (static / "replay.js").write_text(f'import("{_data_url("match.mjs")}");\n', "ascii")

    def write(name: str, template: str, context: Mapping[str, object]) -> None:
        text = rendered(template, context, language=language, links=links)
        (target / name).write_text(text, "utf-8")

    write(links.home(), "home.html", overview(ports))
    for ladder in ladders:
        view = ladder_view(ladder.ladder_id, ports, size=ROWS)
        write(links.ladder(ladder.ladder_id), "ladder.html", view)
    for one in newest_tournaments(ports):
        view = tournament_view(one.tournament_id, ports)
        write(links.tournament(one.tournament_id), "tournament.html", view)
    for match_id in links.matches:
        data = {**replay_of(match_id, ports), "texts": language.in_browser()}
        data["drawing"] = _drawing(str(data["game"]), ports)
        write(links.match(match_id), "match.html", {**match_view(match_id, ports), "data": data})
    for game in links.ruled:
        write(links.rules(game), "rules.html", rules_view(game, language, ports))
    for bot in list(links.bots):
        write(links.bot(bot), "bot.html", bot_view(bot, ports))
    return target / links.home()


def _newest(ports: Ports, ladder_ids: list[str], most: int) -> Iterator[str]:
    """Yields the newest matches of each ladder whose deals are no secret any more."""
    for ladder_id in ladder_ids:
        where = MatchFilter(ladder_id, state=MatchState.FINISHED)
        found = list_matches(ROWS, "", where, open_unit=ports.open_unit).items
        open_to_all = revealed_among(found, open_unit=ports.open_unit)
        yield from [m.match_id for m in found if m.match_id in open_to_all][:most]


@cache
def _data_url(name: str) -> str:
    """Returns a module of ours with all that it imports: browsers load none from files."""
    return _embedded(
        files("arena.web").joinpath("static", name).read_text("utf-8"), PurePosixPath(name).parent
    )


def _embedded(source: str, folder: PurePosixPath) -> str:
    whole = _IMPORT.sub(lambda found: f'"{_data_url(_path(folder, found[1]))}"', source)
    return f"data:text/javascript;base64,{base64.b64encode(whole.encode()).decode()}"


def _path(folder: PurePosixPath, relative: str) -> str:
    """Returns the path of an import within our static files."""
    parts = list(folder.parts)
    for part in PurePosixPath(relative).parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _drawing(game: str, ports: Ports) -> str:
    """Returns the module that draws a game, whole; empty if there is none."""
    try:
        source = drawing_source(game, ports.games)
    except NotFound:
        return ""
    return _embedded(source, PurePosixPath("drawings"))
