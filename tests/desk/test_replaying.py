import re
from pathlib import Path

import pytest

from arena.match.events import Decided
from arena.match.log import load_log
from arena_sdk import play_local
from arena_sdk.bot import Bot
from arena_sdk.command.recorded import Recorded
from tests.desk.commands import Desk

BOTS = ("house:greedy", "house:planner", "house:random")


@pytest.fixture
def log(desk: Desk) -> Path:
    desk.run("play", "carrera", *BOTS, "--matches", 1, "--unrotated", "--no-clock", "--logs", ".")
    return Path("1-1.jsonl")


def test_every_decision_is_shown_as_its_seat_saw_it(desk: Desk, log: Path) -> None:
    events = load_log(log.read_text())
    choices = [(e.ply, c) for e in events if isinstance(e, Decided) for c in e.choices]

    done = desk.run("replay", log)

    assert done.code == 0, done.err
    heads = re.findall(r"^ply (\d+): seat (\d) chooses from ", done.out, re.MULTILINE)
    assert heads == [(str(ply), str(choice.seat)) for ply, choice in choices]
    assert re.findall(r"^  > (.*?)  \(", done.out, re.MULTILINE) == [c.action for _, c in choices]
    assert re.search(r"^  hand +\w+( \w+)*$", done.out, re.MULTILINE)
    assert done.out.rstrip().splitlines()[-1].startswith(f"ply {events[-1].ply}: the end; seat 0 ")


def test_one_seat_alone_from_a_ply_on(desk: Desk, log: Path) -> None:
    done = desk.run("replay", log, "--seat", 1, "--ply", 10)

    heads = re.findall(r"^ply (\d+): seat (\d)", done.out, re.MULTILINE)
    assert {seat for _, seat in heads} == {"1"}
    assert min(int(ply) for ply, _ in heads) >= 10


@pytest.mark.parametrize(("seat", "name"), [*enumerate(BOTS)])
def test_the_bot_that_played_chooses_the_same_again(
    desk: Desk, log: Path, seat: int, name: str
) -> None:
    done = desk.run("replay", log, "--bot", name, "--seat", seat)

    assert re.fullmatch(rf"{name} chooses otherwise at 0 of \d+ prompts of seat {seat}\n", done.out)


def test_another_bot_shows_where_it_would_choose_otherwise(desk: Desk, log: Path) -> None:
    mine = desk.bot("return prompt.legal_actions[-1] if prompt.ply < 9 else 'checkmate'")

    done = desk.run("replay", log, "--bot", mine, "--seat", 2)

    assert done.code == 1
    assert re.search(r"  > .* in the log\n  > (up|down) .* by ", done.out)
    assert "'checkmate' is not a legal action" in done.out
    assert re.search(
        r"chooses otherwise at \d of \d+ prompts of seat 2, and fails at \d+\n", done.out
    )


def test_a_prompt_is_put_as_the_referee_put_it() -> None:
    told: list[object] = []

    class Noting(Bot):
        def choose(self, prompt):
            told.append((prompt.ply, prompt.observation, prompt.legal_actions, prompt.heard))
            told.append((prompt.faults_left, prompt.bank_left_s, prompt.last_elapsed_s))
            return "checkmate" if prompt.ply == 8 else prompt.legal_actions[-1]

    class Last(Bot):
        def choose(self, prompt):
            return prompt.legal_actions[-1]

    _, log = play_local("scout", [Last, Noting, Last], seed=5)
    again: list[object] = []
    for asked in Recorded(log).asked(1):
        p = asked.prompt
        again.append((p.ply, p.observation, p.legal_actions, p.heard))
        again.append((p.faults_left, p.bank_ms / 1_000, p.last_elapsed_ms / 1_000))

    assert again == told


@pytest.mark.parametrize(
    ("change", "code", "why"),
    [
        (lambda text: "", 2, "not a whole match log"),
        (lambda text: text.replace('"event":"started"', '"event":"begun"'), 2, "line 1: unknown"),
        (lambda text: re.sub(r'"seed":"\w+"', '"seed":""', text), 2, "without its seed"),
        (lambda text: text.replace('"version":1', '"version":9'), 2, "version 9; here is carrera"),
        (lambda text: text.replace('"action":"up', '"action":"UP', 1), 1, "follow from the rules"),
    ],
)
def test_what_cannot_be_replayed_is_refused(desk, log, change, code, why) -> None:
    log.write_text(change(log.read_text()))

    done = desk.run("replay", log)

    assert done.code == code
    assert why in done.err


def test_a_seat_that_is_not_there_is_refused(desk: Desk, log: Path) -> None:
    assert desk.run("replay", log, "--seat", 3).err == "the match had seats 0 to 2\n"
    assert desk.run("replay", "nowhere.jsonl").code == 3
    assert "--bot needs --seat" in desk.run("replay", log, "--bot", "house:first").err
