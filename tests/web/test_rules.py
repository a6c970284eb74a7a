"""The rules of games, from the pages where their names stand, in the reader's language."""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from odd_lots.rules import OddLots

from arena.games.registry import Registry
from arena.web.export import export
from arena.web.headers import POLICY
from arena.web.language import languages
from arena.web.ports import Ports

from .conftest import SignIn
from .serving import Reader, served
from .test_tournaments import opened
from .world import World

DOCS = Path(__file__).parents[2] / "docs" / "rules"
HOSTILE = """# Painted <script>alert(1)</script>

[elsewhere](painted.ru.md)

**1.** <img src=x onerror=alert(1)> [bad](javascript:alert(1)) [file](other.md) ![i](http://x/y.png)
See §1 and §2, and [the web](https://example.org/?a=1&b=2).
"""


@pytest.mark.parametrize("game", ["scout", "carrera"])
@pytest.mark.parametrize(("code", "file"), [("en", "{}.md"), ("ru", "{}.ru.md"), ("xx", "{}.md")])
def test_the_rules_are_those_of_the_documents(
    reader: Reader, game: str, code: str, file: str
) -> None:
    written = (DOCS / file.format(game)).read_text()

    page = reader.get(f"/games/{game}/rules", headers={"accept-language": code}).text

    numbers = re.findall(r"^\*\*(\d+)\.\*\*", written, re.MULTILINE)
    assert re.findall(r'<p id="rule-(\d+)">', page) == numbers
    headings = re.findall(r"^## (.+)$", written, re.MULTILINE)
    assert re.findall(r'<li><a href="#section-\d+">([^<]+)</a>', page) == headings
    options = re.findall(r"^\| (`\w+`) ", written, re.MULTILINE)
    assert page.count("<tr>") == 1 + len(options) > 5
    cited = set(re.findall(r'href="#rule-(\d+)"', page))
    assert cited
    assert cited <= set(numbers)
    assert '.md"' not in page


def test_every_page_about_a_game_leads_to_its_rules(
    world: World, sign_in: SignIn, reader: Reader
) -> None:
    cup = opened(sign_in, "Ruled Cup").path
    match = world.rated["carrera"][0].match_id
    ladder = world.ladders["carrera"].ladder_id

    for path in (f"/ladders/{ladder}", f"/matches/{match}", "/bots/Ada%20carrera", cup):
        assert 'href="/games/carrera/rules"' in reader.get(path).text, path


def test_an_export_brings_the_rules(world: World, tmp_path: Path) -> None:
    ports = Ports(world.open_unit, Registry.installed(), world.now, world.logs)

    export(ports, tmp_path, languages()["ru"], replays=1)

    assert "Карты и раздача" in (tmp_path / "rules-scout.html").read_text()
    pages = [path.read_text() for path in tmp_path.glob("match-*.html")]
    assert sum('href="rules-scout.html"' in page for page in pages) == 1


PLUG_IN = """from odd_lots import OddLots


class Painted(OddLots):
    name = "painted"
    rules_text = "rules.md"
"""


@pytest.fixture
def plug_in(world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Reader]:
    package = tmp_path / "painted_lots"
    package.mkdir()
    (package / "__init__.py").write_text(PLUG_IN)
    (package / "rules.md").write_text(HOSTILE)
    (package / "rules.ru.md").write_text("# Раскрашенная\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    painted = import_module("painted_lots").Painted
    monkeypatch.setattr(world, "games", Registry([OddLots, painted]))
    with served(world.application()) as running:
        yield Reader(running.url)
    del sys.modules["painted_lots"]


def test_a_plug_in_brings_its_own_rules(plug_in: Reader) -> None:
    answer = plug_in.get("/games/painted/rules", headers={"accept-language": "en"})
    russian = plug_in.get("/games/painted/rules", headers={"accept-language": "ru"}).text

    text = answer.text.partition("<article")[2]
    assert not re.search(r'<(script|img)|href="javascript', text)
    assert "Painted &lt;script&gt;" in answer.text
    assert '<p id="rule-1">' in text
    assert "file" in text
    assert "other.md" not in text
    assert "elsewhere" not in text, "pages have their own choice of language"
    assert '<a href="#rule-1">§1</a> and §2' in text
    assert 'href="https://example.org/?a=1&amp;b=2"' in text
    assert answer.headers["content-security-policy"] == POLICY
    assert "Раскрашенная" in russian


@pytest.mark.parametrize("game", ["odd-lots", "none", "openspiel:chess", "..%2Fscout"])
def test_a_game_without_a_text_has_no_such_page(plug_in: Reader, game: str) -> None:
    assert plug_in.get(f"/games/{game}/rules").status == 404
    assert f"/games/{game}/rules" not in plug_in.get("/bots").text
