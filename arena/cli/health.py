"""`arena health`: is the process of this machine alive? For containers and their managers."""

import socket
import ssl
import sys
from urllib.error import URLError
from urllib.request import urlopen

import click
import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from arena.config import Settings

ANYWHERE = ("0.0.0.0", "::", "")
"""Hosts of a listener that is reached at the loopback address, too."""


@click.command()
@click.argument("process", type=click.Choice(["gateway", "web"]))
@click.option("--timeout", default=3.0, show_default=True, help="Seconds to wait for an answer.")
def health(process: str, timeout: float) -> None:
    """Exit with 0 if the gateway or the pages of this machine answer, else with 1.

    A gateway with TLS only has to complete the handshake: its certificate names other hosts.
    """
    settings = Settings.from_environment()
    try:
        if process == "web":
            _read_page(settings, timeout)
        elif settings.tls_certificate:
            _shake_hands(settings, timeout)
        elif not _serves(settings, timeout):
            sys.exit("the gateway drains")
    except (OSError, URLError, grpc.RpcError) as error:
        sys.exit(f"no answer: {error}")


def _serves(settings: Settings, timeout: float) -> bool:
    with grpc.insecure_channel(":".join(map(str, _gateway(settings)))) as channel:
        check = health_pb2_grpc.HealthStub(channel).Check
        answer = check(health_pb2.HealthCheckRequest(), timeout=timeout)
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def _shake_hands(settings: Settings, timeout: float) -> None:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(_gateway(settings), timeout) as plain:
        context.wrap_socket(plain).close()


def _read_page(settings: Settings, timeout: float) -> None:
    host = "127.0.0.1" if settings.web_host in ANYWHERE else settings.web_host
    with urlopen(f"http://{host}:{settings.web_port}/", timeout=timeout):
        pass


def _gateway(settings: Settings) -> tuple[str, int]:
    host = "127.0.0.1" if settings.gateway_host in ANYWHERE else settings.gateway_host
    return host, settings.gateway_port
