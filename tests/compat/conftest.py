import pytest

from tests.compat.versions import Version, before


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Version:
    return before(tmp_path_factory.mktemp("release"))
