"""Runs work in many threads at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

T = TypeVar("T")


def together(count: int, work: Callable[[int], T]) -> list[T]:
    """Calls `work(0)`, `work(1)`, ... in threads that start together; raises what they raise."""
    start = Barrier(count)

    def after_all_are_ready(n: int) -> T:
        start.wait(60)
        return work(n)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(after_all_are_ready, range(count)))
