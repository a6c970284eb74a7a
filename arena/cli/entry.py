"""Entry point of the `arena` command: says what is missing where only the SDK is installed."""

import sys


def main() -> None:
    """Runs the command."""
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
