"""The pages for researchers say what the code says."""

from pathlib import Path

from arena.research.pages import renewed

PAGE = Path(__file__).parents[2] / "docs/researchers.md"


def test_the_page_has_the_layouts_of_today() -> None:
    page = PAGE.read_text()

    assert renewed(page) == page
    assert "| `hand` | 45 × 2 | 0 | 10 |" in page
