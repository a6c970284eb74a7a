"""The commands that ask an arena, against its own services."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.match.log import dump_log
from arena.service.bots import create_submission
from botarena.v1.match_service_pb2 import CreateMatchRequest
from botarena.v1.match_service_pb2_grpc import MatchServiceStub
from tests.desk.commands import Desk, Done
from tests.rpc.unary.play import finish, open_block, rate
from tests.rpc.unary.world import Loop, World, world


@pytest.fixture
def arena() -> Iterator[World]:
    loop = Loop()
    with world(loop) as served:
        yield served
    loop.close()


def ask(desk: Desk, arena: World, *arguments: str, key: str = "") -> Done:
    address = arena.channel._channel.target().decode()
    return desk.run(*arguments, "--address", address, "--key", key or arena.ann.secret)


def test_matches_are_listed(desk: Desk, arena: World) -> None:
    _, (first, *_) = open_block(arena, ["Ada", "Bee", "Cid"])
    finish(arena, first.match_id)

    done = ask(desk, arena, "matches", "--submission", first.lineup[0])

    assert done.code == 0, done.err
    assert len(done.out.splitlines()) == 4
    line = next(line for line in done.out.splitlines() if first.match_id in line)
    assert re.search(r"odd-lots  finished  .* Ada 1: rank \d, Bee 1: rank \d, Cid 1: rank \d", line)


def test_matches_of_a_ladder_are_found_by_its_name(desk: Desk, arena: World) -> None:
    ladder, block = open_block(arena, ["Ada", "Bee", "Cid"])
    ids = [arena.submission(arena.ann, name).submission_id for name in ("Dot", "Eve", "Fay")]
    request = CreateMatchRequest(game_name="odd-lots", submission_ids=ids)
    MatchServiceStub(arena.channel).CreateMatch(request, metadata=arena.ann.metadata)

    for name in (ladder.name, ladder.ladder_id):
        found = json.loads(ask(desk, arena, "matches", "--ladder", name, "--json").out)

        assert {one["match_id"] for one in found} == {match.match_id for match in block}


def test_a_log_that_cannot_be_written_is_told_of(desk: Desk, arena: World) -> None:
    _, block = open_block(arena, ["Ada", "Bee", "Cid"])
    for match in block:
        finish(arena, match.match_id)
    rate(arena, block)

    nowhere = ask(desk, arena, "fetch", block[0].match_id, "/nope/x.jsonl")
    folder = ask(desk, arena, "fetch", block[0].match_id, "/tmp")

    assert (nowhere.code, folder.code) == (2, 2)
    assert nowhere.err == "cannot read or write /nope/x.jsonl: No such file or directory\n"
    assert folder.err == "cannot read or write /tmp: Is a directory\n"


def test_a_downloaded_log_can_be_replayed(desk: Desk, arena: World) -> None:
    _, block = open_block(arena, ["Ada", "Bee", "Cid"])
    log, *_ = [finish(arena, match.match_id) for match in block]
    rate(arena, block)

    done = ask(desk, arena, "fetch", block[0].match_id)

    file = Path(f"{block[0].match_id}.jsonl")
    assert done.out == f"{file}; next: arena-sdk replay {file}\n"
    assert file.read_text() == dump_log(log)
    assert "the end" in desk.run("replay", file).out


def test_versions_are_listed(desk: Desk, arena: World) -> None:
    submission = arena.submission(arena.ann, "Ada")
    arena.online.add(submission.submission_id)

    done = ask(desk, arena, "versions", submission.bot_id)

    assert re.search(rf"{submission.submission_id}  1 +remote  active  online  2026-", done.out)


@pytest.mark.parametrize("name", ["Ada@1", "Ada@newest", "Ann/Ada@1", "Ann/Ada@newest"])
def test_a_submission_has_a_name(desk: Desk, arena: World, name: str) -> None:
    _, (first, *_) = open_block(arena, ["Ada", "Bee", "Cid"])

    done = ask(desk, arena, "matches", "--submission", name, "--json")

    found = json.loads(done.out)
    assert len(found) == 3
    assert first.match_id in {one["match_id"] for one in found}


def test_an_older_submission_has_a_name_too(desk: Desk, arena: World) -> None:
    old = arena.submission(arena.ann, "Ada")
    for _ in range(60):  # more than a page
        create_submission(arena.ann.author, old.bot_id, open_unit=arena.open_unit, now=arena.now)
    ladder, _ = open_block(arena, ["Bee", "Cid", "Dot"])

    done = ask(desk, arena, "why", ladder.name, "Ada@1", "--json")

    assert done.code == 1, done.err
    assert json.loads(done.out)["obstacles"][0]["detail"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Ada@2", "Ada has no submission 2"),
        ("Bob/Ada@1", "Ada is a bot of Ann, not of Bob"),
        ("Eve@1", "NOT_FOUND: "),
    ],
)
def test_a_submission_that_is_not_there_is_not_found(
    desk: Desk, arena: World, name: str, why: str
) -> None:
    arena.submission(arena.ann, "Ada")

    done = ask(desk, arena, "logs", name)

    assert done.code == 3
    assert why in done.err


def test_versions_as_json(desk: Desk, arena: World) -> None:
    submission = arena.submission(arena.ann, "Ada")

    done = ask(desk, arena, "versions", "Ada", "--json")

    (found,) = json.loads(done.out)
    assert (found["submission_id"], found["number"]) == (submission.submission_id, 1)


def test_json_leaves_nothing_out(desk: Desk, arena: World) -> None:
    ladder, (first, *_) = open_block(arena, ["Ada", "Bee", "Cid"])

    (match, *_) = json.loads(ask(desk, arena, "matches", "--json").out)
    (version,) = json.loads(ask(desk, arena, "versions", "Ada", "--json").out)
    why = json.loads(ask(desk, arena, "why", ladder.name, first.lineup[0], "--json").out)

    assert [seat["seat"] for seat in match["lineup"]] == [0, 1, 2]
    assert (version["online"], version["retired"]) == (False, False)
    assert why["open_block_count"] == 1


def test_whole_numbers_of_options_are_whole(desk: Desk, arena: World) -> None:
    ids = [arena.submission(arena.ann, name, "scout").submission_id for name in ("Ada", "Bee")]
    request = CreateMatchRequest(game_name="scout", submission_ids=ids)
    request.options.update({"max_turns_per_round": 500})
    MatchServiceStub(arena.channel).CreateMatch(request, metadata=arena.ann.metadata)

    done = ask(desk, arena, "matches", "--json")

    assert json.loads(done.out)[0]["game"]["options"]["max_turns_per_round"] == 500
    assert "500.0" not in done.out


def test_why_says_what_keeps_a_submission_from_playing(desk: Desk, arena: World) -> None:
    ladder, block = open_block(arena, ["Ada", "Bee", "Cid"])

    done = ask(desk, arena, "why", ladder.name, block[0].lineup[0])

    assert done.code == 1, done.err
    assert done.out.startswith("- ")
    assert "1 blocks of it are open" in done.out


def test_a_folder_is_uploaded(desk: Desk, arena: World) -> None:
    desk.run("new", "odd-lots", "mine")

    done = ask(desk, arena, "submit", "mine", "--no-wait")

    assert done.code == 0, done.err
    assert done.out.endswith("mine, number 1: checking\n")


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (["versions", "nobody"], 3, "NOT_FOUND: "),
        (["fetch", "match-0"], 3, "NOT_FOUND: "),
        (["matches", "--ladder", "nope"], 3, "NOT_FOUND: "),
        (["matches", "--submission", "nope"], 3, "NOT_FOUND: "),
        (["logs", "sub-0"], 3, "NOT_FOUND: "),
        (["why", "no ladder", "sub-0"], 3, "NOT_FOUND: "),
        (["join", "house:first", "--game", "scout", "--submission", "Ada@7"], 3, "NOT_FOUND: "),
        (["submit", "nowhere"], 2, "nowhere: there is no such file or folder"),
        (["submit", "."], 2, ". has no bot.toml"),
    ],
)
def test_a_refusal_has_a_reason_and_an_exit_code(
    desk: Desk, arena: World, arguments: list[str], code: int, why: str
) -> None:
    done = ask(desk, arena, *arguments)

    assert done.code == code
    assert why in done.err


def test_what_is_wrong_with_an_upload_is_wrong_with_the_arguments(desk: Desk, arena: World) -> None:
    desk.write("odd/bot.toml", "name = 7\n")

    done = ask(desk, arena, "submit", "odd", "--no-wait")

    assert (done.code, "INVALID_ARGUMENT: " in done.err) == (2, True), done.err


@pytest.mark.parametrize(
    "command",
    ["matches", "versions Ada", "fetch match-0", "submit mine", "play scout Ada@1 b c"],
)
def test_where_no_arena_answers_it_says_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("ARENA_ADDRESS", "127.0.0.1:1")
    monkeypatch.setenv("ARENA_KEY", "k")
    desk.write("mine/bot.toml", "")

    done = desk.run(*command.split())

    told = "no arena answers at 127.0.0.1:1; is it up? (--address, ARENA_ADDRESS)\n"
    assert (done.code, done.err) == (4, told)


def test_what_an_arena_cannot_do_for_now_is_told_in_its_words(desk: Desk, arena: World) -> None:
    arena.relay_is_down = True
    arena.submission(arena.ann, "Ada")

    done = ask(desk, arena, "versions", "Ada")

    assert (done.code, done.err) == (4, "UNAVAILABLE: the relay is down; try again later\n")


@pytest.mark.parametrize(
    "command",
    [
        "matches",
        "submit mine",
        "join house:first --game scout --submission Ada@7",
        "join house:first --game scout --submission s",
    ],
)
def test_certificates_that_cannot_be_read_are_told_of(
    desk: Desk, arena: World, command: str
) -> None:
    desk.write("mine/bot.toml", "")

    done = ask(desk, arena, *command.split(), "--roots", "nope.pem")

    told = "cannot read or write nope.pem: No such file or directory\n"
    assert (done.code, done.err) == (2, told)


def test_a_remote_submission_has_no_logs(desk: Desk, arena: World) -> None:
    submission = arena.submission(arena.ann, "Ada")

    done = ask(desk, arena, "logs", "Ada@1")

    assert done.code == 3
    assert done.err.startswith(f"{submission.submission_id} is remote: ")


def test_the_logs_of_a_hosted_submission_are_for_its_author(desk: Desk, arena: World) -> None:
    desk.run("new", "odd-lots", "mine")
    ask(desk, arena, "submit", "mine", "--no-wait")

    done = ask(desk, arena, "logs", "mine@1", key=arena.bob.secret)

    assert (done.code, "PERMISSION_DENIED" in done.err) == (4, True)


def test_a_wrong_key_is_refused(desk: Desk, arena: World) -> None:
    done = ask(desk, arena, "logs", "sub-0", key="wrong")

    assert done.code == 4
    assert "UNAUTHENTICATED" in done.err


@pytest.mark.parametrize("command", ["matches", "join house:first --game scout", "submit ."])
def test_without_a_key_it_says_what_to_set(desk: Desk, command: str) -> None:
    done = desk.run(*command.split())

    assert (done.code, done.err) == (2, "no key: pass key= or set ARENA_KEY\n")
