"""Who reads: an author is signed in by a key, as long as the key is good.

The cookie is signed, out of reach of scripts, and holds the hash of the key: a revoked key ends
its sessions at once, and a stolen database opens none.
"""

import secrets
from urllib.parse import urlsplit

from starlette.requests import Request

from arena.service.authors import known_author
from arena.service.errors import NotAllowed, Unauthenticated
from arena.service.naming import secret_hash
from arena.service.records import Author, Role
from arena.web.ports import Ports

COOKIE = "arena_session"
MAX_AGE_S = 12 * 3600
_KEY, _CSRF = "key", "csrf"


def ports_of(request: Request) -> Ports:
    """Returns the adapters of the running server."""
    ports: Ports = request.app.state.ports
    return ports


def signed_in(request: Request) -> Author | None:
    """Returns the author whose key the reader signed in with, while it is good."""
    digest = request.session.get(_KEY)
    if not isinstance(digest, str):
        return None
    if not hasattr(request.state, "author"):
        try:
            author = known_author(digest, open_unit=ports_of(request).open_unit)
        except Unauthenticated:
            request.session.clear()
            author = None
        request.state.author = author
    found: Author | None = request.state.author
    return found


def sign_in(request: Request, secret: str) -> Author:
    """Starts a session, or raises `Unauthenticated`."""
    author = known_author(secret_hash(secret), open_unit=ports_of(request).open_unit)
    request.session.clear()
    request.session[_KEY] = secret_hash(secret)
    return author


def sign_out(request: Request) -> None:
    """Ends the session."""
    request.session.clear()


def caller(request: Request, role: Role = Role.AUTHOR) -> Author:
    """Returns who is signed in; raises `Unauthenticated`, or `NotAllowed` without the role."""
    author = signed_in(request)
    if author is None:
        raise Unauthenticated("sign in first")
    if role is Role.OPERATOR and author.role is not Role.OPERATOR:
        raise NotAllowed("this is for operators")
    return author


def csrf_token(request: Request) -> str:
    """Returns the secret that every form of this session carries."""
    token = request.session.get(_CSRF)
    if not isinstance(token, str):
        token = request.session[_CSRF] = secrets.token_urlsafe(24)
    return str(token)


def check_csrf(request: Request, token: str) -> None:
    """Raises `NotAllowed` unless the form came from a page of this session."""
    origin = request.headers.get("origin")
    elsewhere = origin is not None and urlsplit(origin).netloc != request.url.netloc
    known = request.session.get(_CSRF)
    if elsewhere or not isinstance(known, str) or not secrets.compare_digest(known, token):
        raise NotAllowed("this form is out of date; load the page again")
