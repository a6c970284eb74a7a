from tests.hosting.bubblewrap import engine, hosting_home

__all__ = ["engine", "hosting_home"]
