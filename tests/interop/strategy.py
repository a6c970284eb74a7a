"""The strategy of the example bots once more, to hold every answer of theirs against it."""

from collections.abc import Sequence

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
    gain = sum(card.down - card.up for card in observation.hand)
    if observation.phase == "flip" and gain > 0:
        return "flip"
    return max(actions, key=_shown)


def _shown(action: str) -> int:
    words = action.split()
    return int(words[2]) if words[0] == "show" else 0


def _carrera(observation: carrera.Observation, actions: Sequence[str]) -> str:
    return actions[-1] if observation.trick == 6 else actions[0]
