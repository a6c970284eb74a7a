"""Entry point of the `arena` command: says what is missing where only the SDK is installed."""

import os
import sys


def main() -> None:
    """Runs the command."""
    # We fork only to start other programs. gRPC's own handling of forks would run in between, and
    # now and then it hangs there.
    os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
    try:
        _run()
    except KeyboardInterrupt:
        sys.exit(130)


def _run() -> None:
    try:
        from arena.cli.main import arena
    except ModuleNotFoundError as error:
        sys.exit(
            f"arena: the package {error.name!r} is missing; the arena command needs the server:"
            " pip install 'botarena[server]'"
        )
    arena(prog_name="arena")


if __name__ == "__main__":
    main()
