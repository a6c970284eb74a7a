"""What happens to the hosts, one thing after the other, while ladders are played."""

import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.cluster.arena import Spread
from tests.cluster.hosts import Network

Act = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """Something that happens, and what ends it."""

    name: str
    begin: Act
    lasts_s: float = 0.0
    end: Act = field(default=lambda: None)
    short: bool = False
    """Whether it is part of the short form."""


def trials(network: Network, supervisor: Spread) -> Sequence[Trial]:
    """Returns what the arena has to bear, in order."""
    stores, far = network["stores"], network["bots-1"]
    first_gateway, second_gateway = network["gateway-0"], network["gateway-1"]
    last_worker = network["worker-2"]

    def stop(name: str) -> Act:
        """Asks a process to end; it is started again: in the new version, so to say."""

        def asked() -> None:
            process = supervisor.child(name).process
            assert process is not None, f"{name} is not there"
            process.send_signal(signal.SIGTERM)

        return asked

    def retire(name: str) -> Act:
        """Asks a process to end for good."""

        def asked() -> None:
            stop(name)()
            supervisor.children.remove(supervisor.child(name))

        return asked

    def kill(name: str) -> Act:
        def killed() -> None:
            process = supervisor.child(name).process
            assert process is not None, f"{name} is not there"
            process.kill()

        return killed

    return (
        Trial("a gateway's cable cut", first_gateway.cut, 12.0, first_gateway.heal, short=True),
        Trial("a gateway half open", second_gateway.deafen, 12.0, second_gateway.heal),
        Trial("bots 200 ms away", lambda: far.delay(0.2), 15.0, lambda: far.delay(0.0)),
        Trial(
            "5 % of a worker's packets lost",
            lambda: network["worker-1"].lose(0.05),
            15.0,
            network["worker-1"].heal,
        ),
        Trial("a gateway's host killed", first_gateway.kill),
        Trial("a worker's host killed", network["worker-0"].kill, short=True),
        Trial("a worker cut off past its lease", last_worker.cut, 20.0, last_worker.heal),
        Trial("the ledger's host killed", network["ledger"].kill),
        Trial("the stores' cable cut", stores.cut, 6.0, stores.heal),
        Trial("PostgreSQL killed", lambda: _kill_sql(supervisor)),
        Trial("Valkey killed", kill("redis-0")),
        Trial("Valkey and PostgreSQL's host killed", stores.kill),
        Trial("a worker retired", retire("worker-2"), short=True),
        Trial("a gateway added", lambda: _add_gateway(supervisor), short=True),
        Trial("a gateway upgraded", stop("gateway-0"), 6.0, short=True),
        Trial("the other gateway upgraded", stop("gateway-1"), 6.0),
        Trial("a worker upgraded", stop("worker-0"), 6.0),
        Trial("the ledger upgraded", stop("ledger-0"), 6.0),
    )


def _add_gateway(supervisor: Spread) -> None:
    supervisor.start_gateway("gateway-2")


def _kill_sql(supervisor: Spread) -> None:
    """Ends the server as by a crash: all of its processes at once."""
    process = supervisor.child("sql-0").process
    assert process is not None, "PostgreSQL is not there"
    process.send_signal(signal.SIGQUIT)
