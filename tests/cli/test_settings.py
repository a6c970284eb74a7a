"""Settings: every one is in the documents as it is in the code, and none shows a password."""

import json
import re
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.cli.main import arena as command
from arena.config import BadSetting, Settings, variable

ROOT = Path(__file__).parents[2]


def test_the_page_of_settings_is_the_generated_one() -> None:
    printed = CliRunner().invoke(command, ["settings", "--markdown"]).stdout

    assert (ROOT / "docs/settings.md").read_text() == printed
    assert all(f"`{variable(one.name)}`" in printed for one in fields(Settings))


def test_no_password_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_REDIS_URL", "redis://:hunter2@cache:6379/0")
    monkeypatch.setenv("ARENA_DATABASE_URL", "postgresql://arena:hunter2@db/arena")
    monkeypatch.setenv("ARENA_WEB_PORT", "8000")

    shown = CliRunner().invoke(command, ["settings", "--json"]).stdout

    assert "hunter2" not in shown
    rows = {row["variable"]: row for row in json.loads(shown)}
    assert rows["ARENA_REDIS_URL"]["value"] == "redis://:***@cache:6379/0"
    assert rows["ARENA_WEB_PORT"]["changed"]
    assert not rows["ARENA_GATEWAY_PORT"]["changed"]


@pytest.mark.parametrize("one", fields(Settings), ids=lambda one: one.name)
def test_a_setting_refuses_what_it_may_not_be(one: "Field[Any]") -> None:
    between, words = one.metadata["between"], one.metadata["words"]
    bad = [str(value) for value in (between[0] - 1, between[1] + 1)] if between else []
    bad += ["nonsense"] if words else []

    for value in bad:
        with pytest.raises(BadSetting, match=re.escape(variable(one.name))):
            Settings.from_environment({variable(one.name): value})


def test_every_number_has_its_bounds() -> None:
    unbounded = [
        one.name
        for one in fields(Settings)
        if isinstance(one.default, int | float) and not isinstance(one.default, bool)
        if one.metadata["between"] is None
    ]

    assert unbounded == []
