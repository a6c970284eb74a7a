"""What Prometheus reads of each process; switched on by `ARENA_METRICS_PORT`."""

from arena.metrics.loop import watch_loop
from arena.metrics.server import serve_metrics
from arena.metrics.stopwatch import measured

__all__ = ["measured", "serve_metrics", "watch_loop"]
