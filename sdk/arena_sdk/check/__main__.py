"""`python -m arena_sdk.check`: the same as `arena-sdk check`."""

import sys

from arena_sdk.command.main import main

if __name__ == "__main__":
    sys.exit(main(["check", *sys.argv[1:]]))
