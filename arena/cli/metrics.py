"""`arena metrics`: the table of all metrics, as the documents have it."""

from collections.abc import Iterator
from dataclasses import dataclass

import click
from prometheus_client import Counter, Gauge, Histogram

from arena.cli.output import json_option, show_rows
from arena.metrics import catalogue

HEAD = """# Metrics

`ARENA_METRICS_PORT` lets a process serve its metrics for Prometheus at
`http://HOST:PORT/metrics`; `arena up` gives each of its processes a port from there on: gateway,
worker, ledger, beat, web, hosting. Every process has the usual `process_*` and `python_*` as well.
`arena metrics --markdown` wrote this page.

| metric | type | labels | meaning |
|---|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class Described:
    """A metric as Prometheus sees it."""

    name: str
    type: str
    labels: tuple[str, ...]
    meaning: str


def described() -> Iterator[Described]:
    """Yields every metric of the catalogue, in its order."""
    for metric in vars(catalogue).values():
        if isinstance(metric, Counter | Gauge | Histogram):
            (family,) = metric.describe()
            name = f"{family.name}_total" if family.type == "counter" else family.name
            yield Described(name, family.type, tuple(metric._labelnames), family.documentation)


@click.command()
@click.option("--markdown", is_flag=True, help="Print docs/metrics.md.")
@json_option
def metrics(markdown: bool, as_json: bool) -> None:
    """List what the processes of an arena tell Prometheus."""
    if markdown:
        click.echo(markdown_table(), nl=False)
        return
    rows = [
        {"metric": one.name, "type": one.type, "labels": " ".join(one.labels), "": one.meaning}
        for one in described()
    ]
    show_rows(rows, title="Metrics", as_json=as_json)


def markdown_table() -> str:
    """Returns the page `docs/metrics.md`."""
    return HEAD + "".join(
        f"| `{one.name}` | {one.type} | {' '.join(f'`{label}`' for label in one.labels)}"
        f" | {one.meaning} |\n"
        for one in described()
    )
