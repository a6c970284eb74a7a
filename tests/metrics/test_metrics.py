"""Metrics: in the documents as in the code, counted where things happen, served where asked for."""

import asyncio
import socket
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import grpc
import pytest
from asynchronous import asynchronous
from click.testing import CliRunner
from prometheus_client import Counter, Histogram

from arena.cli.main import arena as command
from arena.cli.metrics import described
from arena.config import Settings
from arena.match.clock import Clock
from arena.match.outcome import Fault, Outcome
from arena.match.players import Answer, Faulted, Heard, Prompt, Table
from arena.metrics import catalogue, measured, serve_metrics, watch_loop
from arena.metrics.loop import LOOK_S
from arena.rpc.metered import metered
from arena.service.playing import Played
from arena.service.records import AttemptEnd, MatchState
from arena.service.sweeping import Swept
from workers import measuring

ROOT = Path(__file__).parents[2]
TABLE = Table("m", 1, 1, "scout", 1, {}, 0, 2, Clock(), 3, "")
PROMPT = Prompt(0, None, ("keep",), 100, 100, 3)


def value(metric: Counter | Histogram, name: str, **labels: str) -> float:
    return catalogue.REGISTRY.get_sample_value(f"{metric._name}{name}", labels) or 0.0


def test_the_page_of_metrics_is_the_generated_one() -> None:
    printed = CliRunner().invoke(command, ["metrics", "--markdown"]).stdout

    assert (ROOT / "docs/metrics.md").read_text() == printed
    assert "`arena_sessions`" in printed
    assert "`arena_attempts_total`" in printed


def test_every_metric_says_what_it_means() -> None:
    metrics = list(described())

    assert len({one.name for one in metrics}) == len(metrics) > 20
    assert all(one.name.startswith("arena_") for one in metrics)
    assert all(one.meaning for one in metrics)


class SlowPlayer:
    """Takes a while, and says that its bot took none of it."""

    async def sit(self) -> None: ...

    async def choose(self, prompt: Prompt) -> Answer:
        await asyncio.sleep(0.06)
        return Answer("", 10, Fault.TIMEOUT)

    def faulted(self, notice: Faulted) -> None: ...

    def finished(self, outcome: Outcome, heard: tuple[Heard, ...]) -> None: ...

    def given_up(self) -> None: ...

    def close(self) -> None: ...


class SlowRelay:
    async def online(self, submission_ids):  # type: ignore[no-untyped-def]
        return {}

    def player(self, submission_id: str, table: Table) -> SlowPlayer:
        return SlowPlayer()


@asynchronous
async def test_the_time_of_a_prompt_is_split_into_the_bots_and_ours() -> None:
    names = [(catalogue.BOT_SECONDS, "_sum"), (catalogue.ARENA_SECONDS, "_sum")]
    before = [value(metric, name, game="scout") for metric, name in names]
    faults = value(catalogue.FAULTS, "_total", game="scout", fault="timeout")

    await measured(SlowRelay()).player("s", TABLE).choose(PROMPT)

    after = [value(metric, name, game="scout") for metric, name in names]
    bot_s, ours_s = (new - old for new, old in zip(after, before, strict=True))
    assert bot_s == pytest.approx(0.01)
    assert ours_s > 0.04
    assert value(catalogue.FAULTS, "_total", game="scout", fault="timeout") == faults + 1


@asynchronous
async def test_a_blocked_event_loop_shows() -> None:
    watching = asyncio.create_task(watch_loop())
    before = value(catalogue.LOOP_LAG, "_sum")

    await asyncio.sleep(0)
    await asyncio.to_thread(lambda: None)
    __import__("time").sleep(2 * LOOK_S)
    await asyncio.sleep(0.01)

    watching.cancel()
    assert value(catalogue.LOOP_LAG, "_sum") - before > LOOK_S / 2


def test_attempts_and_finds_of_the_sweep_are_counted() -> None:
    lost = value(catalogue.ATTEMPTS, "_total", end="worker_lost")
    void = value(catalogue.MATCHES, "_total", state="void")
    ripe = value(catalogue.SWEPT, "_total", what="ripe")

    measuring.count_attempt(Played())
    measuring.count_attempt(Played("", AttemptEnd.WORKER_LOST, MatchState.VOID))
    measuring.count_sweep(Swept(0, 0, 2))

    assert value(catalogue.ATTEMPTS, "_total", end="worker_lost") == lost + 1
    assert value(catalogue.MATCHES, "_total", state="void") == void + 1
    assert value(catalogue.SWEPT, "_total", what="ripe") == ripe + 2


class AbortedContext:
    def __init__(self, code: object) -> None:
        self._code = code

    def code(self) -> object:
        return self._code


@pytest.mark.parametrize("code", [grpc.StatusCode.NOT_FOUND, grpc.StatusCode.NOT_FOUND.value[0]])
@asynchronous
async def test_a_call_is_counted_by_how_it_ended(code: object) -> None:
    async def aborted(request: object, context: object) -> object:
        raise grpc.aio.AbortError

    labels = {"method": "GameService/Test", "code": "NOT_FOUND"}
    before = value(catalogue.CALLS, "_total", **labels)

    with pytest.raises(grpc.aio.AbortError):
        await metered("/botarena.v1.GameService/Test", aborted, timed=True)(
            None,
            AbortedContext(code),  # type: ignore[arg-type]
        )

    assert value(catalogue.CALLS, "_total", **labels) == before + 1


def test_metrics_are_served_where_the_settings_say() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        serve_metrics(replace(Settings(), metrics_port=port), "taken")  # no reason to fail
    serve_metrics(replace(Settings(), metrics_port=port), "test")

    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        text = answer.read().decode()

    assert 'arena_process{kind="test"' in text
    assert "process_resident_memory_bytes" in text
    assert "arena_leases 0.0" in text
