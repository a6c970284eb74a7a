"""What the arena refuses, told in the reader's language.

Use cases say in English what was wrong, with the values in place. Under a key such as
`refusal.bot {bot} exists already` a catalogue has what that is in its language, around the same
values; `{most:n}` stands for a number only, `{game:w}` for what has no spaces. What no key fits
stays in English.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup, escape

from arena.service.errors import InvalidArgument
from arena.web.language import DEFAULT, Language, languages

PREFIX = "refusal."

LABELS: Mapping[str, str] = {
    "advancing": "operator.advancing",
    "advancing_count": "operator.advancing",
    "archive": "account.archive",
    "bank_ms": "operator.bank",
    "clock": "clock",
    "elo1": "comparison.elo1",
    "entry_ladder_id": "operator.entry_ladder",
    "form": "form",
    "format or clock": "tournament.format",
    "game_name": "game",
    "label": "account.label",
    "limit_ms": "operator.limit",
    "most_block_count": "comparison.most",
    "most_blocks": "comparison.most",
    "name": "account.name",
    "options": "options",
    "quarantine_after": "operator.quarantine_after",
    "reason": "quarantine.reason",
    "repeat": "operator.repeat",
    "round_count": "operator.rounds",
    "rounds": "operator.rounds",
    "scheduled_start_time": "operator.starts",
    "seat_count": "seats",
    "seat_counts": "seats",
    "seats": "seats",
    "starts": "operator.starts",
    "submission_id": "bot.id",
    "submission_ids": "account.submissions",
    "unfilled": "operator.unfilled",
}
"""How pages call the fields that refusals name."""

_HOLE = re.compile(r"\{(\w+)(?::([nw]))?\}")
_KINDS = {"n": re.compile(r"[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?"), "w": re.compile(r"\S+")}
_GROUPED = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?")


@dataclass(frozen=True, slots=True)
class Template:
    """An English text with holes, and its translation."""

    literals: tuple[str, ...]
    """What stands before, between and behind the holes."""
    names: tuple[str, ...]
    kinds: Mapping[str, re.Pattern[str]]
    """What may be in a hole, where that is not any text."""
    translation: str

    @classmethod
    def of(cls, english: str, translation: str) -> "Template":
        parts = _HOLE.split(english)
        names, marks = parts[1::3], parts[2::3]
        kinds = {name: _KINDS[mark] for name, mark in zip(names, marks, strict=True) if mark}
        return cls(tuple(parts[::3]), tuple(names), kinds, translation)

    def translated(self, text: str) -> str | None:
        """Returns a text in the other language, if it is this one from end to end."""
        values = self._values(text)
        if values is None or not all(k.fullmatch(values[name]) for name, k in self.kinds.items()):
            return None
        # In one pass: what a value holds is never taken for a hole.
        return _HOLE.sub(lambda hole: _written(values[hole[1]]), self.translation)

    def _values(self, text: str) -> Mapping[str, str] | None:
        """Returns what the holes hold, each as little as can be; linear, whatever it is given."""
        first, *others = self.literals
        if not others:
            return {} if text == first else None
        end = len(text) - len(others[-1])
        if not text.startswith(first) or not text.endswith(others[-1]) or end < len(first):
            return None
        values, start = [], len(first)
        for literal in others[:-1]:
            if (found := text.find(literal, start, end)) < 0:
                return None
            values.append(text[start:found])
            start = found + len(literal)
        return dict(zip(self.names, [*values, text[start:end]], strict=True))


def templates(texts: Mapping[str, str]) -> tuple[Template, ...]:
    """Returns those of a catalogue, the most specific first.

    That is the one that says most before its first hole: a value may hold the words of others.
    """
    return tuple(
        Template.of(english, texts[PREFIX + english])
        for english in sorted(
            (key.removeprefix(PREFIX) for key in texts if key.startswith(PREFIX)), key=_vagueness
        )
    )


def translated(text: str, among: Sequence[Template]) -> str | None:
    """Returns a refusal by the first template that it fits."""
    found = (template.translated(text) for template in among)
    return next((one for one in found if one is not None), None)


def shown(error: Exception, language: Language) -> Markup:
    """Returns what a page says of a refusal, with the name that it has for the field."""
    if not isinstance(error, InvalidArgument):
        return in_language(str(error), language)
    name, bracket, place = error.field.partition("[")
    label = f"{language(LABELS[name])} {bracket}{place}" if name in LABELS else error.field
    return Markup("<strong>{}</strong>: {}").format(
        label.rstrip(), in_language(error.why, language)
    )


def in_language(text: str, language: Language) -> Markup:
    """Returns a refusal in the reader's language, or marked as English."""
    if language.code == DEFAULT:
        return escape(text)
    found = translated(text, _templates_of(language.code))
    return Markup('<span lang="en">{}</span>').format(text) if found is None else escape(found)


@cache
def _templates_of(code: str) -> tuple[Template, ...]:
    return templates(languages()[code].texts)


def _vagueness(english: str) -> tuple[int, int, str]:
    first, *others = _HOLE.split(english)[::3]
    return -len(first), -sum(map(len, others)), english


def _written(value: str) -> str:
    """Groups digits by spaces that do not break: a comma means different things in languages."""
    return value.replace(",", "\N{NO-BREAK SPACE}") if _GROUPED.fullmatch(value) else value
