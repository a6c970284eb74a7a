"""Tests of long waits that take no time: the loop's clock jumps to whatever is due next."""

import asyncio
import selectors
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any


class _Selector(selectors.DefaultSelector):
    jumped_s = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(0)
        if not ready and timeout is not None:
            self.jumped_s += timeout
        return ready


class JumpingLoop(asyncio.SelectorEventLoop):
    """Never waits: for tests that do without sockets and threads."""

    def __init__(self) -> None:
        self._selected = _Selector()
        super().__init__(self._selected)

    def time(self) -> float:
        return self._selected.jumped_s


def jumping(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Makes an ordinary test of an async one."""

    @wraps(test)
    def run(*args: Any, **fixtures: Any) -> None:
        with asyncio.Runner(loop_factory=JumpingLoop) as runner:
            runner.run(test(*args, **fixtures))

    return run
