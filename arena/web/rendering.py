"""Turns values into pages: templates, how times and numbers are written, headers."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from arena.service.records import Author
from arena.web.language import Language, language_of, languages
from arena.web.links import Links, ServedLinks, with_query
from arena.web.refusals import in_language
from arena.web.rulebook import games_with_rules
from arena.web.sessions import csrf_token, ports_of, signed_in


def page(
    request: Request, template: str, context: Mapping[str, object], status_code: int = 200
) -> HTMLResponse:
    """Returns a page in the reader's language."""
    author = signed_in(request)
    text = rendered(
        template,
        context,
        language=language_of(request),
        links=ServedLinks(games_with_rules(ports_of(request).games)),
        author=author,
        csrf=csrf_token(request) if author or template == "sign_in.html" else "",
        path=request.url.path,
        query=dict(request.query_params),
    )
    return HTMLResponse(text, status_code)


def rendered(
    template: str,
    context: Mapping[str, object],
    *,
    language: Language,
    links: Links,
    author: Author | None = None,
    csrf: str = "",
    path: str = "",
    query: Mapping[str, str] | None = None,
) -> str:
    """Returns the text of a page; an export has no author and no path."""
    return (
        environment()
        .get_template(template)
        .render(
            {
                "author": author,
                "csrf": csrf,
                "language": language,
                "languages": languages(),
                "link": links,
                "path": path,
                "query": query or {},
                "t": language,
                **context,
            }
        )
    )


@cache
def environment() -> Environment:
    """Returns the templates; everything they show is escaped."""
    made = Environment(
        loader=PackageLoader("arena.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(
        age=age,
        instant=instant,
        milliseconds=milliseconds,
        options=options,
        ratio=ratio,
        refusal=in_language,
        signed=signed,
    )
    made.globals.update(with_query=with_query)
    return made


def instant(when: datetime | None) -> Markup:
    """Returns an instant as people read it, and as programs do."""
    if when is None:
        return Markup("–")
    utc = when.astimezone(UTC)
    return Markup('<time datetime="{}">{}</time>').format(
        utc.isoformat(timespec="seconds"), f"{utc:%Y-%m-%d %H:%M:%S}"
    )


def age(span: timedelta, t: Language) -> str:
    """Returns a span in its largest unit, such as `12 s` or `3 h`."""
    seconds = max(0.0, span.total_seconds())
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * length:
            return t(f"unit.{unit}", count=f"{seconds / length:.0f}")
    return t("unit.s", count=f"{seconds:.0f}")


def milliseconds(span: int, t: Language) -> str:
    """Returns a setting of a clock, such as `2 s` or `500 ms`."""
    return t("unit.s", count=f"{span / 1_000:g}") if span >= 1_000 else t("unit.ms", count=span)


def signed(value: float) -> str:
    """Returns a whole number with its sign, or infinity."""
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    return f"{round(value):+d}".replace("-", "−") if round(value) else "0"


def ratio(value: float) -> str:
    """Returns a ratio with its sign."""
    return f"{value:+.2f}".replace("-", "−")


def options(chosen: Mapping[str, Any]) -> str:
    """Returns options of a game in one line."""
    return ", ".join(f"{name}={str(value).lower()}" for name, value in sorted(chosen.items()))
