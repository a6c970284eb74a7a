"""What the tests of `deploy/` share: its files, and the tools that check them."""

import os
import shutil
import subprocess
from concurrent import futures
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
STATUS = health_pb2.HealthCheckResponse
SECRETS = {
    "secret.databaseUrl": "postgresql+psycopg://arena:word@sql/arena",
    "secret.redisUrl": "redis://valkey:6379/0",
}
EVERYTHING = {
    **SECRETS,
    "keda.enabled": "true",
    "keda.redisAddress": "valkey:6379",
    "keda.passwordKey": "REDIS_PASSWORD",
    "hosting.enabled": "true",
    "hosting.runtimeClassName": "gvisor",
    "tlsSecret": "arena-tls",
    "web.ingress.enabled": "true",
    "web.ingress.tlsSecret": "web-tls",
    "metrics.podMonitor": "true",
}


def tool(name: str) -> str:
    """Returns the path of a program; skips loudly if `make deploy-check` did not bring it."""
    found = shutil.which(name, path=f"{ROOT}/.tools/bin:{os.environ['PATH']}:/usr/sbin")
    if found is None:
        assert not os.environ.get("DEPLOY_TOOLS"), f"{name} is missing"
        pytest.skip(f"NOT PROVED: {name} is missing here; `make deploy-check` brings it")
    return found


def run(*command: str) -> str:
    """Returns what a program printed; fails with all of it if the program failed."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


def render(**values: str) -> str:
    """Returns the chart as Helm renders it."""
    given = [f"--set={name}={value}" for name, value in values.items()]
    return run(
        tool("helm"), "template", "arena", f"{DEPLOY}/chart", "--kube-version=1.34.0", *given
    )


class Gateway:
    """A gRPC server of which only the health is asked."""

    def __init__(self) -> None:
        self.health = health.HealthServicer()
        self.server = grpc.server(futures.ThreadPoolExecutor(4))
        health_pb2_grpc.add_HealthServicer_to_server(self.health, self.server)
        self.port = self.server.add_insecure_port("127.0.0.1:0")
        self.name = f"gateway-{self.port}"
        self.health.set("", STATUS.SERVING)
        self.health.set(self.name, STATUS.SERVING)
        self.server.start()
