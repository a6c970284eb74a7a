"""The bots of the demo that are uploaded: the arena itself runs them."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.cli.output import console
from arena_sdk.submitting import submit


@dataclass(frozen=True, slots=True)
class Upload:
    """One bot to be uploaded: a program of one file."""

    name: str
    game: str
    seats: int
    program: Path
    key: str


def submitted(uploads: list[Upload], address: str) -> list[str]:
    """Uploads them all at once; returns their submissions once all of them have qualified."""
    with ThreadPoolExecutor(max(1, len(uploads))) as threads:
        return list(threads.map(lambda upload: _submitted(upload, address), uploads))


def _submitted(upload: Upload, address: str) -> str:
    with _directory(upload) as directory:
        made = submit(directory, address=address, key=upload.key)
    console.print(f"{upload.name} is uploaded, has qualified, and runs in a sandbox")
    return made.submission_id


@contextmanager
def _directory(upload: Upload) -> Iterator[Path]:
    """Makes what an author would submit."""
    with TemporaryDirectory() as made:
        directory = Path(made)
        shutil.copy(upload.program, directory / "bot.py")
        (directory / "bot.toml").write_text(
            f'name = "{upload.name}"\n'
            f'game = "{upload.game}"\n'
            f"seats = [{upload.seats}]\n"
            'command = ["python", "bot.py"]\n'
        )
        yield directory
