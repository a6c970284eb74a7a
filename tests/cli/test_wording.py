"""Small things that commands say: which option is missing, why an upload was refused."""

from pathlib import Path

import pytest

from arena.cli.status import process_row
from arena.service.hosting_records import Hosted, HostedState
from arena.service.records import Submission, SubmissionKind
from arena.storage import open_database
from tests.arena_command import Run
from tests.service.world import World


@pytest.mark.parametrize("form", ["swiss", "gauntlet"])
def test_a_format_that_needs_rounds_says_so_by_the_option(run: Run, form: str) -> None:
    refused = run("tournament", "create", "Cup", "scout", form, "--seats", "4")

    assert refused.exit_code == 2
    assert f"a {form} needs --rounds" in refused.stderr
    assert form in run("tournament", "create", "--help").stdout


def test_an_anchor_may_be_below_zero(run: Run) -> None:
    assert run("author", "create", "Ada").exit_code == 0
    assert run("bot", "create", "Ada", "Shedder", "scout").exit_code == 0
    assert run("ladder", "create", "open", "scout", "--seats", "4").exit_code == 0

    done = run("ladder", "anchor", "open", "Shedder@1", "-5")

    assert done.exit_code == 0, done.output
    assert run("ladder", "join", "open", "Shedder@1").exit_code == 0
    assert "-5.00" in run("ladder", "standings", "open").stdout


def test_a_refused_upload_is_listed_with_the_reason(run: Run, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    database = open_database(f"sqlite:///{tmp_path / 'data' / 'arena.db'}")
    database.migrate()
    world = World(database)
    with database.unit() as unit:
        bot = unit.bots.get(unit.submissions.get(world.submission()).bot_id)
        made = unit.submissions.add(
            Submission("sub-1", bot.bot_id, 0, SubmissionKind.HOSTED, world.now())
        )
        state = HostedState.REFUSED
        unit.hosted.add(Hosted(made.submission_id, state, (), 64, "", "it chose nothing"), b"")

    shown = run("submission", "list", bot.name).stdout

    assert "it chose nothing" in shown
    database.close()


def test_settings_are_shown_as_they_are_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_WEB_HTTPS", "true")

    shown = run("settings", "--json").stdout

    assert '"variable": "ARENA_WEB_HTTPS", "value": "true"' in shown


def test_a_process_says_yes_or_no() -> None:
    process = {"kind": "gateway", "name": "g", "host": "h", "pid": 1, "version": "1"}

    assert process_row({**process, "draining": False})[""] == "draining no"
