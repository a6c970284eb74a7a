"""The promises that are measured, by the names that the command knows them by."""

from collections.abc import Callable, Iterator, Mapping

from tests.promises import busy, clock, dropping, half_open, queueing, storm
from tests.simulation.figure import Figure

PARTS: Mapping[str, Callable[[bool], Iterator[Figure]]] = {
    "clock": clock.figures,
    "busy": busy.figures,
    "queueing": queueing.figures,
    "frozen": half_open.figures,
    "cable": half_open.figures_of_a_cut_cable,
    "dropping": dropping.figures,
    "storm": storm.figures,
}
