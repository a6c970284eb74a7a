"""`arena author` and `arena key`."""

import click

from arena.cli.output import every, json_option, opened, show_fields, show_rows
from arena.service import authors, named
from arena.service.records import Role


@click.group()
def author() -> None:
    """Authors, who own bots."""


@author.command()
@click.argument("name")
@click.option("--operator", is_flag=True, help="May also run the arena.")
@json_option
def create(name: str, operator: bool, as_json: bool) -> None:
    """Register an author; prints a key, once."""
    role = Role.OPERATOR if operator else Role.AUTHOR
    with opened() as arena:
        created, _, secret = authors.create_author(
            name, role, open_unit=arena.open_unit, now=arena.now
        )
    show_fields({"author": created.author_id, "name": name, "key": secret}, as_json=as_json)


@author.command("list")
@json_option
def list_authors(as_json: bool) -> None:
    """List authors, by name."""
    with opened() as arena:
        rows = [
            {
                "name": one.name,
                "role": one.role,
                "created": one.created,
                "author": one.author_id,
            }
            for one in every(
                lambda token: named.list_authors(500, token, open_unit=arena.open_unit)
            )
        ]
    show_rows(rows, title="Authors", as_json=as_json)


@click.group()
def key() -> None:
    """Keys, which prove who calls."""


@key.command("list")
@click.argument("author_id", metavar="AUTHOR")
@json_option
def list_(author_id: str, as_json: bool) -> None:
    """List the keys of an author (id or name); their secrets are not kept."""
    with opened() as arena:
        owner = named.author_named(author_id, open_unit=arena.open_unit)
        keys = authors.list_keys(owner, open_unit=arena.open_unit)
    rows = [
        {"key": k.key_id, "label": k.label, "created": k.created, "revoked": k.revoked}
        for k in keys
    ]
    show_rows(rows, title="Keys", as_json=as_json)


@key.command("new")
@click.argument("author_id", metavar="AUTHOR")
@click.option("--label", default="", help="What it is for.")
@json_option
def new(author_id: str, label: str, as_json: bool) -> None:
    """Make another key of an author (id or name); prints it, once."""
    with opened() as arena:
        owner = named.author_named(author_id, open_unit=arena.open_unit)
        made, secret = authors.create_key(owner, label, open_unit=arena.open_unit, now=arena.now)
    show_fields({"key": made.key_id, "secret": secret}, as_json=as_json)


@key.command()
@click.argument("author_id", metavar="AUTHOR")
@click.option("--label", default="", help="What the new one is for.")
@json_option
def rotate(author_id: str, label: str, as_json: bool) -> None:
    """Make a new key, print it, once, and make all others of the author useless."""
    with opened() as arena:
        owner = named.author_named(author_id, open_unit=arena.open_unit)
        made, secret = authors.rotate_keys(owner, label, open_unit=arena.open_unit, now=arena.now)
    show_fields({"key": made.key_id, "secret": secret}, as_json=as_json)


@key.command()
@click.argument("author_id", metavar="AUTHOR")
@click.argument("key_id")
def revoke(author_id: str, key_id: str) -> None:
    """Make a key useless, at once and for ever."""
    with opened() as arena:
        owner = named.author_named(author_id, open_unit=arena.open_unit)
        authors.revoke_key(owner, key_id, open_unit=arena.open_unit, now=arena.now)
