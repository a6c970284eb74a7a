"""My Favorite Carrera RS, a must-not-follow trick-taking game for 3 to 5 seats.

The rules are in `docs/rules/carrera.md`. Beside the game itself, this page offers what a bot needs
to think about it.
"""

from arena.games.carrera.actions import Action, Down, Up
from arena.games.carrera.cards import BASE_RANKS, HAND_SIZE, SUITS, TANK
from arena.games.carrera.observation import Observation
from arena.games.carrera.rules import Carrera
from arena.games.carrera.state import State
from arena.games.carrera.tricks import Play, Trick, totals, winner

__all__ = [
    "Action",
    "BASE_RANKS",
    "Carrera",
    "Down",
    "HAND_SIZE",
    "Observation",
    "Play",
    "SUITS",
    "State",
    "TANK",
    "Trick",
    "Up",
    "totals",
    "winner",
]
