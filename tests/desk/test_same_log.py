"""What plays locally plays the same in the arena."""

import asyncio
from collections.abc import Callable

import pytest

from arena.match.events import without_times
from arena.match.log import dump_log
from arena.match.players import Prompt, Table
from arena.service import matches
from arena.service.records import Author, MatchState, Role
from arena.service.terms import DEFAULT_CLOCK
from arena_sdk import Bot, play_local
from arena_sdk.calls import prompt_for_bot
from arena_sdk.house import house_bot
from tests.service.world import World


class Clumsy(Bot):
    """Does something wrong from time to time."""

    def choose(self, prompt):
        if prompt.ply % 5 == 0:
            raise RuntimeError("cannot think")
        return "checkmate" if prompt.ply % 7 == 0 else prompt.legal_actions[-1]


def relayed(kind: type[Bot]) -> Callable[[Table, Prompt], str]:
    """Returns the function that plays in the memory relay as the bot would."""
    bots: dict[int, Bot] = {}

    def choose(table: Table, prompt: Prompt) -> str:
        if table.seat not in bots:
            bots[table.seat] = kind()
            bots[table.seat].seated(table)
        return bots[table.seat].choose(prompt_for_bot(table.match_id, prompt))

    return choose


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("scout", ("planner", "greedy", "random", "clumsy")),
        ("carrera", ("greedy", "planner", "clumsy")),
    ],
)
def test_a_local_log_and_the_arenas_log_are_the_same_bytes(
    game: str, names: tuple[str, ...]
) -> None:
    bots = [Clumsy if name == "clumsy" else house_bot(game, name) for name in names]
    world = World()
    lineup = [world.submission(game=game) for _ in bots]
    for submission, bot in zip(lineup, bots, strict=True):
        world.relay.connect(submission, relayed(bot))
    match = matches.create_match(
        Author("", "operator", Role.OPERATOR, world.now()),
        game,
        {},
        lineup,
        DEFAULT_CLOCK,
        open_unit=world.open_unit,
        games=world.games,
        now=world.now,
    )

    asyncio.run(world.play(match.match_id))
    outcome, log = play_local(
        game,
        bots,
        seed=match.seed,
        clock=match.terms.clock,
        faults_allowed=match.terms.faults_allowed,
    )

    assert world.found(match.match_id).state is MatchState.FINISHED
    assert outcome == world.found(match.match_id).outcome
    arena_log = world.log(match.match_id)
    assert dump_log(map(without_times, log)) == dump_log(map(without_times, arena_log))
    assert '"fault":"crash"' in dump_log(log)
