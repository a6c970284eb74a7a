import pytest

from arena.web.charts import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Series,
    clock_use,
    history,
    multiples,
    nice_step,
)


@pytest.mark.parametrize(
    ("rough", "step"),
    [(0, 1), (0.03, 0.05), (1, 1), (1.01, 2), (2, 2), (4, 5), (6, 10), (17, 20), (3_000, 5_000)],
)
def test_scales_step_by_round_numbers(rough: float, step: float) -> None:
    assert nice_step(rough) == pytest.approx(step)


def test_marks_are_the_multiples_in_between() -> None:
    assert multiples(-7, 21, 10) == [0, 10, 20]
    assert multiples(10, 20, 10) == [10, 20]


def test_lines_stay_within_the_chart() -> None:
    chart = history(
        [
            Series("up", ((0, 1500), (7, 1733.3))),
            Series("down", ((0, 1500), (3, 1200), (9, 1210))),
        ]
    )

    assert chart is not None
    points = [tuple(map(float, p.split(","))) for line in chart.lines for p in line.path.split()]
    assert all(LEFT <= x <= WIDTH - RIGHT and TOP <= y <= HEIGHT - BOTTOM for x, y in points)
    assert points[0][0] == LEFT
    assert chart.lines[0].last == 1733.3
    assert [tick.label for tick in chart.up] == ["1200", "1400", "1600", "1800"]


def test_a_rating_that_never_moved_is_a_line_in_the_middle() -> None:
    chart = history([Series("still", ((0, 1500), (1, 1500)))])

    assert chart is not None
    assert chart.lines[0].end[1] == (TOP + HEIGHT - BOTTOM) / 2


def test_without_a_change_there_is_no_chart() -> None:
    assert history([Series("new", ())]) is None


def test_bars_are_on_one_scale() -> None:
    quick, slow = clock_use([[(1, 5, ""), (4, 10, "")], [(2, 40, "timeout")]])

    assert [bar.height for bar in quick.bars] == [0.125, 0.25]
    assert (quick.total_ms, quick.longest_ms) == (15, 10)
    assert slow.bars[0].height == 1
    assert slow.bars[0].fault == "timeout"


def test_no_time_at_all_is_no_division_by_zero() -> None:
    (still,) = clock_use([[(1, 0, "")]])

    assert still.bars[0].height == 0
