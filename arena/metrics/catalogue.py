"""Every metric of the arena, by the process that has it. `docs/metrics.md` is written from here."""

from functools import partial

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)

_counter = partial(Counter, registry=REGISTRY)
_gauge = partial(Gauge, registry=REGISTRY)
_histogram = partial(Histogram, registry=REGISTRY)

_SHORT_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5)
_LONG_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)

# Every process.

PROCESS = _gauge("arena_process", "1, with what this process is", ["kind", "version"])
LOOP_LAG = _histogram(
    "arena_event_loop_lag_seconds",
    "How much later than due the event loop of a gateway, a worker or the pages woke up",
    buckets=_SHORT_S,
)

# Gateways.

SESSIONS = _gauge("arena_sessions", "Bots that are connected to this gateway")
SESSIONS_ENDED = _counter(
    "arena_sessions_ended", "Sessions of this gateway that ended, by status code", ["code"]
)
CALLS = _counter(
    "arena_calls", "Calls that ended, sessions included, by method and status", ["method", "code"]
)
CALL_SECONDS = _histogram(
    "arena_call_seconds", "What calls with one answer took, by method", ["method"], buckets=_LONG_S
)
LIMITED = _counter(
    "arena_limited", "What gateways and pages refused for coming too often, by limit", ["limit"]
)

# Workers that play matches.

PROMPTS = _counter("arena_prompts", "Prompts that were answered, or ran out of time", ["game"])
FAULTS = _counter(
    "arena_faults", "Prompts without an answer to judge: late, absent, crashed", ["game", "fault"]
)
BOT_SECONDS = _histogram(
    "arena_decision_bot_seconds",
    "Time that bots took for a prompt, as they were charged for it",
    ["game"],
    buckets=_LONG_S,
)
ARENA_SECONDS = _histogram(
    "arena_decision_arena_seconds",
    "Time that the arena added to a prompt: relay, gateway, queues, and grace for its failures",
    ["game"],
    buckets=_SHORT_S,
)
LEASES = _gauge("arena_leases", "Matches that this worker plays now")
ATTEMPTS = _counter("arena_attempts", "Attempts at matches that ended, by reason", ["end"])
MATCHES = _counter("arena_matches_ended", "Matches that ended, finished or void", ["state"])

# All workers.

QUEUE_LENGTH = _gauge(
    "arena_queue_length", "Messages that wait in a queue, told by every worker on it", ["queue"]
)
DEAF = _gauge("arena_worker_deaf", "1 where work waits, the worker has room, and it hears none")

# Workers on the queue `ledger`.

LAST_TICK = _gauge("arena_last_tick_timestamp_seconds", "When the schedule last ran in this worker")
BACKLOG_AGE = _gauge(
    "arena_backlog_age_seconds", "How old the oldest queued match was when the schedule last ran"
)
BLOCKS = _counter("arena_blocks_closed", "Blocks that were closed, by their new state", ["state"])
RATINGS = _counter("arena_ratings_applied", "Ratings that blocks moved")
SWEPT = _counter(
    "arena_sweeper_finds",
    "What the sweep found: overdue or abandoned matches, ripe blocks",
    ["what"],
)

# Beat, and the pages.

BEATS = _counter("arena_beats", "Tasks that beat sent, by name", ["task"])
PAGES = _counter("arena_pages", "Requests to the pages, by method and status", ["method", "status"])
PAGE_SECONDS = _histogram(
    "arena_page_seconds", "What requests to the pages took to their first byte", buckets=_LONG_S
)
