"""The PostgreSQL server of the short form."""

from tests.postgres import postgres_url

__all__ = ["postgres_url"]
