"""A match is one trace across worker and gateway, at a collector that the test runs."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent import futures
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as trace_pb
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2_grpc as trace_grpc

from arena.bootstrap import wire
from arena.cli.processes import running
from arena.config import Settings
from arena.match.clock import Clock
from arena.service import authors, bots, matches
from arena.service.records import MatchState, Role
from arena_sdk import Bot, Prompt, run_async

pytestmark = pytest.mark.e2e

SEATS, PATIENCE_S = 3, 120.0


@dataclass
class Collector(trace_grpc.TraceServiceServicer):
    """Keeps the spans that it is sent, with the service that sent them."""

    spans: list[tuple[str, Any]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def Export(self, request: Any, _: object) -> Any:
        with self.lock:
            for resource in request.resource_spans:
                (service,) = (
                    a.value.string_value
                    for a in resource.resource.attributes
                    if a.key == "service.name"
                )
                spans = (span for scope in resource.scope_spans for span in scope.spans)
                self.spans += [(service, span) for span in spans]
        return trace_pb.ExportTraceServiceResponse()


@pytest.fixture
def collector() -> Iterator[tuple[Collector, str]]:
    server, collector = grpc.server(futures.ThreadPoolExecutor(4)), Collector()
    trace_grpc.add_TraceServiceServicer_to_server(collector, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield collector, f"127.0.0.1:{port}"
    server.stop(0).wait()


class Last(Bot):
    def choose(self, prompt: Prompt) -> str:
        return prompt.legal_actions[-1]


async def played(
    address: str, key: str, submissions: list[str], is_over: Callable[[], bool]
) -> None:
    """Plays until the one match is over."""
    drain = asyncio.Event()
    playing = [
        asyncio.create_task(
            run_async(Last, address=address, key=key, submission=submission, drain=drain)
        )
        for submission in submissions
    ]
    async with asyncio.timeout(PATIENCE_S):
        while not is_over():
            await asyncio.sleep(0.1)
        drain.set()
        await asyncio.gather(*playing)


def test_a_match_is_one_trace(tmp_path: Path, collector: tuple[Collector, str]) -> None:
    found, endpoint = collector
    settings = replace(
        Settings.from_environment({}),
        data_dir=tmp_path,
        gateway_port=0,
        web_port=0,
        hosting="off",
        trace_endpoint=endpoint,
    )
    with running(settings) as (_, settings):
        wiring = wire(settings)
        tools = {"open_unit": wiring.open_unit, "now": wiring.now}
        author, _, key = authors.create_author("Ada", Role.OPERATOR, **tools)
        submissions = []
        for number in range(SEATS):
            bot = bots.create_bot(author, f"Ada {number}", "carrera", games=wiring.games, **tools)
            made = bots.create_submission(author, bot.bot_id, **tools)
            submissions.append(made.submission_id)
        clock = Clock(limit_ms=60_000, bank_ms=60_000, join_ms=60_000)
        match = matches.create_match(
            author, "carrera", {}, submissions, clock, games=wiring.games, **tools
        )
        address = f"{settings.gateway_host}:{settings.gateway_port}"

        def is_over() -> bool:
            with wiring.open_unit() as unit:
                return unit.matches.get(match.match_id).state is MatchState.FINISHED

        asyncio.run(played(address, key, submissions, is_over))
        with wiring.open_unit() as unit:
            log = unit.matches.log(match.match_id)
        wiring.close()

    prompts = sum(len(getattr(event, "choices", ())) for event in log)
    assert prompts > SEATS
    by_name: dict[str, list[Any]] = {"match": [], "prompt": [], "bot": []}
    for service, span in found.spans:
        by_name[span.name].append(span)
        assert service == ("botarena-gateway" if span.name == "bot" else "botarena-worker")
    (whole,) = by_name["match"]
    assert {span.trace_id for _, span in found.spans} == {whole.trace_id}
    assert {span.parent_span_id for span in by_name["prompt"]} == {whole.span_id}
    assert len(by_name["prompt"]) == prompts
    asked = {span.span_id: span for span in by_name["prompt"]}
    assert {span.parent_span_id for span in by_name["bot"]} == set(asked)
    about = {a.key: a.value.string_value for a in whole.attributes}
    assert (about["match"], about["ended"]) == (match.match_id, "finished")
    for span in by_name["bot"]:
        above = asked[span.parent_span_id]
        assert span.end_time_unix_nano <= above.end_time_unix_nano
