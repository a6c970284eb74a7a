"""`arena demo`: the whole way of a bot, on real processes, in a few minutes.

Starts an arena, registers six authors, lets each connect a bot process per game, but for one who
uploads hers, runs a ladder per game until enough blocks are rated, then proves the ratings and one
match of each.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click
import grpc
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from arena.bootstrap import Wiring, wire
from arena.cli.demo_uploads import Upload, submitted
from arena.cli.export import written
from arena.cli.matches import verdict
from arena.cli.output import console, table
from arena.cli.processes import pages_address, running
from arena.cli.standings import standing_rows
from arena.cli.supervisor import Supervisor, die_with_parent
from arena.config import Settings
from arena.relay.embedded import server_runs
from arena.service import matches, ratings
from arena.service.errors import WrongState
from arena.service.records import MatchFilter, MatchState
from botarena.v1 import author_service_pb2 as authors_pb
from botarena.v1 import bot_service_pb2 as bots_pb
from botarena.v1 import ladder_service_pb2 as ladders_pb
from botarena.v1 import submission_service_pb2 as submissions_pb
from botarena.v1.author_service_pb2_grpc import AuthorServiceStub
from botarena.v1.bot_service_pb2_grpc import BotServiceStub
from botarena.v1.ladder_service_pb2_grpc import LadderServiceStub
from botarena.v1.submission_service_pb2_grpc import SubmissionServiceStub

AUTHORS = ("Ada", "Blaise", "Claude", "Dorothy", "Edsger", "Fran")
STYLES = ("planner", "greedy", "random", "planner", "greedy", "random")
UPLOADER = "Fran"
"""Lets the arena run her bots, where it can."""
EXAMPLES = Path(__file__).parents[2] / "sdk" / "examples"


@dataclass(frozen=True, slots=True)
class Table:
    """A ladder of the demo."""

    game: str
    seats: int

    @property
    def name(self) -> str:
        return f"{self.game} open"


TABLES = (Table("scout", 4), Table("carrera", 3))
OWN = Path("build/demo")
MARK = ".arena-demo"
"""A file in a directory that a demo has made."""
SPARED = {"author", "better", "matches"}
"""Columns of the standings that a demo does without."""


@click.command()
@click.option("--blocks", type=click.IntRange(1), default=30, show_default=True)
@click.option("--seconds", type=click.IntRange(1), default=170, show_default=True, help="At most.")
@click.option(
    "--data-dir",
    type=click.Path(path_type=Path),
    default=OWN,
    show_default=True,
    help="Emptied first, kept afterwards.",
)
def demo(blocks: int, seconds: int, data_dir: Path) -> None:
    """Play two rated ladders with real bots on this machine."""
    signal.signal(signal.SIGTERM, _end)
    _empty(data_dir)
    settings = replace(Settings.from_environment(), data_dir=data_dir, gateway_port=0, drain_s=2.0)
    console.rule("botarena demo")
    with running(settings) as (supervisor, settings):
        address = f"{settings.gateway_host}:{settings.gateway_port}"
        console.print(f"gateway on {address}; data and logs in {data_dir.resolve()}")
        console.print(f"pages: {pages_address(settings)}", highlight=False)
        with bots(settings, address):
            enough = _played(supervisor, settings, blocks, seconds)
    faults = [complaint for one in TABLES for complaint in _proved(settings, one)]
    console.print(f"\ndata and logs: {data_dir.resolve()}", highlight=False)
    console.print(f"pages as files: {_exported(settings)}", highlight=False, soft_wrap=True)
    for complaint in faults:
        console.print(complaint, style="red")
    if faults or not enough:
        sys.exit(1)


def _end(number: int, _: object) -> None:
    """Ends the demo in order, with all that it started; once is enough."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit(128 + number)


def _empty(data_dir: Path) -> None:
    """Makes room where a demo has been before, and nowhere else."""
    mark = data_dir / MARK
    ours = data_dir == OWN or mark.exists()
    if not ours and data_dir.exists() and any(data_dir.iterdir()):
        raise WrongState(f"--data-dir: {data_dir} holds what no demo made; name an empty one")
    if server_runs(data_dir):
        raise WrongState(f"--data-dir: an arena runs in {data_dir}; stop it, or name another one")
    shutil.rmtree(data_dir, ignore_errors=True)
    data_dir.mkdir(parents=True)
    mark.touch()


def _exported(settings: Settings) -> Path:
    """Writes standings and replays as files; returns the first page."""
    wiring = wire(settings)
    try:
        return written(wiring, settings.data_dir / "pages").resolve()
    finally:
        wiring.close()


@contextmanager
def bots(settings: Settings, address: str) -> Iterator[None]:
    """Registers authors, bots and ladders over gRPC; runs the bots, a process each."""
    key = settings.data_dir / "operator.key"
    if not key.exists():
        raise WrongState("ARENA_DATABASE_URL: an arena is there already; a demo wants a fresh one")
    operator = key.read_text().strip()
    processes: list[subprocess.Popen[bytes]] = []
    with ExitStack() as files, grpc.insecure_channel(address) as channel:
        for one in TABLES:
            LadderServiceStub(channel).CreateLadder(
                ladders_pb.CreateLadderRequest(
                    name=one.name, game_name=one.game, seat_count=one.seats, backlog=4
                ),
                metadata=_key(operator),
            )
        # Uploads come first: what they take does not keep the others waiting at their tables.
        entrants = sorted(zip(AUTHORS, STYLES, strict=True), key=lambda one: one[0] != UPLOADER)
        for author, style in entrants:
            key = (
                AuthorServiceStub(channel)
                .CreateAuthor(authors_pb.CreateAuthorRequest(name=author), metadata=_key(operator))
                .secret
            )
            if author == UPLOADER and settings.hosting == "on":
                _upload(channel, key, style, address)
                continue
            for one in TABLES:
                name = f"{author} {one.game} {style}"
                submission = _entered(channel, key, name, one)
                log = settings.data_dir / "logs" / f"bot-{name.replace(' ', '-').lower()}.log"
                processes.append(
                    subprocess.Popen(
                        [sys.executable, EXAMPLES / f"{one.game}_{style}.py"],
                        env={
                            **os.environ,
                            "ARENA_ADDRESS": address,
                            "ARENA_KEY": key,
                            "ARENA_SUBMISSION": submission,
                            "ARENA_MATCHES": "16",
                        },
                        stdout=files.enter_context(log.open("wb")),
                        stderr=subprocess.STDOUT,
                        preexec_fn=die_with_parent,
                    )
                )
        console.print(f"{len(processes)} bot processes are connecting")
        try:
            yield
        finally:
            for process in processes:
                process.send_signal(signal.SIGTERM)
            for process in processes:
                try:
                    process.wait(5)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def _upload(channel: grpc.Channel, key: str, style: str, address: str) -> None:
    """Uploads a bot per game and puts them on their ladders."""
    uploads = [
        Upload(
            f"{UPLOADER} {one.game} {style}",
            one.game,
            one.seats,
            EXAMPLES / f"{one.game}_{style}.py",
            key,
        )
        for one in TABLES
    ]
    for one, submission in zip(TABLES, submitted(uploads, address), strict=True):
        _join(channel, key, submission, one)


def _entered(channel: grpc.Channel, key: str, name: str, one: Table) -> str:
    """Registers a bot, adds a submission and puts it on the ladder; returns the submission."""
    bot = BotServiceStub(channel).CreateBot(
        bots_pb.CreateBotRequest(name=name, game_name=one.game), metadata=_key(key)
    )
    submission = SubmissionServiceStub(channel).CreateSubmission(
        submissions_pb.CreateSubmissionRequest(bot_id=bot.bot.bot_id), metadata=_key(key)
    )
    submission_id: str = submission.submission.submission_id
    _join(channel, key, submission_id, one)
    return submission_id


def _join(channel: grpc.Channel, key: str, submission_id: str, one: Table) -> None:
    LadderServiceStub(channel).JoinLadder(
        ladders_pb.JoinLadderRequest(ladder_id=one.name, submission_id=submission_id),
        metadata=_key(key),
    )


def _key(secret: str) -> Sequence[tuple[str, str]]:
    return (("authorization", f"Bearer {secret}"),)


def _played(supervisor: Supervisor, settings: Settings, blocks: int, seconds: int) -> bool:
    """Shows the progress of both ladders until they are done; returns whether they are."""
    deadline = time.monotonic() + seconds
    columns = (
        TextColumn("{task.description:<14}"),
        BarColumn(40),
        TextColumn("{task.completed:>3.0f} of {task.total:.0f} blocks rated"),
        TimeElapsedColumn(),
    )
    wiring = wire(settings)
    try:
        with Progress(*columns, console=console) as progress:
            bars = {one.name: progress.add_task(one.name, total=blocks) for one in TABLES}
            rated = dict.fromkeys(bars, 0)
            while min(rated.values()) < blocks and time.monotonic() < deadline:
                time.sleep(0.25)
                for name in supervisor.tend():
                    console.print(f"{name} died and is started again", style="red")
                with wiring.open_unit() as unit:
                    for name, bar in bars.items():
                        rated[name] = unit.ladders.get(name).rated_blocks
                        progress.update(bar, completed=min(blocks, rated[name]))
                        if rated[name] >= blocks:
                            unit.ladders.pause(unit.ladders.get(name).ladder_id, True)
    finally:
        wiring.close()
    return min(rated.values()) >= blocks


def _proved(settings: Settings, one: Table) -> Iterator[str]:
    """Prints standings, recomputation and one verified match; yields what is wrong."""
    wiring = wire(settings)
    try:
        rows = standing_rows(one.name, wiring.open_unit)
        console.print()
        shown = [{name: row[name] for name in row if name not in SPARED} for row in rows]
        console.print(table(shown, f"{one.name}: {one.seats} seats"))
        found = ratings.recompute(one.name, open_unit=wiring.open_unit)
        console.print(
            f"ratings recomputed from {found.blocks} blocks:"
            f" largest difference {found.largest_difference:.1e}, drift {found.drift:.1e}"
        )
        yield from found.complaints
        yield from _verified(wiring, one)
        mean = {
            style: sum(r["rating"] for r in rows if style in r["submission"]) for style in STYLES
        }
        if not mean["random"] < min(mean["greedy"], mean["planner"]):
            yield f"{one.name}: the stronger bots do not stand above the random ones"
    finally:
        wiring.close()


def _verified(wiring: Wiring, one: Table) -> Iterator[str]:
    with wiring.open_unit() as unit:
        ladder_id = unit.ladders.get(one.name).ladder_id
        where = MatchFilter(ladder_id, state=MatchState.FINISHED)
        finished = unit.matches.page(500, "", where).items
        shown = next((m for m in finished if matches.revealed(m, unit)), None)
    if shown is None:
        yield f"{one.name}: no match to verify"
        return
    log = list(matches.replay_of(shown.match_id, open_unit=wiring.open_unit))
    found = verdict(wiring.games, log)
    console.print(f"{shown.match_id} verified: {found['verdict']}, {len(log)} events")
    if found["verdict"] != "true":
        yield f"{shown.match_id} is not true: {found['why']}"
