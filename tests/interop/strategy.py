"""The strategy of the example bots once more, to hold every answer of theirs against it."""

from collections.abc import Callable, Sequence

from arena.games import carrera, scout


def expected(observation: object, actions: Sequence[str]) -> str:
    """Returns what an example bot in any language has to choose."""
    match observation:
        case scout.Observation():
            return _scout(observation, actions)
        case carrera.Observation():
            return _carrera(observation, actions)
        case _:
            return actions[0]


def _scout(observation: scout.Observation, actions: Sequence[str]) -> str:
    if observation.phase == "flip":
        gain = sum(card.down - card.up for card in observation.hand)
        return "flip" if gain > 0 else "keep"
    return _best(actions, lambda words: int(words[2]) if words[0] == "show" else 0)


def _carrera(observation: carrera.Observation, actions: Sequence[str]) -> str:
    assert observation.seat is not None
    reserve = observation.fuel[observation.seat]

    def worth(words: Sequence[str]) -> int:
        rank = int(words[1][0])
        if observation.trick == 6:
            return rank + int(words[2]) if words[0] == "up" else -1
        if words[0] == "up":
            return rank - 10 * int(words[2]) + (10 if words[-1] == "take" else 0)
        return (9 if observation.market > 0 and reserve < 5 else -1) - rank

    return _best(actions, worth)


def _best(actions: Sequence[str], worth: Callable[[Sequence[str]], int]) -> str:
    return max(actions, key=lambda action: worth(action.split()))
