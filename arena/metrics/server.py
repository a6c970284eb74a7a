"""Serves the metrics of this process where Prometheus can read them."""

from importlib.metadata import version

import structlog
from prometheus_client import start_http_server

from arena.config import Settings
from arena.metrics.catalogue import PROCESS, REGISTRY

_log = structlog.get_logger(__name__)


def serve_metrics(settings: Settings, kind: str) -> None:
    """Begins to serve, in a thread, if the settings name a port.

    Whoever has no such port goes on without: metrics are no reason not to play.
    """
    if not settings.metrics_port:
        return
    PROCESS.labels(kind, version("botarena")).set(1)
    try:
        start_http_server(settings.metrics_port, settings.metrics_host, REGISTRY)
    except OSError as error:
        _log.error("no metrics", port=settings.metrics_port, error=str(error))
    else:
        _log.info("metrics are served", port=settings.metrics_port)
