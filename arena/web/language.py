"""The languages of the pages: every string is in one catalogue file per language."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from starlette.requests import Request

COOKIE = "arena_language"
DEFAULT = "en"


@dataclass(frozen=True, slots=True)
class Language:
    """One catalogue: a text for every key that pages and drawings use."""

    code: str
    texts: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """Returns the text of `key` with its `{name}` places filled in.

        Raises `KeyError` for a key that no catalogue has.
        """
        return self.texts[key].format(**values) if values else self.texts[key]

    def in_browser(self) -> dict[str, str]:
        """Returns the texts that modules in the browser show, without the prefix of their keys."""
        return {
            key.removeprefix("js."): text
            for key, text in self.texts.items()
            if key.startswith("js.")
        }


@cache
def languages() -> Mapping[str, Language]:
    """Returns the languages there are, by code. What one lacks it has from the default one."""
    catalogues = {
        entry.name.removesuffix(".json"): json.loads(entry.read_text("utf-8"))
        for entry in sorted(files("arena.web").joinpath("locales").iterdir(), key=lambda e: e.name)
        if entry.name.endswith(".json")
    }
    default = catalogues[DEFAULT]
    return {code: Language(code, {**default, **texts}) for code, texts in catalogues.items()}


def language_of(request: Request) -> Language:
    """Returns what the reader chose, else what their browser prefers, else English."""
    offered = languages()
    wishes = [request.cookies.get(COOKIE, "")]
    accepted = request.headers.get("accept-language", "")[:200]
    wishes += [wish.partition(";")[0].strip()[:2].lower() for wish in accepted.split(",")]
    return next((offered[wish] for wish in wishes if wish in offered), offered[DEFAULT])
