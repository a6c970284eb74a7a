"""The `arena` command and its groups."""

import sys

import click

from arena.cli import ladder_files  # noqa: F401  it adds to `ladder`
from arena.cli.acts import acts
from arena.cli.audit import audit
from arena.cli.authors import author, key
from arena.cli.bots import bot, submission
from arena.cli.comparing import compare
from arena.cli.demo import demo
from arena.cli.doctor import doctor
from arena.cli.export import export
from arena.cli.health import health
from arena.cli.keeping import backup, restore
from arena.cli.ladders import ladder
from arena.cli.matches import match, verify
from arena.cli.metrics import metrics
from arena.cli.processes import beat, gateway, migrate, up, worker
from arena.cli.settings import settings
from arena.cli.status import status
from arena.cli.tournaments import tournament
from arena.cli.web import web
from arena.config import BadSetting
from arena.service.errors import ArenaError, InvalidArgument, NotFound


class _Arena(click.Group):
    """Turns what a caller did wrong into one line and an exit code.

    1: something was found wrong; 2: bad arguments; 3: no such record; 4: refused; 130: Ctrl-C.
    """

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            sys.exit(130)
        except BadSetting as error:
            raise click.UsageError(str(error)) from None
        except ArenaError as error:
            click.echo(f"arena: {_said(error)}", err=True)
            code = {InvalidArgument: 2, NotFound: 3}.get(type(error), 4)
            sys.exit(code)
        except OSError as error:
            if error.filename is None:  # no file that the caller named
                raise
            click.echo(f"arena: {error.filename}: {error.strerror}", err=True)
            sys.exit(2)


_TYPED = {
    "advancing_count": "--advancing",
    "anchor": "--anchor",
    "backlog": "--backlog",
    "elo0": "--elo0",
    "elo1": "--elo1",
    "entry_ladder_id": "--from-ladder",
    "faults_allowed": "--faults",
    "game_name": "GAME",
    "k_factor": "--k-factor",
    "most_block_count": "--blocks",
    "name": "NAME",
    "option": "--option",
    "options": "--option",
    "quarantine_after": "--quarantine-after",
    "rating": "RATING",
    "repeat": "--repeat",
    "round_count": "--rounds",
    "scheduled_start_time": "--starts-at",
    "seat_count": "--seats",
    "seat_counts": "--seats",
    "seats": "--seats",
    "starts_at": "--starts-at",
    "submission_id": "SUBMISSION",
    "submission_ids": "SUBMISSION",
    "unfilled": "--unfilled",
}
"""What was typed on the command line for a field of a request."""


def _said(error: ArenaError) -> str:
    if isinstance(error, InvalidArgument):
        return f"{_TYPED.get(error.field, error.field)}: {error.why}"
    return str(error)


@click.group(cls=_Arena, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="botarena")
def arena() -> None:
    """Run a bot arena, and look after it.

    Settings come from the environment (ARENA_DATABASE_URL, ARENA_REDIS_URL, ...). Commands that
    print results take --json.
    """


for command in (
    up,
    gateway,
    worker,
    web,
    beat,
    migrate,
    health,
    author,
    key,
    bot,
    submission,
    ladder,
    tournament,
    compare,
    match,
    verify,
    audit,
    demo,
    export,
    acts,
    backup,
    restore,
    settings,
    doctor,
    metrics,
    status,
):
    arena.add_command(command)
