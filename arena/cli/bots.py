"""`arena bot` and `arena submission`."""

import click

from arena.cli.output import every, json_option, opened, show_fields, show_rows
from arena.service import bots, hosted
from arena.service.named import author_named, submission_id_of


@click.group()
def bot() -> None:
    """Bots, by name."""


@bot.command()
@click.argument("author_id", metavar="AUTHOR")
@click.argument("name")
@click.argument("game")
@json_option
def create(author_id: str, name: str, game: str, as_json: bool) -> None:
    """Register a bot of an author (id or name) for a game, with a first remote submission."""
    with opened() as arena:
        owner = author_named(author_id, open_unit=arena.open_unit)
        made = bots.create_bot(
            owner, name, game, open_unit=arena.open_unit, games=arena.games, now=arena.now
        )
        first = bots.create_submission(owner, made.bot_id, open_unit=arena.open_unit, now=arena.now)
    show_fields(
        {"bot": made.bot_id, "name": name, "submission": first.submission_id}, as_json=as_json
    )


@bot.command("list")
@click.option("--game", default="", help="Only bots of this game.")
@json_option
def list_(game: str, as_json: bool) -> None:
    """List bots, by name."""
    with opened() as arena:
        found = [
            {"name": b.name, "game": b.game, "bot": b.bot_id, "author": b.author_id}
            for b in every(
                lambda token: bots.list_bots(500, token, game=game, open_unit=arena.open_unit)
            )
        ]
    show_rows(found, title="Bots", as_json=as_json)


@click.group()
def submission() -> None:
    """Submissions, the versions of bots."""


@submission.command("new")
@click.argument("bot_id", metavar="BOT")
@json_option
def new(bot_id: str, as_json: bool) -> None:
    """Add a remote submission to a bot (id or name)."""
    with opened() as arena:
        made = bots.create_submission(
            arena.operator(), bot_id, open_unit=arena.open_unit, now=arena.now
        )
    show_fields({"submission": made.submission_id, "number": made.number}, as_json=as_json)


@submission.command("list")
@click.argument("bot_id", metavar="BOT")
@json_option
def list_submissions(bot_id: str, as_json: bool) -> None:
    """List the submissions of a bot (id or name), newest first."""
    with opened() as arena:
        found = list(
            every(
                lambda token: bots.list_submissions(bot_id, 500, token, open_unit=arena.open_unit)
            )
        )
        runs = hosted.hosted_among([s.submission_id for s in found], open_unit=arena.open_unit)
    rows = [
        {
            "number": s.number,
            "submission": s.submission_id,
            "kind": s.kind,
            "state": runs[s.submission_id].state if s.submission_id in runs else "active",
            "retired": s.retired,
            "created": s.created,
            "reason": runs[s.submission_id].reason if s.submission_id in runs else "",
        }
        for s in found
    ]
    show_rows(rows, title=f"Submissions of {bot_id}", as_json=as_json)


@submission.command()
@click.argument("submission_id", metavar="SUBMISSION")
def retire(submission_id: str) -> None:
    """Take a submission (id or BOT@NUMBER) out of every ladder, for ever."""
    with opened() as arena:
        if "@" in submission_id:  # but no bot's mere name: what is for ever is to be said in full
            submission_id = submission_id_of(submission_id, open_unit=arena.open_unit)
        bots.retire_submission(arena.operator(), submission_id, open_unit=arena.open_unit)
