"""Calls of the author's code, and what to say when it fails."""

import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from arena.match.players import Faulted
from arena.match.players import Prompt as AskedPrompt
from arena_sdk.bot import Bot, MakeBot, Prompt

T = TypeVar("T")

MOST_CHARACTERS = 1_000
"""No notation of any game is nearly as long."""

RAISED = (Exception, SystemExit)
"""An author's code may raise anything; `sys.exit()` ends no more than a decision."""

_OURS = str(Path(__file__).parent)


class BotFailed(Exception):
    """The author's code raised something; the text is the traceback, from that code on."""


def called(function: Callable[..., T], *arguments: object) -> T:
    """Raises `BotFailed` for whatever the author's code raises, also to end the process."""
    try:
        return function(*arguments)
    except RAISED as error:
        raise BotFailed(report(error)) from error


async def awaited(function: Callable[..., Awaitable[T]], *arguments: object) -> T:
    """Does the same for `async` methods."""
    try:
        return await function(*arguments)
    except RAISED as error:
        raise BotFailed(report(error)) from error


def checked_bot(bot: object) -> Bot:
    """Raises `BotFailed` if what was made is no bot."""
    if isinstance(bot, Bot):
        return bot
    raise BotFailed(f"made {_kind(bot)}, not an instance of a subclass of Bot")


def checked_action(action: object) -> str:
    """Raises `BotFailed` if it cannot be sent; whether it is legal is for the arena to say."""
    if not isinstance(action, str):
        raise BotFailed(f"choose() returned {_kind(action)}, not a text")
    if len(action) > MOST_CHARACTERS:
        raise BotFailed(f"choose() returned a text of {len(action)} characters")
    try:
        action.encode()
    except UnicodeEncodeError as error:
        raise BotFailed(f"choose() returned a text that cannot be sent: {error}") from None
    return action


def _kind(value: object) -> str:
    """Does not call the author's `__repr__`, which may fail."""
    return "None" if value is None else f"an object of type {type(value).__name__}"


def prompt_for_bot(match_id: str, prompt: AskedPrompt) -> Prompt:
    """Returns the prompt in the words of authors."""
    return Prompt(
        match_id,
        prompt.ply,
        prompt.observation,
        prompt.legal_actions,
        prompt.limit_ms / 1_000,
        prompt.bank_ms / 1_000,
        prompt.faults_left,
        prompt.heard,
        prompt.last_elapsed_ms / 1_000,
    )


def is_overridden(bot: Bot, hook: str) -> bool:
    """Returns whether calling the hook can have any effect."""
    return getattr(type(bot), hook) is not getattr(Bot, hook)


def maker(make_bot: MakeBot) -> MakeBot:
    """Raises `TypeError` for the most likely mistake."""
    if isinstance(make_bot, Bot):
        name = type(make_bot).__name__
        raise TypeError(
            f"pass the class {name}, not an instance: every match gets a bot of its own"
        )
    return make_bot


def complaint(notice: Faulted) -> str:
    """Returns what the author should know of a fault, in one line."""
    wrong = notice.fault.value.replace("_", " ")
    left = f"{notice.faults_left} faults left" if notice.faults_left >= 0 else "forfeited"
    return f"{wrong}; {notice.action!r} was played, {left}"


def report(error: BaseException) -> str:
    """Returns the traceback without our own frames on top, so that the author's code is first.

    What UTF-8 cannot carry, such as half a surrogate pair, is escaped.
    """
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename.startswith(_OURS):
        frames = frames.tb_next
    text = "".join(traceback.format_exception(type(error), error, frames)).rstrip()
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
