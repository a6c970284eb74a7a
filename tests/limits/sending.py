"""What is sent: each thing as large as asked for."""

import io
import zipfile
from collections.abc import Iterator
from hashlib import sha256

import grpc
from google.protobuf.struct_pb2 import Struct

from arena.service.records import Role
from botarena.v1 import author_service_pb2 as authors
from botarena.v1 import bot_service_pb2 as bots
from botarena.v1 import ladder_service_pb2 as ladders
from botarena.v1 import match_service_pb2 as matches
from botarena.v1 import submission_service_pb2 as submissions
from botarena.v1 import tournament_service_pb2 as tournaments
from botarena.v1.author_service_pb2_grpc import AuthorServiceStub
from botarena.v1.bot_service_pb2_grpc import BotServiceStub
from botarena.v1.ladder_service_pb2_grpc import LadderServiceStub
from botarena.v1.match_service_pb2_grpc import MatchServiceStub
from botarena.v1.submission_service_pb2_grpc import SubmissionServiceStub
from botarena.v1.tournament_service_pb2_grpc import TournamentServiceStub

from .place import Person, Place

MANIFEST = b'name = "%s"\ngame = "scout"\ncommand = ["python", "bot.py"]\n'
CHUNK = 100_000


def bot_name(here: Place, size: int) -> None:
    request = bots.CreateBotRequest(name="n" * size, game_name="scout")
    BotServiceStub(here.wide).CreateBot(request, metadata=here.person().metadata)


def ladder_name(here: Place, size: int) -> None:
    request = ladders.CreateLadderRequest(name="n" * size, game_name="scout", seat_count=3)
    operator = here.person(Role.OPERATOR)
    LadderServiceStub(here.wide).CreateLadder(request, metadata=operator.metadata)


def tournament_name(here: Place, size: int) -> None:
    request = tournaments.CreateTournamentRequest(
        name="n" * size,
        game_name="scout",
        seat_count=3,
        format=tournaments.Tournament.FORMAT_ROUND_ROBIN,
    )
    operator = here.person(Role.OPERATOR)
    TournamentServiceStub(here.wide).CreateTournament(request, metadata=operator.metadata)


def label(here: Place, size: int) -> None:
    request = authors.CreateKeyRequest(label="n" * size)
    AuthorServiceStub(here.wide).CreateKey(request, metadata=here.person().metadata)


def reason(here: Place, size: int) -> None:
    request = ladders.QuarantineRequest(ladder_id="l", submission_id="s", reason="n" * size)
    operator = here.person(Role.OPERATOR)
    LadderServiceStub(here.wide).Quarantine(request, metadata=operator.metadata)


def bot_id(here: Place, size: int) -> None:
    BotServiceStub(here.wide).GetBot(bots.GetBotRequest(bot_id="n" * size))


def match_id(here: Place, size: int) -> None:
    MatchServiceStub(here.wide).GetMatch(matches.GetMatchRequest(match_id="n" * size))


def page_token(here: Place, size: int) -> None:
    BotServiceStub(here.wide).ListBots(bots.ListBotsRequest(page_token="n" * size))


def lineup(here: Place, size: int) -> None:
    _match(here, matches.CreateMatchRequest(game_name="scout", submission_ids=["n"] * size))


def options(here: Place, size: int) -> None:
    some = Struct()
    some.update({f"option {n}": 1 for n in range(size)})
    _match(here, matches.CreateMatchRequest(game_name="scout", options=some))


def option(here: Place, size: int) -> None:
    one = Struct()
    one.update({"one": "n" * size})
    _match(here, matches.CreateMatchRequest(game_name="scout", options=one))


def archive(here: Place, size: int) -> None:
    empty = len(packed(here, noise=b""))
    upload(here, packed(here, noise=bytes(size - empty)))


def unpacked(here: Place, size: int) -> None:
    rest = len(MANIFEST % b"bot 0000")
    upload(here, packed(here, zipfile.ZIP_DEFLATED, noise=bytes(size - rest)))


def files(here: Place, size: int) -> None:
    upload(here, packed(here, **{f"file-{n}": b"" for n in range(size - 2)}))


def path(here: Place, size: int) -> None:
    long = "/".join(["n" * 60] * 3) + "/"
    upload(here, packed(here, **{long + "n" * (size - len(long)): b""}))


def file_name(here: Place, size: int) -> None:
    upload(here, packed(here, **{"n" * size: b""}))


def depth(here: Place, size: int) -> None:
    upload(here, packed(here, **{"/".join("n" * size): b""}))


def packed(here: Place, compression: int = zipfile.ZIP_STORED, **files: bytes) -> bytes:
    """Returns an archive with a bot, of a name of its own, and these files."""
    manifest = MANIFEST % f"bot {here.number():04}".encode()
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", compression) as file:
        for name, content in {"bot.toml": manifest, "bot.py": b"", **files}.items():
            file.writestr(name, content)
    return written.getvalue()


def upload(here: Place, data: bytes, person: Person | None = None) -> None:
    uploaded(here.wide, data, person or here.person())


def uploaded(channel: grpc.Channel, data: bytes, person: Person) -> None:
    stub = SubmissionServiceStub(channel)
    stub.UploadSubmission(iter(parts(data)), metadata=person.metadata)


def parts(data: bytes) -> Iterator[submissions.UploadSubmissionRequest]:
    metadata = submissions.UploadMetadata(sha256=sha256(data).hexdigest(), size_bytes=len(data))
    yield submissions.UploadSubmissionRequest(metadata=metadata)
    for start in range(0, len(data), CHUNK):
        yield submissions.UploadSubmissionRequest(chunk=data[start : start + CHUNK])


def _match(here: Place, request: matches.CreateMatchRequest) -> None:
    MatchServiceStub(here.wide).CreateMatch(request, metadata=here.person().metadata)
