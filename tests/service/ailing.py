"""Storage in which everything that has to do with one record fails."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from arena.service.ports import OpenUnit


class Ailing:
    """A part of storage that fails whenever it is asked about one record."""

    def __init__(self, healthy: Any, record_id: str, ailment: Exception) -> None:
        self._healthy, self._record_id, self._ailment = healthy, record_id, ailment

    def __getattr__(self, name: str) -> Any:
        answer = getattr(self._healthy, name)

        def asked(*args: Any, **named: Any) -> Any:
            if self._record_id in args:
                raise self._ailment
            return answer(*args, **named)

        return asked


def ailing(open_unit: OpenUnit, record_id: str, ailment: Exception) -> OpenUnit:
    """Returns units of work in which everything about this record fails."""

    @contextmanager
    def opened() -> Iterator[Any]:
        with open_unit() as unit:
            whole: Any = unit
            for part in ("comparisons", "ladders", "matches", "tournaments"):
                setattr(whole, part, Ailing(getattr(whole, part), record_id, ailment))
            yield whole

    return opened
