"""Markdown as HTML with places to link to. Raw HTML, images and links to other files stay out."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

_PARAGRAPH = re.compile(r"(\d+)\.")
_CITED = re.compile(r"§(\d+)")
_ELSEWHERE = re.compile(r"https?://|#")


@dataclass(frozen=True, slots=True)
class Document:
    """A text, ready to be shown."""

    title: str
    sections: tuple[tuple[str, str], ...]
    """The second headings, each with the id it is found by."""
    body: Markup


@lru_cache(maxsize=64)
def document(markdown: str) -> Document:
    """Returns a text whose numbered paragraphs can be linked to, and are, where it says `§7`."""
    parser = _parser()
    title, tokens = _without_title(parser.parse(markdown))
    sections, numbers = list[tuple[str, str]](), set[str]()
    for token, inside in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            sections.append((f"section-{len(sections) + 1}", _plain(inside)))
            token.attrSet("id", sections[-1][0])
        elif token.type == "paragraph_open" and (number := _number(inside.children or [])):
            numbers.add(number)
            token.attrSet("id", f"rule-{number}")
    for token in tokens:
        token.children = _without_dead_links(token.children or [])
    body = parser.renderer.render(tokens, parser.options, {"numbers": numbers})
    return Document(title, tuple(sections), Markup(body))


def _parser() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    made.add_render_rule("text", _text)
    made.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>\n')
    made.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return made


def _text(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Mapping[str, Any]
) -> str:
    """Escapes a text and links the paragraphs that it cites."""

    def linked(cited: re.Match[str]) -> str:
        here = cited[1] in env["numbers"]
        return f'<a href="#rule-{cited[1]}">{cited[0]}</a>' if here else cited[0]

    return _CITED.sub(linked, str(escape(tokens[at].content)))


def _without_title(tokens: Sequence[Token]) -> tuple[str, list[Token]]:
    """Takes off the first heading, and a line of links to translations: pages have their own."""
    if not tokens or tokens[0].tag != "h1":
        return "", list(tokens)
    title, rest = _plain(tokens[1]), list(tokens[3:])
    links = [c for c in rest[1].children or [] if c.type == "link_open"] if rest[1:] else []
    translated = links and all(str(link.attrGet("href")).endswith(".md") for link in links)
    return title, rest[3:] if translated else rest


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def _number(children: Sequence[Token]) -> str:
    """Returns the number that a paragraph opens with in bold, else nothing."""
    solid = [child for child in children if child.type != "text" or child.content]
    if len(solid) < 2 or solid[0].type != "strong_open":
        return ""
    found = _PARAGRAPH.fullmatch(solid[1].content)
    return found[1] if found else ""


def _without_dead_links(children: Sequence[Token]) -> list[Token]:
    """Drops links to files beside this one, which pages do not have; their words stay."""
    kept, dead = list[Token](), False
    for child in children:
        if child.type == "link_open" and not _ELSEWHERE.match(str(child.attrGet("href"))):
            dead = True
        elif child.type == "link_close" and dead:
            dead = False
        else:
            kept.append(child)
    return kept
