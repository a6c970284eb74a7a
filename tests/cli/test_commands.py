"""The `arena` command on an empty data directory: what it prints, and its exit codes."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from arena.config import BadSetting, Settings
from arena.games.scout import Scout
from arena.match.events import Decided
from arena.match.log import dump_log
from arena_sdk import Bot, Prompt, play_local
from tests.arena_command import Run


def _json(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_an_author_a_bot_and_a_ladder_are_made_from_the_command_line(run: Run) -> None:
    author = _json(run("author", "create", "Ada", "--json"))
    bot = _json(run("bot", "create", author["author"], "Shedder", "scout", "--json"))
    _json(run("ladder", "create", "open", "scout", "--seats", "4", "--json"))

    assert run("ladder", "join", "open", bot["submission"]).exit_code == 0

    assert author["key"].startswith("arena_")
    (row,) = _json(run("ladder", "standings", "open", "--json"))
    assert (row["rank"], row["submission"], row["author"]) == (1, "Shedder v1", "Ada")
    assert row["submission_id"] == bot["submission"]
    assert "sub-" not in run("ladder", "standings", "open").output
    assert _json(run("ladder", "recompute", "open", "--check", "--json"))["complaints"] == 0
    nothing = {"blocks": 0, "rows": [], "apart": []}
    assert _json(run("ladder", "estimate", "open", "--json")) == nothing
    assert "nothing" in run("ladder", "estimate", "open").output
    assert _json(run("audit", "--json"))["complaints"] == []
    assert _json(run("match", "list", "--json")) == []


def test_a_ladder_has_mixed_tables_and_a_quarantine_from_the_command_line(run: Run) -> None:
    author = _json(run("author", "create", "Ada", "--json"))["author"]
    bot = _json(run("bot", "create", author, "Shedder", "scout", "--json"))["submission"]
    asked = ("--seats", "3-5", "--unfilled", "refuse", "--quarantine-after", "2", "--json")
    _json(run("ladder", "create", "open", "scout", *asked))
    assert run("ladder", "join", "open", bot).exit_code == 0
    (row,) = _json(run("ladder", "list", "--json"))
    assert row["seats"] == "3,4,5"

    assert run("ladder", "quarantine", "set", "open", bot, "--reason", "floods").exit_code == 0

    (row,) = _json(run("ladder", "quarantine", "list", "open", "--json"))
    assert (row["bot"], row["reason"], row["next probe"]) == ("Shedder v1", "floods", None)
    assert row["submission_id"] == bot
    assert run("ladder", "quarantine", "lift", "open", bot).exit_code == 0
    assert run("ladder", "quarantine", "lift", "open", bot).exit_code == 4
    assert "nobody" in run("ladder", "quarantine", "list", "open").output


@pytest.mark.parametrize("seats", ["4-", "-4", "5-3", "x", "", "3,,4", "0"])
def test_seats_that_are_none_are_refused(run: Run, seats: str) -> None:
    refused = run("ladder", "create", "open", "scout", "--seats", seats)

    assert refused.exit_code == 2
    assert "seats" in refused.output or "seats" in refused.stderr


def test_house_bots_fill_no_tables_where_nobody_runs_them(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_HOSTING", "off")

    refused = run("ladder", "create", "open", "scout", "--seats", "4", "--unfilled", "house")

    assert refused.exit_code == 2
    assert "hosting is off" in refused.stderr


def test_a_ladder_has_anchors_and_a_second_rating_where_it_is_told_to(run: Run) -> None:
    author = _json(run("author", "create", "Ada", "--json"))["author"]
    bots = [
        _json(run("bot", "create", author, name, "scout", "--json"))["submission"]
        for name in ("Old", "New", "Newer")
    ]
    asked = ("--second-rating", "openskill", "--anchor", f"{bots[0]}=1800", "--same-author")
    _json(run("ladder", "create", "open", "scout", "--seats", "2", *asked, "--json"))
    assert run("ladder", "join", "open", *bots).exit_code == 0
    assert run("ladder", "anchor", "open", bots[1], "1400").exit_code == 0

    rows = _json(run("ladder", "standings", "open", "--json"))

    assert [(row["submission"], row["rating"], row["anchor"]) for row in rows] == [
        ("Old v1", 1800.0, True),
        ("Newer v1", 1500.0, False),
        ("New v1", 1400.0, True),
    ]
    assert {(row["mu"], row["low"], row["better"]) for row in rows} == {(25.0, None, None)}
    assert "0 of 0 rated blocks" in run("ladder", "standings", "open").output
    for wrong in ("nothing", "x=y"):
        failed = run("ladder", "create", "more", "scout", "--seats", "2", "--anchor", wrong)
        assert failed.exit_code == 2


def test_a_tournament_is_scheduled_from_the_command_line(run: Run) -> None:
    assert run("ladder", "create", "open", "scout", "--seats", "4").exit_code == 0
    terms = ("scout", "swiss", "--rounds", "3", "--seats", "4", "--from-ladder", "open")
    starts = (datetime.now(UTC) + timedelta(days=30)).replace(microsecond=0).isoformat()
    when = ("--starts-at", starts, "--repeat", "0 18 * * 5")

    made = _json(run("tournament", "create", "Friday", *terms, *when, "--json"))

    assert made["starts"] == starts
    assert (made["repeat"], made["state"], made["entries"]) == ("0 18 * * 5", "entering", 0)


@pytest.mark.parametrize(
    ("options", "at_fault"),
    [
        (("--starts-at", "tomorrow"), "--starts-at: "),
        (("--starts-at", "2999-12-01T18:00"), "--starts-at: "),
        (("--starts-at", "2000-12-01T18:00Z"), "--starts-at: "),
        (("--repeat", "now and then"), "--repeat: "),
        (("--repeat", "0 18 * * 5", "--start"), "--start"),
    ],
)
def test_a_schedule_that_makes_no_sense_is_refused_by_name(
    run: Run, options: tuple[str, ...], at_fault: str
) -> None:
    refused = run("tournament", "create", "Cup", "scout", "knockout", "--seats", "4", *options)

    assert refused.exit_code == 2
    assert at_fault in refused.stderr


def test_a_tournament_is_held_from_the_command_line(run: Run) -> None:
    submissions = []
    for name in ("Ada", "Blaise", "Carl", "Dora"):
        author = _json(run("author", "create", name, "--json"))
        made = run("bot", "create", author["author"], f"{name} bot", "scout", "--json")
        submissions.append(_json(made)["submission"])
    terms = ("scout", "knockout", "--seats", "2")
    made = _json(run("tournament", "create", "Cup", *terms, "--json"))

    steps = [
        ("enter", "Cup", *submissions[:3]),
        ("withdraw", "cup", submissions[0]),
        ("enter", "cup", submissions[3], submissions[0]),
        ("start", "cup"),
        ("pause", "cup"),
        ("resume", "cup"),
    ]
    for step in steps:
        done = run("tournament", *step)
        assert done.exit_code == 0, done.output

    shown = _json(run("tournament", "show", "Cup", "--json"))
    assert (made["state"], shown["state"], shown["seed"]) == ("entering", "running", "")
    assert [e["author"] for e in shown["entries"]] == ["Blaise", "Carl", "Dora", "Ada"]
    entered = [e["submission_id"] for e in shown["entries"]]
    assert entered == [*submissions[1:], submissions[0]]
    assert {s for t in shown["tables"] for s in t["submission_ids"]} == set(submissions)
    matches = _json(run("match", "list", "--json"))
    assert {s for m in matches for s in m["submission_ids"]} == set(submissions)
    seats = _json(run("match", "show", matches[0]["match"], "--json"))["seats"]
    assert [seat["submission_id"] for seat in seats] == matches[0]["submission_ids"]
    assert [(t["round"], t["table"], t["state"]) for t in shown["tables"]] == [
        (1, 1, "open"),
        (1, 2, "open"),
    ]
    plain = run("tournament", "show", "Cup").output
    assert "Placings" in plain
    assert "Blaise bot v1" in plain
    refused = run("tournament", "replay-void", "cup")
    assert (refused.exit_code, "no table" in refused.output) == (4, True)
    assert run("tournament", "cancel", "cup").exit_code == 0
    (row,) = _json(run("tournament", "list", "--json"))
    assert (row["name"], row["state"]) == ("Cup", "cancelled")
    assert _json(run("tournament", "show", "Cup", "--json"))["seed"] != ""
    assert _json(run("audit", "--json"))["complaints"] == []


def test_one_command_starts_a_tournament_of_whoever_is_on_a_ladder(run: Run) -> None:
    _json(run("ladder", "create", "open", "scout", "--seats", "4", "--json"))
    for name in ("Ada", "Blaise", "Carl"):
        author = _json(run("author", "create", name, "--json"))
        for number in (1, 2):
            made = run("bot", "create", author["author"], f"{name} {number}", "scout", "--json")
            run("ladder", "join", "open", _json(made)["submission"])
    terms = ("scout", "swiss", "--seats", "3", "--rounds", "1", "--from-ladder", "open", "--start")

    started = _json(run("tournament", "create", "Cup", *terms, "--json"))

    assert (started["state"], started["entries"], started["tables"]) == ("running", 3, 1)


def test_options_of_a_game_are_given_by_name(run: Run) -> None:
    made = run("ladder", "create", "open", "carrera", "--seats", "3", "--option", "max_rounds=5")

    assert made.exit_code == 0, made.output


@pytest.mark.parametrize(
    ("arguments", "exit_code", "names"),
    [
        (["ladder", "create", "open", "chess", "--seats", "2"], 2, "GAME: "),
        (["ladder", "create", "open", "scout", "--seats", "9"], 2, "--seats: "),
        (
            ["ladder", "create", "open", "scout", "--seats", "4", "--option", "jokers=2"],
            2,
            "jokers",
        ),
        (
            ["ladder", "create", "open", "scout", "--seats", "4", "--option", "jokers"],
            2,
            "--option: ",
        ),
        (["ladder", "create", "open", "scout", "--seats", "4", "--limit-ms", "0"], 2, "limit_ms"),
        (
            ["ladder", "create", "open", "scout", "--seats", "4", "--k-factor", "nan"],
            2,
            "--k-factor: ",
        ),
        (
            ["ladder", "create", "open", "scout", "--seats", "4", "--faults", "-1"],
            2,
            "--faults: ",
        ),
        (["ladder", "create", "", "scout", "--seats", "4"], 2, "NAME: "),
        (["ladder", "standings", "nowhere"], 3, "nowhere"),
        (["tournament", "create", "Cup", "scout", "league", "--seats", "4"], 2, "league"),
        (["tournament", "create", "Cup", "scout", "swiss", "--seats", "4"], 2, "--rounds"),
        (["tournament", "create", "Cup", "chess", "knockout", "--seats", "4"], 2, "GAME: "),
        (["tournament", "show", "nowhere"], 3, "nowhere"),
        (["tournament", "start", "nowhere"], 3, "nowhere"),
        (["match", "show", "match-0"], 3, "match-0"),
        (["verify", "match-0"], 3, "match-0"),
        (["author", "create", "<script>"], 2, "NAME: "),
        (["bot", "create", "nobody", "x", "scout"], 3, "nobody"),
    ],
)
def test_bad_input_is_refused_by_name(
    run: Run, arguments: list[str], exit_code: int, names: str
) -> None:
    refused = run(*arguments)

    assert refused.exit_code == exit_code, refused.output
    assert names in refused.output
    assert "Traceback" not in refused.output


def test_a_name_is_taken_once(run: Run) -> None:
    run("author", "create", "Ada")

    assert run("author", "create", "ADA").exit_code == 4


class _First(Bot):
    def choose(self, prompt: Prompt) -> str:
        return prompt.legal_actions[0]


def test_a_log_file_is_verified_and_a_changed_one_is_not(run: Run, tmp_path: Path) -> None:
    _, log = play_local(Scout(4), [_First] * 4, seed=b"a log to verify")
    true, changed = tmp_path / "true.jsonl", tmp_path / "changed.jsonl"
    true.write_text(dump_log(log))
    changed.write_text(dump_log(e for n, e in enumerate(log) if n != 5))

    assert isinstance(log[5], Decided)
    verified = _json(run("verify", str(true), "--json"))
    assert (verified["verdict"], verified["verified"]) == ("true", True)
    found = run("verify", str(changed), "--json")
    assert found.exit_code == 1
    assert json.loads(found.stdout)["verdict"] == "not true"
    assert json.loads(found.stdout)["verified"] is False


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ARENA_GATEWAY_PORT", "seventy"),
        ("ARENA_GATEWAY_PORT", "70000"),
        ("ARENA_HEARTBEAT_S", "-1"),
        ("ARENA_HEARTBEAT_S", "nan"),
        ("ARENA_LOG_LEVEL", "loud"),
        ("ARENA_TLS_KEY", "key.pem"),
    ],
)
def test_a_bad_setting_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=name):
        Settings.from_environment({name: value})


def test_settings_survive_the_way_to_another_process(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, gateway_port=1, heartbeat_s=2.5, log_format="json")

    assert Settings.from_environment(settings.environment()) == settings


def test_keys_are_rotated_from_the_command_line(run: Run) -> None:
    author = _json(run("author", "create", "Ada", "--json"))["author"]
    _json(run("key", "new", author, "--label", "laptop", "--json"))

    made = _json(run("key", "rotate", author, "--label", "desk", "--json"))

    keys = _json(run("key", "list", author, "--json"))
    assert len(keys) == 3
    assert [k["key"] for k in keys if k["revoked"] is None] == [made["key"]]
    assert made["secret"].startswith("arena_")
