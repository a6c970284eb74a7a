"""A real PostgreSQL for the tests of the whole."""

from tests.postgres import postgres_url

__all__ = ["postgres_url"]
