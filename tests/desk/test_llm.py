"""The bot that asks a language model, against a small server of the test's own."""

import asyncio
import importlib.util
import json
from pathlib import Path

import pytest

from arena.games.carrera import Carrera
from arena.games.dice import Dice
from arena.match.clock import Clock
from arena.match.events import Decided
from arena.match.players import Heard, Table
from arena_sdk import Bot, Prompt, play_local
from tests.desk.llm_server import drips, hangs, hangs_up, last, llm_server, says, sends

ROOT = Path(__file__).parents[2]
KEY = "sk-very-secret"

GAME = Carrera(3)
STATE = GAME.chance(GAME.start(), Dice(b"llm", 0))
LEGAL = tuple(map(str, GAME.legal_actions(STATE, 0)))
TABLE = Table("m", 1, 1, "carrera", 1, GAME.options, 0, 3, Clock(), 3, "00" * 32)


@pytest.fixture(scope="module")
def llm():
    spec = importlib.util.spec_from_file_location("llm_example", ROOT / "sdk/examples/llm.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "LLM_RULES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LLM_MODEL", "tiny")
    monkeypatch.setenv("LLM_API_KEY", KEY)


def prompt(time_s=30.0, bank_s=0.0):
    heard = (Heard(3, 1, "down"),)
    return Prompt("m", 4, GAME.observe(STATE, 0), LEGAL, time_s, bank_s, 3, heard)


def choose(llm, server, monkeypatch, asked=None):
    """Returns what the bot chooses."""
    monkeypatch.setenv("LLM_BASE_URL", server.url)
    bot = llm.LlmBot()
    bot.seated(TABLE)
    return asyncio.run(bot.choose(asked or prompt()))


def test_the_model_is_told_rules_observation_and_legal_actions(llm, monkeypatch):
    with llm_server(last) as server:
        assert choose(llm, server, monkeypatch) == LEGAL[-1]

    (request,) = server.requests
    system, user = request["messages"]
    assert request["model"] == "tiny"
    assert server.keys == [f"Bearer {KEY}"]
    assert (ROOT / "docs/rules/carrera.md").read_text() in system["content"]
    assert "seat 0 of 3" in system["content"]
    assert json.dumps(list(GAME.observe(STATE, 0).hand)) in user["content"]
    assert '"action": "down"' in user["content"]
    assert user["content"].endswith("\n".join(LEGAL))


def test_an_illegal_answer_is_asked_about_again(llm, monkeypatch):
    with llm_server(says("I win."), says("up 9 9"), last) as server:
        assert choose(llm, server, monkeypatch) == LEGAL[-1]

    *_, third = server.requests
    said, objection = third["messages"][2:]
    assert said == {"role": "assistant", "content": "up 9 9"}
    assert objection["content"].startswith("That is not legal.")
    assert objection["content"].endswith("\n".join(LEGAL))


@pytest.mark.parametrize(
    "trouble",
    [
        sends(b"not JSON"),
        sends(b"[" * 100_000),
        sends(b'{"choices": []}'),
        sends(b'{"choices": [{"message": {"content": null}}]}'),
        sends(b"\xff\xfe"),
        sends(b"too much", 429),
        sends(b"oh no", 500),
        sends(b"x" * (2 << 20)),
        hangs_up,
    ],
    ids=["text", "deep", "empty", "null", "bytes", "429", "500", "long", "hangs-up"],
)
def test_what_the_endpoint_does_wrong_is_tried_again(llm, monkeypatch, trouble):
    with llm_server(trouble, last) as server:
        assert choose(llm, server, monkeypatch) == LEGAL[-1]

    assert len(server.requests) == 2


@pytest.mark.parametrize(
    "trouble",
    [hangs, drips, says("checkmate"), sends(b"oh no", 500)],
    ids=["hangs", "drips", "illegal", "500"],
)
def test_before_the_time_is_up_the_default_action_is_played(llm, monkeypatch, caplog, trouble):
    with llm_server(trouble) as server:
        assert choose(llm, server, monkeypatch, prompt(time_s=0.7)) == LEGAL[0]

    assert "no legal answer in time; the default action it is" in caplog.text


def test_without_time_nothing_is_awaited(llm, monkeypatch):
    with llm_server(hangs) as server:
        assert choose(llm, server, monkeypatch, prompt(time_s=0.1)) == LEGAL[0]


@pytest.mark.parametrize("status", [400, 401, 404])
def test_what_will_not_get_better_is_not_tried_again(llm, monkeypatch, caplog, status):
    with llm_server(sends(b"no", status)) as server:
        assert choose(llm, server, monkeypatch) == LEGAL[0]

    assert len(server.requests) == 1
    assert f"HTTP status {status}" in caplog.text


def test_a_redirect_does_not_get_the_key(llm, monkeypatch):
    with llm_server(last) as other, llm_server(sends(b"", 302, Location=other.url)) as server:
        assert choose(llm, server, monkeypatch) == LEGAL[0]

    assert other.requests == []


def test_the_key_is_never_printed(llm, monkeypatch, caplog, capsys):
    with llm_server(sends(b"no", 500), says(KEY), hangs_up, says("?"), sends(b"", 401)) as server:
        choose(llm, server, monkeypatch)
        told = repr(llm.Endpoint.from_environment())
    monkeypatch.setenv("LLM_API_KEY", f"{KEY}\r\nX-Injected: 1")
    with pytest.raises(ValueError, match="characters that no key has") as refused:
        llm.LlmBot()

    out, err = capsys.readouterr()
    said = caplog.text.replace(f"no legal action in '{KEY}'", "")  # that was the model
    assert "asking again" in said
    assert KEY not in said + out + err + told + str(refused.value)


def test_what_is_not_set_is_said(llm, monkeypatch):
    monkeypatch.delenv("LLM_BASE_URL", raising=False)

    with pytest.raises(ValueError, match="set LLM_BASE_URL"):
        llm.LlmBot()


@pytest.mark.parametrize(
    ("reply", "action"),
    [
        ("down 1", "down 1"),
        ("First I thought of down 1.\nup 5 2\n\n", "up 5 2"),
        ("**down 1**", "down 1"),
        ("up 5 2\nor rather\n`down 1`", "down 1"),
        ('"up 5 2".', "up 5 2"),
        ("DOWN 1", None),
        ("", None),
    ],
)
def test_the_last_line_that_is_legal_counts(llm, reply, action):
    assert llm.legal_action(reply, ("down 1", "up 5 2")) == action


class Last(Bot):
    def choose(self, prompt):
        return prompt.legal_actions[-1]


def test_it_plays_whole_matches_by_the_clock(llm, monkeypatch):
    with llm_server(last) as server:
        monkeypatch.setenv("LLM_BASE_URL", server.url)
        clock = Clock(limit_ms=20_000)

        _, log = play_local("carrera", [llm.LlmBot, Last, Last], seed=2, clock=clock, max_rounds=1)

    choices = [c for e in log if isinstance(e, Decided) for c in e.choices if c.seat == 0]
    assert len(choices) == len(server.requests) == 6
    assert not any(choice.fault for choice in choices)
