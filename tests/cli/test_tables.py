"""Tables for people: stored text is shown as it is, and nothing is cut off."""

from datetime import UTC, datetime

import pytest
from rich.console import Console

from arena.cli.tables import cell, table

CREATED = datetime(2026, 12, 1, 18, 30, 5, tzinfo=UTC)
ROW = {
    "name": "A cup of tea",
    "game": "carrera",
    "seats": 4,
    "state": "running",
    "created": CREATED,
    "note": "see [red]ticket[/blue] [12] :smile:",
    "tournament": "tournament-95530f0011223344",
}


def _printed(width: int) -> list[str]:
    console = Console(width=width, markup=False, emoji=False)
    with console.capture() as captured:
        console.print(table([ROW, ROW], "Cups [/x]", width))
    return captured.get().splitlines()


@pytest.mark.parametrize("width", [200, 120, 80, 60, 40])
def test_every_width_shows_ids_whole_and_all_of_the_rest(width: int) -> None:
    shown = _printed(width)

    assert sum(line.count("tournament-95530f0011223344") for line in shown) == 2
    assert sum(line.count("2026-12-01") for line in shown) == 2
    squeezed = "".join("".join(shown).split())
    if width in (200, 40):  # where no cell stands beside the rest of another one
        assert all("".join(cell(value).split()) in squeezed for value in ROW.values())
    assert max(map(len, map(str.rstrip, shown))) <= width


def test_stored_text_gives_no_orders_to_the_terminal() -> None:
    assert cell("red \x1b[31m\tline\nline") == "red \N{REPLACEMENT CHARACTER}[31m line\nline"


def test_dates_say_their_zone() -> None:
    assert any("UTC" in line for line in _printed(200))
    assert "created     2026-12-01 18:30:05 UTC" in _printed(40)
