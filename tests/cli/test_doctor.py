"""`arena doctor`: what it finds right, doubtful and wrong, and what it says to do about it."""

import json
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import redis
from click.testing import CliRunner, Result
from redis_server import MortalRedis, mortal_redis

from arena.cli.checkup.findings import CLOCKS_S, State, clocks
from arena.cli.main import arena as command
from arena.storage.engines import engine_for
from arena.storage.migrating import migrate_to
from tests.postgres import postgres_url

__all__ = ["mortal_redis", "postgres_url"]

Examine = Callable[[], tuple[int, dict[str, Any]]]


@pytest.fixture
def examine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Examine:
    monkeypatch.setenv("ARENA_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("ARENA_HOSTING", "off")

    def run() -> tuple[int, dict[str, Any]]:
        done = CliRunner().invoke(command, ["doctor", "--json"])
        return done.exit_code, {found["what"]: found for found in json.loads(done.stdout)}

    return run


def test_a_fresh_machine_is_well_and_nothing_is_made_on_it(
    examine: Examine, tmp_path: Path
) -> None:
    code, found = examine()

    assert code == 0
    assert found["migrations"]["advice"] == "run `arena migrate`"
    assert found["versions"]["state"] == "good"
    assert not (tmp_path / "data").exists()


def test_an_older_database_is_wrong_until_it_is_migrated(examine: Examine, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    migrate_to(engine_for(f"sqlite:///{tmp_path}/data/arena.db"), "0002")

    before, found = examine()
    assert CliRunner().invoke(command, ["migrate"]).exit_code == 0
    after, found_then = examine()

    assert (before, found["migrations"]["state"]) == (1, "wrong")
    assert "0002" in found["migrations"]["found"]
    assert (after, found_then["migrations"]["state"]) == (0, "good")


def test_redis_that_forgets_or_evicts_is_found(
    examine: Examine, mortal_redis: MortalRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_REDIS_URL", mortal_redis.url)

    code, found = examine()

    assert code == 0
    assert found["persistence"]["state"] == "doubtful"
    assert found["memory of Redis"]["state"] == found["clock of Redis"]["state"] == "good"

    with redis.Redis.from_url(mortal_redis.url) as client:
        client.config_set("appendonly", "yes")
        client.config_set("maxmemory", "100mb")
        client.config_set("maxmemory-policy", "allkeys-lru")
    code, found = examine()

    assert code == 1
    assert found["persistence"]["state"] == "good"
    assert found["memory of Redis"]["state"] == "wrong"
    assert "noeviction" in found["memory of Redis"]["advice"]


def test_servers_that_are_away_are_wrong_and_no_password_is_shown(
    examine: Examine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_REDIS_URL", "redis://:hunter2@127.0.0.1:1/0")
    monkeypatch.setenv("ARENA_DATABASE_URL", "postgresql://arena:hunter2@127.0.0.1:1/arena")

    code, found = examine()

    assert code == 1
    assert found["Redis"]["state"] == found["database"]["state"] == "wrong"
    assert "hunter2" not in json.dumps(found)


def test_the_clock_of_postgresql_is_looked_at(
    examine: Examine, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_DATABASE_URL", postgres_url)

    _, found = examine()

    assert found["clock of the database"]["state"] == "good"
    assert found["database"]["found"].startswith("PostgreSQL")


def test_keys_in_the_clear_and_too_few_files_are_doubtful(
    examine: Examine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_GATEWAY_HOST", "0.0.0.0")
    monkeypatch.setenv("ARENA_WEB_HOST", "0.0.0.0")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1_024, 4_096))

    code, found = examine()

    assert code == 0
    for what in ("gateway", "pages", "open files"):
        assert found[what]["state"] == "doubtful"
        assert found[what]["advice"]


def test_the_advice_is_printed_for_people(examine: Examine) -> None:
    printed: Result = CliRunner().invoke(command, ["doctor"])

    assert "doubtful  migrations" in printed.stdout
    assert "run `arena migrate`" in printed.stdout


@pytest.mark.parametrize(
    ("apart_s", "state"),
    [(0.0, State.GOOD), (-CLOCKS_S, State.GOOD), (1.5, State.WRONG), (-90.0, State.WRONG)],
)
def test_clocks_that_are_apart_are_wrong(apart_s: float, state: State) -> None:
    assert clocks("clock", apart_s).state is state
