"""The PostgreSQL server of the short form, and a Redis that a test may kill."""

from tests.postgres import postgres_url
from tests.redis_server import mortal_redis

__all__ = ["mortal_redis", "postgres_url"]
