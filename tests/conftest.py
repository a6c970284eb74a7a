"""Hypothesis profiles, and the awkward plug-in on the path of tests and of their processes.

`HYPOTHESIS_PROFILE=thorough` draws twenty times as many examples.
"""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Tests start whole arenas as programs; gRPC's own handling of forks would run in between, and now
# and then it hangs there.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")

PLUGIN = str(Path(__file__).parent / "plugin")

sys.path.insert(0, PLUGIN)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [PLUGIN, os.environ.get("PYTHONPATH")]))

CALM = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("default", max_examples=10, **CALM)
settings.register_profile("thorough", max_examples=200, **CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keeps a folder's tests in one process under `--dist loadgroup`: they share their grounds."""
    for item in items:
        item.add_marker(pytest.mark.xdist_group(item.path.parent.name))
