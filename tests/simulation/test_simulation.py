"""The simulations in short; `python -m tests.simulation` runs them in full."""

import pytest

from tests.simulation import arrivals, coverage, house_order, ladder, rotation, sequential


@pytest.mark.parametrize(
    "part",
    [ladder, arrivals, coverage, sequential, rotation, house_order],
    ids=lambda part: part.__name__,
)
def test_every_figure_keeps_its_bounds(part):
    for figure in part.figures(quick=True):
        assert figure.holds, figure
