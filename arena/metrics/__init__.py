"""What Prometheus reads of each process; switched on by `ARENA_METRICS_PORT`."""

from arena.metrics.loop import watch_loop
from arena.metrics.measured import MeasuredRelay
from arena.metrics.server import serve_metrics

__all__ = ["MeasuredRelay", "serve_metrics", "watch_loop"]
