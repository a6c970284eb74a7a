"""`python -m arena_sdk.check`: the same as `arena-sdk check`."""

import argparse
import sys

from arena_sdk.check import command
from arena_sdk.command.refusal import Refusal


def main() -> int:
    parser = argparse.ArgumentParser("python -m arena_sdk")
    command.add(parser.add_subparsers(required=True))
    arguments = parser.parse_args(["check", *sys.argv[1:]])
    try:
        return command.run(arguments)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return refusal.code


if __name__ == "__main__":
    sys.exit(main())
