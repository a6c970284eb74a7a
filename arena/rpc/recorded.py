"""Writes down what operators do by calls."""

import asyncio
from collections.abc import Mapping
from typing import Any

from google.protobuf import json_format, text_format
from google.protobuf.message import Message

from arena.rpc.auth import RIGHTS, Right
from arena.service.act_storage import Channel
from arena.service.acts import begin_act, refuse_act
from arena.service.ports import Now, OpenUnit
from arena.service.records import Author, Role

READING = frozenset(
    {
        "/botarena.v1.AuthorService/GetSelf",
        "/botarena.v1.AuthorService/ListKeys",
        "/botarena.v1.PlayService/Play",
        "/botarena.v1.SubmissionService/DownloadBotLog",
    }
)
"""Calls for authors or operators that change nothing. All others of operators are recorded."""


class Recorder:
    """Records the calls of operators."""

    def __init__(self, *, open_unit: OpenUnit, now: Now) -> None:
        self._open_unit = open_unit
        self._now = now

    async def begin(self, method: str, author: Author | None, request: Any) -> str:
        """Returns the act, empty where there is nothing to record."""
        if author is None or author.role is not Role.OPERATOR or method in READING:
            return ""
        if RIGHTS.get(method, Right.ANYBODY) is Right.ANYBODY:
            return ""
        return await asyncio.to_thread(
            begin_act,
            author,
            Channel.GRPC,
            method.removeprefix("/botarena.v1."),
            _details(request),
            open_unit=self._open_unit,
            now=self._now,
        )

    async def refuse(self, act_id: str, error: BaseException) -> None:
        """Records that an act was not done, if there was one."""
        if act_id:
            await asyncio.to_thread(refuse_act, act_id, error, open_unit=self._open_unit)


def _details(request: Any) -> Mapping[str, Any]:
    """Returns what was asked for; also where it is nonsense that has no JSON, such as NaN."""
    if not isinstance(request, Message):
        return {}
    try:
        return json_format.MessageToDict(request)
    except (json_format.Error, ValueError):
        return {"request": text_format.MessageToString(request, as_one_line=True)}
