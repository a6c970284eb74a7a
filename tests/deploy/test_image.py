"""The steps of the Dockerfile, run for real: in a fresh Debian, without a container engine.

debootstrap makes the file system that stands in for the base image (Debian's own Python 3.11 in
the place of the official one), Buildah runs the steps in it, isolated by chroot. It takes minutes
and some gigabytes, so it is part of `make deploy-check` alone.
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import DEPLOY, ROOT, tool

pytestmark = [
    pytest.mark.skipif(
        not os.environ.get("DEPLOY_TOOLS"), reason="NOT PROVED: `make deploy-check` does"
    ),
    pytest.mark.timeout(1_800),
]

BASE = "docker.io/library/python:3.11-slim-bookworm"
CERTIFICATES = "/etc/ssl/certs"
STAND_IN = f"""\
FROM scratch
ADD root.tar /
ENV SSL_CERT_FILE={CERTIFICATES}/ca-certificates.crt PIP_BREAK_SYSTEM_PACKAGES=1
RUN ln -s /usr/bin/python3 /usr/local/bin/python
"""
PACKAGES = "python3,python3-venv,python3-pip,ca-certificates"


class Builder:
    """Buildah with a store of its own."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._command = [tool("buildah"), "--root", str(directory / "store")]
        self._command += ["--runroot", str(directory / "run"), "--storage-driver", "vfs"]

    def __call__(self, *arguments: str) -> str:
        done = subprocess.run(
            [*self._command, *arguments],
            capture_output=True,
            text=True,
            env={**os.environ, "BUILDAH_ISOLATION": "chroot"},
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    def make_base(self) -> None:
        root = self._directory / "root"
        command = [tool("debootstrap"), "--variant=minbase", f"--include={PACKAGES}"]
        subprocess.run([*command, "bookworm", root], check=True, stdout=subprocess.DEVNULL)
        context = self._directory / "context"
        context.mkdir()
        subprocess.run(["tar", "-C", root, "-cf", context / "root.tar", "."], check=True)
        (context / "Dockerfile").write_text(STAND_IN)
        self("bud", "--tag", BASE, str(context))

    def build(self, target: str) -> str:
        """Returns the name of a container made of one target."""
        mounted = f"{CERTIFICATES}:{CERTIFICATES}:ro"
        self(
            *("bud", "--pull-never", "--layers", "--network=host", "--volume", mounted),
            *("--file", str(DEPLOY / "Dockerfile"), "--target", target, "--tag", target, str(ROOT)),
        )
        return self("from", "--pull-never", target)


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Builder]:
    directory = tmp_path_factory.mktemp("images")
    builder = Builder(directory)
    builder.make_base()
    yield builder
    builder("rm", "--all")
    builder("rmi", "--all", "--force")


@pytest.mark.parametrize("target", ["gateway", "worker", "ledger", "beat", "web", "hosting"])
def test_every_target_is_built_and_its_user_can_run_the_arena(
    builder: Builder, target: str
) -> None:
    container = builder.build(target)

    assert builder("run", container, "--", "id", "-u") == "10001"
    assert builder("run", container, "--", "arena", "--version").startswith("arena, version")
    builder("run", container, "--", "arena", "migrate")
    elo = builder("run", container, "--", "python", "-c", "import elo; print(elo.__name__)")
    assert elo == "elo"
    written = "touch /opt/arena/written 2>/dev/null && echo written || echo refused"
    assert builder("run", container, "--", "sh", "-c", written) == "refused"
    if target == "hosting":
        assert builder("run", container, "--", "bwrap", "--version").startswith("bubblewrap")
