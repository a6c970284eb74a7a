"""What an author wants to know before joining a contest: which options of its game are unusual."""

from collections.abc import Mapping

from arena.games.registry import UnknownGame
from arena.service.records import Terms
from arena.web.ports import Ports


def unusual(terms: Terms, ports: Ports) -> Mapping[str, object]:
    """Returns the options that are not the game's defaults; all where its rules are missing."""
    try:
        usual = ports.games.create(terms.game, terms.seats).options
    except (UnknownGame, ValueError):
        usual = {}
    return {name: value for name, value in terms.options.items() if usual.get(name) != value}
