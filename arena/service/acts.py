"""Writes down what operators do: before they do it, so that nothing they do goes unrecorded."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from arena.service.act_storage import Act, Channel
from arena.service.errors import ArenaError
from arena.service.naming import new_id
from arena.service.ports import Now, OpenUnit
from arena.service.records import Author, Page

LONGEST = 2_000
"""Details beyond so many characters are cut off."""


@contextmanager
def acting(
    who: Author,
    channel: Channel,
    what: str,
    details: Mapping[str, Any],
    *,
    open_unit: OpenUnit,
    now: Now,
) -> Iterator[None]:
    """Records what happens inside; if it fails, that as well."""
    act_id = begin_act(who, channel, what, details, open_unit=open_unit, now=now)
    try:
        yield
    except BaseException as error:
        refuse_act(act_id, error, open_unit=open_unit)
        raise


def begin_act(
    who: Author,
    channel: Channel,
    what: str,
    details: Mapping[str, Any],
    *,
    open_unit: OpenUnit,
    now: Now,
) -> str:
    """Records that somebody is about to act; returns the act."""
    told = json.dumps(details, default=str, ensure_ascii=False)[:LONGEST]
    act = Act(new_id("act"), now(), who.author_id, who.name, channel, what, told)
    with open_unit() as unit:
        unit.acts.add(act)
    return act.act_id


def refuse_act(act_id: str, error: BaseException, *, open_unit: OpenUnit) -> None:
    """Records why an act was not done."""
    why = str(error) if isinstance(error, ArenaError) else f"failed: {type(error).__name__}"
    with open_unit() as unit:
        unit.acts.refuse(act_id, why[:LONGEST])


def list_acts(size: int, token: str, *, open_unit: OpenUnit) -> Page[Act]:
    """Returns acts, newest first."""
    with open_unit() as unit:
        return unit.acts.page(size, token)
