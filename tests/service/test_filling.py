"""Tables that cannot be filled: nobody waits for nothing without knowing, nobody plays short."""

from collections import Counter

import pytest

from arena.service.errors import AlreadyExists, InvalidArgument, WrongState
from arena.service.filling import Unfilled
from arena.service.house import house_ids, house_submissions, is_house
from arena.service.ladders import join_ladder
from arena.service.ratings import recompute
from arena.service.records import (
    Author,
    BlockState,
    Bot,
    Ladder,
    Match,
    Role,
    Submission,
    SubmissionKind,
)

from .world import GAME, World


def play(world: World) -> list[Match]:
    """Opens blocks and plays them; ids come in the order of the alphabet."""
    world.schedule()
    matches = [match for match in world.all_matches() if not match.state.final]
    for match in matches:
        world.end(match.match_id, [-sorted(match.lineup).index(s) for s in match.lineup])
    for block_id in {match.block_id for match in matches if match.block_id}:
        world.rate(block_id)
    return matches


def refused_since(world: World, ladder: Ladder) -> object:
    with world.open_unit() as unit:
        return unit.ladders.get(ladder.ladder_id).refused


def test_house_bots_take_the_seats_that_are_left_and_are_not_rated(world: World) -> None:
    pair = sorted(world.connected(2, capacity=3))
    ladder = world.ladder(pair, unfilled=Unfilled.HOUSE)

    matches = play(world)

    lineup = matches[0].lineup
    assert set(lineup) == {*pair, *house_ids(GAME, 1)}
    assert world.standings(ladder) == {pair[0]: 1516.0, pair[1]: 1484.0}, "a duel of two"
    assert recompute(ladder.ladder_id, open_unit=world.open_unit).complaints == ()


def test_alone_among_house_bots_nobody_is_rated(world: World) -> None:
    (alone,) = world.connected(1, capacity=4)
    ladder = world.ladder([alone], unfilled=Unfilled.HOUSE)

    matches = play(world)

    with world.open_unit() as unit:
        block = unit.blocks.get(matches[0].block_id or "")
    assert (block.unrated, block.state) == (True, BlockState.COUNTED)
    assert Counter(map(is_house, block.lineup)) == {True: 2, False: 1}
    assert world.standings(ladder) == {alone: 1500.0}


def test_with_enough_of_them_no_house_bot_sits(world: World) -> None:
    world.ladder(world.connected(6, capacity=3), backlog=2, unfilled=Unfilled.HOUSE)

    assert not any(is_house(s) for match in play(world) for s in match.lineup)


def test_a_house_bot_joins_no_ladder(world: World) -> None:
    ladder = world.ladder(world.connected(1), unfilled=Unfilled.HOUSE)
    world.schedule()
    operator = Author("", "operator", Role.OPERATOR, world.now())

    with pytest.raises(WrongState, match="house"):
        join_ladder(
            operator,
            ladder.ladder_id,
            house_ids(GAME, 1)[0],
            open_unit=world.open_unit,
            now=world.now,
        )


def test_a_house_bot_that_came_without_its_archive_gets_one(world: World) -> None:
    (house,) = house_submissions(GAME, 1, open_unit=world.open_unit, now=world.now)
    with world.open_unit() as unit:
        bot_id = unit.submissions.get(house).bot_id
        second = Submission(house_ids(GAME, 2)[1], bot_id, 0, SubmissionKind.REMOTE, world.now())
        unit.submissions.add(second)

    made = house_submissions(GAME, 2, open_unit=world.open_unit, now=world.now)

    with world.open_unit() as unit:
        assert unit.hosted.among(made).keys() == {house, second.submission_id}
        assert unit.hosted.archive(second.submission_id)


def test_nobody_is_called_like_the_author_of_the_house_bots(world: World) -> None:
    with pytest.raises(AlreadyExists):
        world.author("House")


def test_house_bots_play_though_others_have_had_their_names_before(world: World) -> None:
    earlier = Author("author-1", "House", Role.AUTHOR, world.now())
    with world.open_unit() as unit:
        unit.authors.add(earlier)
        unit.bots.add(Bot("bot-1", f"house {GAME} 1", GAME, earlier.author_id, world.now()))
    ladder = world.ladder(world.connected(2, capacity=3), unfilled=Unfilled.HOUSE)

    matches = play(world)

    (house,) = house_ids(GAME, 1)
    assert house in matches[0].lineup
    assert set(world.standings(ladder).values()) == {1516.0, 1484.0}
    with world.open_unit() as unit:
        name = unit.submissions.names([house])[house]
    assert (name.author.split()[0], name.author_id) == ("house", "author-house")


def test_a_ladder_that_refuses_says_since_when_and_stops_saying_so(world: World) -> None:
    pair = world.connected(2)
    ladder = world.ladder(pair, unfilled=Unfilled.REFUSE)

    assert play(world) == []
    began = world.now()
    world.later()
    world.schedule()
    assert refused_since(world, ladder) == began

    operator = Author("", "operator", Role.OPERATOR, world.now())
    third = world.connected(1)[0]
    join_ladder(operator, ladder.ladder_id, third, open_unit=world.open_unit, now=world.now)
    assert len(play(world)) == 3
    assert refused_since(world, ladder) is None


def test_a_ladder_that_waits_refuses_nothing(world: World) -> None:
    ladder = world.ladder(world.connected(2))

    assert play(world) == []
    assert refused_since(world, ladder) is None


def test_blocks_of_a_mixed_ladder_have_each_of_its_numbers_of_seats(world: World) -> None:
    ladder = world.ladder(world.connected(6, capacity=30), 0, backlog=6, seat_counts=(3, 5))
    assert (ladder.terms.seats, ladder.sizes) == (5, (3, 5))

    matches = [match for _ in range(4) for match in play(world)]

    blocks = {match.block_id: match for match in matches}.values()
    sizes = Counter(match.terms.seats for match in blocks)
    assert all(len(match.lineup) == match.terms.seats for match in matches)
    assert sizes.keys() == {3, 5}
    with world.open_unit() as unit:
        conducts = unit.conducts.of_ladder(ladder.ladder_id)
    played = Counter((s, len(match.lineup)) for match in blocks for s in match.lineup)
    assert {s: c.turns for s, c in conducts.items()} == {
        s: (played[s, 3], played[s, 5]) for s, _ in played
    }


@pytest.mark.parametrize(
    ("seats", "counts", "field"),
    [(4, (3, 5), "seat_count"), (0, (3, 99), "seat_count"), (0, range(2, 40), "seat_counts")],
)
def test_numbers_of_seats_are_checked(
    world: World, seats: int, counts: tuple[int, ...], field: str
) -> None:
    with pytest.raises(InvalidArgument) as error:
        world.ladder([], seats, seat_counts=counts)

    assert error.value.field == field
