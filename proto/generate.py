"""Generates the Python stubs beside the `.proto` files, or checks that they are up to date.

The compiler is grpcio-tools 1.80: its output runs on protobuf 6.31 up to 7.x, but it installs only
beside protobuf < 7, so it gets an environment of its own from uv.
"""

import argparse
import filecmp
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TOOLS = "grpcio-tools==1.80.0"
HERE = Path(__file__).parent


def generate(out: Path) -> list[Path]:
    """Writes all stubs below `out` and returns their paths relative to it."""
    protos = sorted(str(p.relative_to(HERE)) for p in HERE.rglob("*.proto"))
    uv = shutil.which("uv") or str(HERE.parent / ".tools/bin/uv")
    protoc = [uv, "run", "--no-project", "--quiet", "--python", sys.executable, "--with", TOOLS]
    protoc += ["python", "-m", "grpc_tools.protoc", f"--proto_path={HERE}"]
    protoc += [f"--{kind}_out={out}" for kind in ("python", "pyi")]
    subprocess.run([*protoc, *protos], check=True)
    services = [p for p in protos if p.endswith("_service.proto")]
    subprocess.run([*protoc, f"--grpc_python_out={out}", *services], check=True)
    return sorted(p.relative_to(out) for p in out.rglob("*_pb2*.py*"))


def main() -> int:
    """Returns 1 if `--check` finds a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, change nothing")
    check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as scratch:
        fresh = generate(Path(scratch))
        kept = sorted(p.relative_to(HERE) for p in HERE.rglob("*_pb2*.py*") if p.suffix != ".pyc")
        stale = [
            path
            for path in sorted({*fresh, *kept})
            if path not in fresh
            or path not in kept
            or not filecmp.cmp(Path(scratch, path), HERE / path, shallow=False)
        ]
        if check:
            for path in stale:
                print(f"proto/{path} is out of date; run `make proto`", file=sys.stderr)
            return 1 if stale else 0
        for path in stale:
            if path in fresh:
                shutil.copyfile(Path(scratch, path), HERE / path)
            else:
                (HERE / path).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
