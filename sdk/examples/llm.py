"""Plays any game by asking a language model behind an OpenAI-compatible endpoint.

    LLM_BASE_URL=http://127.0.0.1:8080/v1 LLM_MODEL=some-model arena-sdk play scout llm.py ...

`LLM_API_KEY` is sent if it is set, and never printed. `LLM_RULES` names a file with the rules if
this one does not lie in the repository, beside `docs`. A model that is slow needs a slow clock.
"""

import asyncio
import http.client
import json
import logging
import os
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from arena.games.codec import plain
from arena_sdk import Bot, Prompt, Table, run

BANK_SHARE = 0.1
"""So much of what is left of the bank a decision may take, beside its free time."""
SPARE_S = 0.3
"""Kept for the way to the arena."""
PAUSE_S = 0.2
"""Before the endpoint is asked again after it failed; twice as long each further time."""
LONGEST_REPLY = 1 << 20

_log = logging.getLogger("llm")


class EndpointFailed(Exception):
    """The endpoint did not answer as it should; `hopeless` if it will not do so later, either."""

    def __init__(self, reason: str, *, hopeless: bool = False) -> None:
        super().__init__(reason)
        self.hopeless = hopeless


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Takes a redirect for a failure: the key is for nobody else."""

    def redirect_request(self, *_: Any) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the model is."""

    base_url: str
    model: str
    key: str = field(default="", repr=False)

    @classmethod
    def from_environment(cls) -> "Endpoint":
        """Raises `ValueError`, which never says what the key is."""
        url, model, key = (
            os.environ.get(name, "").strip()
            for name in ("LLM_BASE_URL", "LLM_MODEL", "LLM_API_KEY")
        )
        if not url.startswith(("http://", "https://")) or not model:
            raise ValueError("set LLM_BASE_URL, such as http://127.0.0.1:8080/v1, and LLM_MODEL")
        if not (key.isascii() and key.isprintable()):
            raise ValueError("LLM_API_KEY has characters that no key has")
        return cls(url.rstrip("/"), model, key)

    def reply(self, messages: Sequence[dict[str, str]], deadline: float) -> str:
        """Returns what the model says; raises `EndpointFailed`."""
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        body = json.dumps({"model": self.model, "messages": messages, "temperature": 0}).encode()
        request = urllib.request.Request(f"{self.base_url}/chat/completions", body, headers)
        opener = urllib.request.build_opener(NoRedirects)
        try:
            with opener.open(request, timeout=max(deadline - time.monotonic(), 0.01)) as response:
                return _content(_read(response, deadline))
        except urllib.error.HTTPError as error:
            hopeless = error.code < 500 and error.code not in (408, 429)
            raise EndpointFailed(f"HTTP status {error.code}", hopeless=hopeless) from None
        except (OSError, http.client.HTTPException) as error:
            raise EndpointFailed(type(error).__name__) from None


def _read(response: Any, deadline: float) -> bytes:
    """Reads piece by piece: a timeout alone would let a drip go on for ever."""
    text = b""
    while piece := response.read1(1 << 16):
        text += piece
        if time.monotonic() > deadline or len(text) > LONGEST_REPLY:
            raise EndpointFailed("the reply does not end")
    return text


def _content(body: bytes) -> str:
    try:
        content = json.loads(body)["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        content = None
    if not isinstance(content, str):
        raise EndpointFailed("the reply is no chat completion")
    return content


class LlmBot(Bot):
    """Asks until an answer is legal or the time is nearly up; then plays the default action."""

    def __init__(self) -> None:
        self.endpoint = Endpoint.from_environment()

    def seated(self, table: Table) -> None:
        self.task = (
            f"You play {table.game} at seat {table.seat} of {table.seats}, counted from 0, with the"
            f" options {dict(table.options)}. These are the rules:\n\n{rules(table.game)}\n\n"
            "Each message is what you see and which actions are legal. Think briefly if you must;"
            " the last line of your answer is one of the legal actions, word for word."
        )

    async def choose(self, prompt: Prompt) -> str:
        budget_s = prompt.time_left_s + BANK_SHARE * prompt.bank_left_s - SPARE_S
        deadline = time.monotonic() + budget_s
        thinking = self.answer(prompt, deadline)
        try:
            return await asyncio.wait_for(thinking, max(budget_s, 0))
        except (EndpointFailed, TimeoutError) as error:
            reason = str(error) or "no legal answer in time"
            _log.warning("ply %d: %s; the default action it is", prompt.ply, reason)
            return prompt.legal_actions[0]

    async def answer(self, prompt: Prompt, deadline: float) -> str:
        """Returns a legal action, however often it has to ask for it."""
        messages = [
            {"role": "system", "content": self.task},
            {"role": "user", "content": question(prompt)},
        ]
        pause_s = PAUSE_S
        while True:
            try:
                reply = await asyncio.to_thread(self.endpoint.reply, messages, deadline)
            except EndpointFailed as failure:
                if failure.hopeless:
                    raise
                _log.warning("ply %d: %s; asking again", prompt.ply, failure)
                await asyncio.sleep(pause_s)
                pause_s *= 2
                continue
            if (action := legal_action(reply, prompt.legal_actions)) is not None:
                return action
            said = reply[-2_000:]
            _log.warning("ply %d: no legal action in %r; asking again", prompt.ply, said[-200:])
            messages[2:] = [
                {"role": "assistant", "content": said},
                {"role": "user", "content": f"That is not legal. {choices(prompt)}"},
            ]


def question(prompt: Prompt) -> str:
    """Returns all that a model is told of a decision."""
    seen = prompt.observation
    parts = [f"You see: {json.dumps(seen if isinstance(seen, dict) else plain(seen))}"]
    if prompt.heard:
        parts.append(f"Since you were last asked: {json.dumps([*map(asdict, prompt.heard)])}")
    return "\n\n".join([*parts, choices(prompt)])


def choices(prompt: Prompt) -> str:
    return "Answer with one of these lines:\n" + "\n".join(prompt.legal_actions)


def legal_action(reply: str, legal: Sequence[str]) -> str | None:
    """Returns the last line that is a legal action, whatever quotes are around it."""
    lines = (line.strip(" \t\r`*\"'.") for line in reversed(reply.split("\n")))
    return next((line for line in lines if line in legal), None)


def rules(game: str) -> str:
    """Returns the rules as players read them, as far as they are at hand."""
    beside = Path(__file__).resolve().parents[2] / "docs" / "rules" / f"{game}.md"
    path = Path(os.environ.get("LLM_RULES") or beside)
    return path.read_text() if path.is_file() else "(not at hand; go by the legal actions)"


if __name__ == "__main__":
    run(LlmBot)
