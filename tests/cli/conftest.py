from tests.arena_command import run
from tests.redis_server import redis_url

__all__ = ["redis_url", "run"]
