"""Watches the author's code while it plays: how long it takes, and where it fails."""

import inspect
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from arena_sdk.bot import Bot, MakeBot, Prompt
from arena_sdk.calls import (
    RAISED,
    BotFailed,
    checked_action,
    checked_bot,
    is_overridden,
    report,
)

SHOWN = 6
"""So many legal actions are listed where one was to be chosen."""

_HOOKS = ("seated", "heard", "faulted", "finished")


class Thought(NamedTuple):
    """One decision of a bot."""

    seconds: float
    ply: int
    choices: int
    """How many legal actions there were."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Something the author's code did wrong, as the author is to read of it."""

    where: str
    text: str

    @property
    def kind(self) -> str:
        """The same for failures at one place of the code, whatever values were there."""
        stack, _, message = self.text.rpartition("\n")
        return stack or message.partition(";")[0]


@dataclass(frozen=True, slots=True)
class Notes:
    """What was seen of one bot in one match."""

    thoughts: list[Thought] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)


def watched(make_bot: MakeBot, notes: Notes) -> MakeBot:
    """Returns a maker of the same bots, with all that they do noted."""

    def make() -> Bot:
        with _failures(notes, "when it was made"):
            bot = checked_bot(make_bot())
        for hook in _HOOKS:
            if is_overridden(bot, hook):
                vars(bot)[hook] = _watched_hook(getattr(bot, hook), hook, notes)
        vars(bot)["choose"] = _watched_choose(bot.choose, notes)
        return bot

    return make


def _watched_hook(method: Any, hook: str, notes: Notes) -> Any:
    where = f"in {hook}()"
    if inspect.iscoroutinefunction(method):

        async def awaited(argument: object) -> None:
            with _failures(notes, where):
                await method(argument)

        return awaited

    def called(argument: object) -> None:
        with _failures(notes, where):
            method(argument)

    return called


def _watched_choose(method: Any, notes: Notes) -> Any:
    if inspect.iscoroutinefunction(method):

        async def awaited(prompt: Prompt) -> str:
            with _choosing(prompt, notes):
                return _checked(await method(prompt), prompt, notes)

        return awaited

    def called(prompt: Prompt) -> str:
        with _choosing(prompt, notes):
            return _checked(method(prompt), prompt, notes)

    return called


@contextmanager
def _choosing(prompt: Prompt, notes: Notes) -> Iterator[None]:
    begun = time.perf_counter()
    with _failures(notes, _where(prompt)):
        try:
            yield
        finally:
            seconds = time.perf_counter() - begun
            notes.thoughts.append(Thought(seconds, prompt.ply, len(prompt.legal_actions)))


@contextmanager
def _failures(notes: Notes, where: str) -> Iterator[None]:
    """Notes what is raised and lets it pass."""
    try:
        yield
    except BotFailed as failure:
        notes.failures.append(Failure(where, str(failure)))
        raise
    except RAISED as error:
        notes.failures.append(Failure(where, report(error)))
        raise


def _checked(action: object, prompt: Prompt, notes: Notes) -> str:
    """Notes an action that is not legal; says no more than the arena would."""
    checked = checked_action(action)
    if checked not in prompt.legal_actions:
        few = ", ".join(prompt.legal_actions[:6]) + (
            ", ..." if len(prompt.legal_actions) > 6 else ""
        )
        text = f"{checked!r} is not a legal action; these are: {few}"
        notes.failures.append(Failure(_where(prompt), text))
    return checked


def _where(prompt: Prompt) -> str:
    return f"in choose() at ply {prompt.ply}"
