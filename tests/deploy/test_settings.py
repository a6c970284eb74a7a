"""Every setting, command and target that `deploy/` names is one of ours."""

import re
from dataclasses import fields

import pytest
import yaml

from arena.cli.main import arena
from arena.config import Settings, variable

from .conftest import DEPLOY

KNOWN = {variable(setting.name) for setting in fields(Settings)}
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file() and path.suffix != ".json")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
TARGETS = set(re.findall(r"^FROM \S+ AS (\w+)$", DOCKERFILE, re.MULTILINE))
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(DEPLOY)))
def test_only_settings_that_exist_are_set(path) -> None:
    named = set(re.findall(r"ARENA_[A-Z_]*[A-Z]", path.read_text()))

    assert named - KNOWN == set()


def test_units_start_commands_that_exist() -> None:
    for unit in (DEPLOY / "systemd").glob("*.service"):
        (command,) = re.findall(r"^ExecStart=/opt/arena/bin/arena (\S+)", unit.read_text(), re.M)
        assert command in arena.commands, unit.name


def test_images_run_commands_that_exist() -> None:
    for command in re.findall(r'^CMD \["(\w+)"', DOCKERFILE, re.MULTILINE):
        assert command in arena.commands


def test_compose_builds_targets_that_exist_and_starts_every_kind_of_process() -> None:
    built = {
        service["build"]["target"] for service in COMPOSE["services"].values() if "build" in service
    }

    assert built <= TARGETS
    assert built == {"gateway", "worker", "ledger", "beat", "web"}


def test_no_service_of_ours_may_write_to_its_root_or_gain_rights() -> None:
    for name, service in COMPOSE["services"].items():
        if "build" in service:
            assert service["read_only"], name
            assert service["cap_drop"] == ["ALL"], name
            assert "no-new-privileges:true" in service["security_opt"], name


def test_what_the_image_copies_is_let_through() -> None:
    let_through = set(re.findall(r"^!(\S+)$", (DEPLOY.parent / ".dockerignore").read_text(), re.M))

    copied = re.findall(r"^COPY (?!--)(.+) \S+$", DOCKERFILE, re.MULTILINE)

    assert {name for names in copied for name in names.split()} == let_through
