"""Traces of matches for OpenTelemetry; off unless `ARENA_TRACE_ENDPOINT` names a collector.

A match is one trace. Worker and gateway derive the ids of its spans from match, attempt, seat and
ply, so that nothing has to travel with a prompt: the worker tells of the attempt and of each prompt
as the referee saw it, the gateway of the time that the bot had it. What lies between the two is the
relay. Spans are told when they are over, and sent in a thread of their own.
"""

import threading
import time
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING

from arena.config import BadSetting, Settings
from arena.match.outcome import Outcome
from arena.match.players import Answer, Heard, Prompt, Table
from arena.service.relay_ports import Asking, Relay, RelayedPlayer
from arena.service.wrapped_relay import WrappedPlayer, WrappedRelay

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

Attribute = str | int
_provider: "TracerProvider | None" = None
_ids = threading.local()
"""The ids of the span that this thread begins next."""


def trace_to(settings: Settings, kind: str) -> None:
    """Begins to send the spans of this process, if the settings say where to.

    Raises `BadSetting` where the extra `[trace]` is not installed.
    """
    global _provider
    if not settings.trace_endpoint:
        return
    try:
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.id_generator import IdGenerator
    except ImportError:
        raise BadSetting("ARENA_TRACE_ENDPOINT needs `pip install 'botarena[trace]'`") from None

    class Given(IdGenerator):
        def generate_trace_id(self) -> int:
            return int(_ids.trace)

        def generate_span_id(self) -> int:
            return int(_ids.span)

    resource = Resource.create({"service.name": f"botarena-{kind}"})
    _provider = TracerProvider(resource=resource, id_generator=Given())
    exporter = OTLPSpanExporter(settings.trace_endpoint, insecure=True)
    _provider.add_span_processor(BatchSpanProcessor(exporter))


def stop_tracing() -> None:
    """Sends what was not sent yet."""
    if _provider is not None:
        _provider.shutdown()


def traced(relay: Relay) -> Relay:
    """Returns a relay that tells of its prompts; the same one where nothing is traced."""
    return relay if _provider is None else WrappedRelay(relay, _TracedPlayer)


def tracing() -> bool:
    """Returns whether anybody wants to hear of spans."""
    return _provider is not None


def thought(asking: Asking, seat: int, elapsed_ms: int, how: str) -> None:
    """Tells that a bot had a prompt until now, for `elapsed_ms` with its earlier sessions."""
    prompt = (asking.match_id, asking.attempt, seat, asking.ply)
    start_ns = time.time_ns() - (elapsed_ms - asking.spent_ms) * 1_000_000
    _tell("bot", (*prompt, start_ns), prompt, start_ns, {"ended": how})


class _TracedPlayer(WrappedPlayer):
    """Tells of each prompt; the one in seat 0 tells of the attempt."""

    def __init__(self, player: RelayedPlayer, submission_id: str, table: Table) -> None:
        super().__init__(player)
        self._table = table
        self._about: dict[str, Attribute] = {"submission": submission_id, "seat": table.seat}
        self._begun_ns = time.time_ns()
        self._end = "interrupted"

    async def choose(self, prompt: Prompt) -> Answer:
        """Implements `Player.choose`."""
        asked_ns = time.time_ns()
        answer = await super().choose(prompt)
        about = {**self._about, "ply": prompt.ply, "elapsed_ms": answer.elapsed_ms}
        if answer.fault is not None:
            about["fault"] = answer.fault.value
        attempt = (self._table.match_id, self._table.attempt)
        _tell("prompt", (*attempt, self._table.seat, prompt.ply), attempt, asked_ns, about)
        return answer

    def finished(self, outcome: Outcome, heard: tuple[Heard, ...]) -> None:
        """Implements `Player.finished`."""
        self._end = "finished"
        super().finished(outcome, heard)

    def given_up(self) -> None:
        """Implements `RelayedPlayer.given_up`."""
        self._end = "given up"
        super().given_up()

    def close(self) -> None:
        """Implements `RelayedPlayer.close`."""
        super().close()
        if self._table.seat == 0:
            table = self._table
            about: dict[str, Attribute] = {"match": table.match_id, "attempt": table.attempt}
            about |= {"game": table.game, "ended": self._end}
            _tell("match", (table.match_id, table.attempt), None, self._begun_ns, about)


def _tell(
    name: str,
    span: tuple[object, ...],
    parent: tuple[object, ...] | None,
    start_ns: int,
    about: Mapping[str, Attribute],
) -> None:
    """Tells of a span that ends now; its own name and its parent's begin with the match."""
    if _provider is None:
        return
    from opentelemetry import trace

    _ids.trace, _ids.span = _number(span[:1], 16), _number(span, 8)
    flags = trace.TraceFlags(trace.TraceFlags.SAMPLED)
    above = trace.SpanContext(_ids.trace, _number(parent or (), 8), True, flags)
    context = trace.set_span_in_context(trace.NonRecordingSpan(above)) if parent else None
    tracer = _provider.get_tracer("botarena")
    tracer.start_span(name, context, attributes=about, start_time=start_ns).end()


def _number(name: tuple[object, ...], size: int) -> int:
    return int.from_bytes(sha256("/".join(map(str, name)).encode()).digest()[:size], "big") or 1
