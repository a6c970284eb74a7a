"""Several use cases in one transaction: all of them are done, or none is."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import cast

from arena.service.ports import OpenUnit, UnitOfWork


@contextmanager
def together(open_unit: OpenUnit) -> Iterator[OpenUnit]:
    """Yields an `open_unit` for use cases that are to be one: all of them get the same unit.

    It is committed, or not, when this `with` ends, and not when theirs do.
    """
    with open_unit() as unit:
        yield lambda: cast(UnitOfWork, nullcontext(unit))
