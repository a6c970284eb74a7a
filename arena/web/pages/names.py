"""Who sat in matches, by name."""

from collections.abc import Iterable, Mapping

from arena.service.bots import submission_names
from arena.service.records import Match, Name
from arena.web.ports import Ports


def names_in(matches: Iterable[Match], ports: Ports) -> Mapping[str, Name]:
    """Returns the names of all submissions in these matches, by id."""
    seated = {submission for match in matches for submission in match.lineup}
    return submission_names(seated, open_unit=ports.open_unit)
