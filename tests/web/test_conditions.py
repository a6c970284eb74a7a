"""What an author wants to know before joining a contest."""

from arena.match.clock import Clock
from arena.service.ladders import create_ladder

from .serving import Reader
from .world import World


def test_a_ladder_says_by_what_it_is_played(world: World, reader: Reader) -> None:
    made = create_ladder(
        "odd open",
        "carrera",
        {"tie_break": "last"},
        4,
        clock=Clock(limit_ms=750, bank_ms=3_000),
        seat_counts=(3, 4),
        quarantine_after=0,
        open_unit=world.open_unit,
        games=world.games,
        now=world.now,
    )

    page = reader.get(f"/ladders/{made.ladder_id}").text

    for condition in ("3, 4", "750 ms a decision, 3 s in the bank", "Elo from 1500, K 32", "never"):
        assert condition in page
    assert '<code class="unusual">tie_break=last</code>' in page
    assert page.count('class="unusual"') == 1
    assert page.count("<li><code") == len(made.terms.options)
    usual = reader.get(f"/ladders/{world.ladders['scout'].ladder_id}").text
    assert "usual options" in usual
    assert 'class="unusual"' not in usual
