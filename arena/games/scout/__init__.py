"""The game SCOUT."""

from arena.games.scout.actions import Action, End, Orient, Scouting, Show
from arena.games.scout.beating import can_beat
from arena.games.scout.cards import Card, card, deck
from arena.games.scout.observation import Observation, PublicSeat, Remembered
from arena.games.scout.rules import Scout
from arena.games.scout.sets import Kind, beats, classify, strength
from arena.games.scout.state import KnownCard, PublicAction, State

__all__ = [
    "Action",
    "Card",
    "End",
    "Kind",
    "KnownCard",
    "Observation",
    "Orient",
    "PublicAction",
    "PublicSeat",
    "Remembered",
    "Scout",
    "Scouting",
    "Show",
    "State",
    "beats",
    "can_beat",
    "card",
    "classify",
    "deck",
    "strength",
]
