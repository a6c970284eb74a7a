"""Measures every promise in full and prints the figures; fails if a bound is broken.

python -m tests.promises [PART ...]
"""

import os
import sys
import time

from tests.promises.cable import NoCable


def main(names: list[str]) -> int:
    """Returns 1 if a bound is broken."""
    # We fork only to start programs; gRPC's own handling of forks would run in between.
    os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
    from tests.promises.parts import PARTS  # with it comes gRPC, which reads that

    broken = 0
    for name in names or PARTS:
        began = time.monotonic()
        print(f"{name}:", flush=True)
        try:
            for figure in PARTS[name](False):
                print(f"  {figure}", flush=True)
                broken += not figure.holds
        except NoCable as obstacle:
            print(f"  NOT MEASURED: {obstacle}", flush=True)
        print(f"  ({time.monotonic() - began:.0f} s)", flush=True)
    return min(1, broken)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
