"""Ids, secrets and the names that people choose."""

import re
import secrets
import uuid
from hashlib import sha256

from arena.service.errors import InvalidArgument

_NAME = re.compile(r"[^\W_](?:[\w .-]{0,38}[\w.-])")


def new_id(kind: str) -> str:
    """Returns a fresh id such as `match-9f86d081884c7d65`."""
    return f"{kind}-{secrets.token_hex(8)}"


def new_secret() -> str:
    """Returns a fresh key: 256 random bits behind a prefix that secret scanners can find."""
    return f"arena_{secrets.token_urlsafe(32)}"


def secret_hash(secret: str) -> str:
    """Returns what is kept of a key. It is random enough that a plain hash will do."""
    return sha256(secret.encode()).hexdigest()


def checked_name(field: str, name: str) -> str:
    """Returns `name`, or raises `InvalidArgument` if people could not tell it from others."""
    if not _NAME.fullmatch(name) or not name.isascii():
        why = "2 to 40 letters, digits, spaces, `_`, `.` or `-`, first a letter or digit"
        raise InvalidArgument(field, f"{why}; not {name[:60]!r}")
    return name


def checked_label(field: str, label: str) -> str:
    """Returns `label`, or raises `InvalidArgument` if it is long or unprintable."""
    if len(label) > 80 or not label.isprintable():
        raise InvalidArgument(field, "at most 80 printable characters")
    return label


def checked_reason(field: str, reason: str) -> str:
    """Returns `reason`, or raises `InvalidArgument` if it says nothing, or too much."""
    if not reason.strip() or len(reason) > 200 or not reason.isprintable():
        raise InvalidArgument(field, "1 to 200 printable characters")
    return reason


def checked_request_id(request_id: str) -> str:
    """Returns `request_id`, or raises `InvalidArgument` if it is neither empty nor a UUID."""
    if not request_id:
        return ""
    try:
        return str(uuid.UUID(request_id))
    except ValueError:
        raise InvalidArgument("request_id", f"a UUID, not {request_id[:60]!r}") from None
