"""Who may open a session for a submission."""

import pytest

from arena.service.bots import admit_session, retire_submission
from arena.service.errors import WrongState

from .world import World


def test_who_was_retired_comes_back_until_its_matches_are_over(world: World) -> None:
    author = world.author()
    mine, *others = world.submission(author), world.submission(), world.submission()
    playing, waiting = world.match([mine, *others]), world.match([*others, mine])
    world.claim(playing.match_id)
    retire_submission(author, mine, open_unit=world.open_unit)

    for match in (playing, waiting):
        assert admit_session(author, mine, open_unit=world.open_unit).retired
        world.void(match.match_id)
    with pytest.raises(WrongState, match="is retired"):
        admit_session(author, mine, open_unit=world.open_unit)
