"""An arena over many hosts: each process of it runs on the host that its name says."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from arena.bootstrap import wire
from arena.cli.processes import await_port, first_operator
from arena.cli.supervisor import Child, Supervisor
from arena.config import Settings
from tests.chaos.house import House, Programme, opened_ladders
from tests.cluster.hosts import Host, Network
from tests.cluster.stores import answers, redis_command, redis_url, sql_command, sql_url

GATEWAY_PORT = 7700
PATIENCE_S = 30.0
GATEWAYS = ("gateway-0", "gateway-1", "gateway-2")
WORKERS = ("worker-0", "worker-1", "worker-2")
BOTS = ("bots-0", "bots-1")
HOSTS = ("stores", *GATEWAYS, *WORKERS, "ledger", *BOTS)
FAR = ("bots-1",)
ON_THE_LEDGER = ("ledger", "beat")


class Spread(Supervisor):
    """Runs each process on its host, and starts it again there when it has died."""

    network: Mapping[str, Host]

    def run(self, name: str, *command: str, **environment: str) -> Child:
        return super().run(name, *self.host_of(name).command, *command, **environment)

    def host_of(self, name: str) -> Host:
        kind, _, number = name.partition("-")
        if name in self.network:
            return self.network[name]
        if kind in ON_THE_LEDGER:
            return self.network["ledger"]
        if kind in ("redis", "sql"):
            return self.network["stores"]
        return self.network[BOTS[int(number) % len(BOTS)]]

    def start_gateway(self, name: str) -> Child:
        host = self.network[name]
        return self.start(name, "gateway", ARENA_GATEWAY_HOST=host.address)

    def start_worker(self, name: str) -> Child:
        return self.start(name, "worker", "--queue", "matches")

    def child(self, name: str) -> Child:
        (found,) = (child for child in self.children if child.name == name)
        return found


@contextmanager
def arena_on(
    network: Network, scratch: Path, programme: Programme, **settings: int
) -> Iterator[House]:
    """Opens an arena with two gateways and one worker, and its ladders, which begin at once."""
    stores = network["stores"]
    scratch.mkdir(parents=True)
    given = replace(
        Settings(),
        data_dir=scratch,
        redis_url=redis_url(stores),
        database_url=sql_url(stores),
        gateway_port=GATEWAY_PORT,
        drain_s=2.0,
        hosting="off",
        **settings,
    )
    supervisor = Spread({**os.environ, **given.environment()}, scratch / "logs")
    supervisor.network = network.hosts
    wiring, sql_data = None, tempfile.mkdtemp(prefix="botarena-pg-")
    try:
        supervisor.run("redis-0", *redis_command(stores, scratch / "redis"))
        supervisor.run("sql-0", *sql_command(stores, Path(sql_data)))
        patience = time.monotonic() + PATIENCE_S
        while not answers(given.database_url):
            assert time.monotonic() < patience, "PostgreSQL does not answer"
            time.sleep(0.1)
        first_operator(given)
        wiring = wire(given)
        supervisor.start("ledger-0", "worker", "--queue", "ledger")
        for number in range(2):
            supervisor.start_gateway(GATEWAYS[number])
            supervisor.start(f"beat-{number}", "beat")
        supervisor.start_worker(WORKERS[0])
        for name in GATEWAYS[:2]:
            await_port(network[name].address, GATEWAY_PORT)
        address = ",".join(f"{network[name].address}:{GATEWAY_PORT}" for name in GATEWAYS[:2])
        ladder_ids, compliant = opened_ladders(
            wiring, supervisor, f"ipv4:{address}", scratch, programme
        )
        narrow = list(compliant)[-2:]
        yield House(wiring, supervisor, None, ladder_ids, compliant, narrow, scratch)
    finally:
        supervisor.stop(12.0)
        if wiring is not None:
            wiring.close()
        shutil.rmtree(sql_data)
