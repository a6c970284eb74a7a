"""The whole way of an uploaded bot, on real processes: upload, qualification, matches, logs."""

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match.clock import Clock
from arena.service import bots, hosted, ladders
from arena.service.errors import NotAllowed
from arena.service.hosting_records import HostedState
from arena.service.records import MatchState
from arena_sdk.submitting import SubmissionRefused
from tests.hosting.arena import HostingArena, eventually
from tests.interop.languages import LANGUAGES

pytestmark = pytest.mark.e2e

GOOD = """
import sys
from arena_sdk import Bot, run

class Talker(Bot):
    def choose(self, prompt):
        print(f"{prompt.match_id} ply {prompt.ply}")
        return prompt.legal_actions[0]

print("loading", file=sys.stderr)
run(Talker)
"""

LATER = """
import os
from arena_sdk import Bot, run

seen = {}

class Fragile(Bot):
    # Plays its first two matches, in which it qualifies, and then breaks down.
    def choose(self, prompt):
        seen.setdefault(prompt.match_id, 0)
        seen[prompt.match_id] += 1
        if len(seen) > 2 and (%s):
            print("about to break down")
            %s
        return prompt.legal_actions[0]

    def finished(self, outcome):
        if len(seen) > 2:
            print("about to break down")
            raise ValueError("at the end")

run(Fragile)
"""


def test_a_bot_is_uploaded_qualifies_plays_and_tells(arena: HostingArena, tmp_path: Path) -> None:
    submitted = arena.upload(tmp_path, "Talker", GOOD)

    match = arena.ended(arena.play(submitted.submission_id))

    assert (submitted.number, submitted.state) == (1, "active")
    assert match.state is MatchState.FINISHED
    assert match.faults[0] == 0
    log = eventually(lambda: arena.log(submitted.submission_id, match.match_id, 0))
    assert f"{match.match_id} ply" in log
    assert all(match.match_id in line for line in log.splitlines() if " ply " in line)
    assert "loading" in arena.log(submitted.submission_id)
    stranger = replace(arena.author, author_id="author-eve")
    ports = {"open_unit": arena.wiring.open_unit}
    with pytest.raises(NotAllowed):
        hosted.bot_log(stranger, submitted.submission_id, match.match_id, 0, **ports)


def test_uploading_again_makes_the_next_version(arena: HostingArena, tmp_path: Path) -> None:
    first = arena.upload(tmp_path, "Twice", GOOD)
    (tmp_path / "more").mkdir()
    second = arena.upload(tmp_path / "more", "Twice", GOOD)

    assert (first.number, second.number) == (1, 2)
    assert first.submission_id != second.submission_id


def test_a_bot_of_two_games_qualifies_in_each(arena: HostingArena, tmp_path: Path) -> None:
    manifest = 'name = "Both"\ngames = {scout = [2], carrera = [3]}\ncommand = "python bot.py"\n'

    submitted = arena.submit(tmp_path / "both", {"bot.toml": manifest, "bot.py": GOOD})

    made = [(one.bot, one.state) for one in (submitted, *submitted.others)]
    assert made == [("Both-carrera", "active"), ("Both-scout", "active")]


REFUSED = {
    "does not load": (
        "import nothing_like_it",
        "",
        r"exit code 1 before it connected(.|\n)*ModuleNotFoundError: No module named 'nothing",
    ),
    "ends at once": ("print('that was it')", "", r"exit code 0 before(.|\n)*that was it"),
    "is killed": (
        "held = []\nwhile True: held.append(bytearray(1 << 20))",
        "memory_mb = 64",
        "used more than 64 MB of memory before it connected",
    ),
    "does not build": (
        GOOD,
        'build = ["python", "-c", "print(6 * 7); raise SystemExit(3)"]',
        r"the build command ended with exit code 3(.|\n)*42",
    ),
    "builds without end": (
        GOOD,
        'build = ["python", "-c", "import os\\nwhile True: os.fork()"]',
        r"the build command (.|\n)*BlockingIOError|the build command ",
    ),
    "raises": (
        GOOD.replace("return", "raise ValueError('no idea')\n        return"),
        "",
        r"crash at ply(.|\n)*ValueError: no idea(.|\n)*legal_actions",
    ),
    "dies at its first prompt": (
        GOOD.replace("return", "import os; os._exit(9)\n        return"),
        "",
        r"the bot ended with exit code 9(.|\n)*ply",
    ),
    "cheats": (
        GOOD.replace("return prompt.legal_actions[0]", "return 'all the chips'"),
        "",
        r"illegal action at ply(.|\n)*all the chips|illegal action at ply",
    ),
}


def test_who_cannot_play_is_refused_with_the_reason(arena: HostingArena, tmp_path: Path) -> None:
    def refusal(name: str) -> str:
        program, more, _ = REFUSED[name]
        with pytest.raises(SubmissionRefused) as raised:
            arena.upload(tmp_path, name, program, more)
        return str(raised.value)

    with ThreadPoolExecutor(len(REFUSED)) as threads:
        reasons = dict(zip(REFUSED, threads.map(refusal, REFUSED), strict=True))

    for name, (_, _, why) in REFUSED.items():
        assert re.search(why, reasons[name]), (name, reasons[name])


@pytest.mark.parametrize(
    ("when", "deed", "shows"),
    [
        ("True", "raise ValueError('at ply 0')", "ValueError: at ply 0"),
        ("seen[prompt.match_id] > 5", "os._exit(7)", "ended with exit code 7"),
        ("False", "pass", "ValueError: at the end"),
    ],
)
def test_who_breaks_down_in_a_match_sees_why_and_is_started_again(
    arena: HostingArena, tmp_path: Path, when: str, deed: str, shows: str
) -> None:
    submitted = arena.upload(tmp_path, f"Fragile {when[0]}", LATER % (when, deed))

    match = arena.play(submitted.submission_id)
    log = eventually(
        lambda: (
            found if shows in (found := arena.log(submitted.submission_id, match.match_id)) else ""
        )
    )

    assert "about to break down" in log
    ended = arena.ended(match)
    assert ended.state is MatchState.FINISHED
    again = arena.ended(arena.play(submitted.submission_id))
    assert again.state is MatchState.FINISHED


def test_a_static_binary_in_another_language_plays(arena: HostingArena, tmp_path: Path) -> None:
    go = next(language for language in LANGUAGES if language.name == "go")
    if go.missing:
        pytest.skip("no Go here")
    go.build()
    subprocess.run(
        ["go", "build", "-o", str(tmp_path / "static"), "."],
        cwd=go.folder,
        env={**os.environ, "CGO_ENABLED": "0"},
        check=True,
    )
    manifest = 'name = "Gopher"\ngame = "scout"\nseats = [2]\ncommand = ["./bot"]\n'

    submitted = arena.submit(
        tmp_path / "go", {"bot.toml": manifest, "bot": (tmp_path / "static").read_bytes()}
    )

    assert submitted.state == "active"


def test_who_is_on_a_ladder_is_kept_running_and_else_stopped(
    arena: HostingArena, tmp_path: Path
) -> None:
    submission_id = arena.upload(tmp_path, "Climber", GOOD).submission_id
    ports = {"open_unit": arena.wiring.open_unit, "now": arena.wiring.now}

    def runs() -> bool:
        with arena.wiring.open_unit() as unit:
            return bool(unit.hosted.get(submission_id).worker)

    ladder = ladders.create_ladder("climb", "scout", {}, 2, games=arena.wiring.games, **ports)
    ladders.join_ladder(arena.author, ladder.ladder_id, submission_id, **ports)
    eventually(runs)
    bots.retire_submission(arena.author, submission_id, open_unit=arena.wiring.open_unit)
    eventually(lambda: not runs())


def test_a_bot_that_breaks_down_by_itself_is_not_excused(
    arena: HostingArena, tmp_path: Path
) -> None:
    program = LATER % ("True", "os._exit(7)")
    submission_id = arena.upload(tmp_path, "Brittle", program).submission_id
    clock = Clock(limit_ms=100, bank_ms=0, lag_ms=100)

    ended = arena.ended(arena.play(submission_id, clock))

    assert ended.state is MatchState.FINISHED
    assert ended.faults[0] > 0


def test_what_was_refused_runs_no_more(arena: HostingArena, tmp_path: Path) -> None:
    with pytest.raises(SubmissionRefused):
        arena.upload(tmp_path, "Hopeless", "raise SystemExit('hopeless')")

    with arena.wiring.open_unit() as unit:
        submission_id = unit.submissions.page(1, "", bot_id=unit.bots.get("Hopeless").bot_id)
        record = unit.hosted.get(submission_id.items[0].submission_id)
    assert record.state is HostedState.REFUSED
    assert record.reason == "the bot ended with exit code 1 before it connected"
    assert "hopeless" in arena.log(record.submission_id)
