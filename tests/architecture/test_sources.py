"""What the sources promise that no linter checks."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = [
    path
    for room in ("arena", "workers", "sdk", "proto")
    for path in sorted((ROOT / room).rglob("*.py"))
    if not path.name.endswith(("_pb2.py", "_pb2_grpc.py"))
]


@pytest.mark.parametrize("path", OURS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_is_one_thought(path: Path) -> None:
    text = path.read_text()

    assert text.count("\n") <= 300
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), "opens with what it is for"


@pytest.mark.parametrize("path", OURS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_read_of_a_stream_is_cut_off_by_a_timeout(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("wait_for"):
            assert ".read(" not in ast.unparse(node)


def test_importing_the_workers_opens_no_channel() -> None:
    script = (
        "import os, sys; import workers.app, workers.tasks;"
        "pid = os.fork();"
        "import grpc;"
        "channel = grpc.insecure_channel('127.0.0.1:1');\n"
        "try: channel.unary_unary('/a/b')(b'', timeout=5)\n"
        "except grpc.RpcError as error: code = error.code()\n"
        "assert code is grpc.StatusCode.UNAVAILABLE, code\n"
        "if pid: assert os.waitpid(pid, 0)[1] == 0"
    )

    done = subprocess.run([sys.executable, "-c", script], timeout=30, capture_output=True)

    assert done.returncode == 0, done.stderr
