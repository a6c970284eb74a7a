"""What every form passes: its size, its session's token, the role of who sent it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive

from arena.metrics.catalogue import LIMITED
from arena.service.act_storage import Channel
from arena.service.acts import acting
from arena.service.errors import InvalidArgument, TooMany
from arena.service.limits import Limit
from arena.service.records import Author, Options, Role
from arena.web.sessions import caller, check_csrf, ports_of

LARGEST = 64 * 1024
PATIENT = 4
"""So many times too large may a form be and its sender still read why it was refused."""

Fields: TypeAlias = Mapping[str, str]
Act: TypeAlias = Callable[[Request, Author, Fields], Response]
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def form(act: Act, role: Role = Role.AUTHOR) -> Endpoint:
    """Returns the endpoint that lets `act` work on the fields of a form, in a thread."""

    async def endpoint(request: Request) -> Response:
        fields = await read(request)
        author = await asyncio.to_thread(caller, request, role)
        count(request, Limit.CALLS, author)
        return await asyncio.to_thread(_recorded, act, request, author, fields)

    return endpoint


def _recorded(act: Act, request: Request, author: Author, fields: Fields) -> Response:
    """Lets a form do its work; an operator's is recorded."""
    if author.role is not Role.OPERATOR:
        return act(request, author, fields)
    ports = ports_of(request)
    details = {name: value for name, value in fields.items() if name not in ("csrf", "key")}
    with acting(
        author,
        Channel.WEB,
        request.url.path,
        details,
        open_unit=ports.open_unit,
        now=ports.now,
    ):
        return act(request, author, fields)


def count(request: Request, limit: Limit, author: Author | None) -> None:
    """Counts what an author, or without one an address, does; raises `TooMany`."""
    if author is not None and author.role is Role.OPERATOR:
        return
    host = request.client.host if request.client is not None else ""
    try:
        ports_of(request).limits.take(limit, host if author is None else author.author_id)
    except TooMany:
        LIMITED.labels(limit.value).inc()
        raise


async def read(request: Request) -> Fields:
    """Returns the fields of a form of this session, or raises."""
    fields, _ = await read_with_file(request, "", LARGEST)
    return fields


async def read_with_file(request: Request, file: str, largest: int) -> tuple[Fields, bytes]:
    """Returns the fields of a form and the bytes of its one file, or raises."""
    coming = Request(request.scope, _hurried(request.receive, ports_of(request).upload_idle_s))
    length = request.headers.get("content-length", "")
    if not length.isdigit() or int(length) > largest:
        await _read_past(coming, PATIENT * largest)
        raise InvalidArgument("form", f"at most {largest} bytes")
    content = b""
    async with coming.form(max_files=1 if file else 0) as sent:
        fields = {name: value for name, value in sent.items() if isinstance(value, str)}
        check_csrf(request, fields.get("csrf", ""))
        uploaded = sent.get(file)
        if isinstance(uploaded, UploadFile):
            content = await uploaded.read()
    return fields, content


def _hurried(receive: Receive, idle_s: float) -> Receive:
    """Returns the same, but for a sender who stalls: the next 64 KiB have to come in that time."""
    begun, received = asyncio.get_running_loop().time(), 0

    async def hurried() -> Message:
        nonlocal received
        try:
            async with asyncio.timeout_at(begun + idle_s * (1 + received // LARGEST)):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408) from None
        received += len(message.get("body", b""))
        return message

    return hurried


async def _read_past(request: Request, most: int) -> None:
    """Drops a body: an answer before its end would reach its sender as a broken connection."""
    async for chunk in request.stream():
        most -= len(chunk)
        if most < 0:
            return


def number(fields: Fields, name: str) -> int:
    """Returns a field as a whole number, or raises `InvalidArgument`."""
    try:
        return int(fields.get(name, ""))
    except ValueError:
        raise InvalidArgument(name, "a whole number") from None


def options(fields: Fields) -> Options:
    """Returns the options of a game that a form names as `name=value`, one after the other."""
    chosen = dict[str, str | int | bool]()
    for word in fields.get("options", "").split():
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise InvalidArgument("options", f"name=value, not {word[:40]!r}")
        chosen[name] = _value(value)
    return chosen


def _value(text: str) -> str | int | bool:
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        return text
