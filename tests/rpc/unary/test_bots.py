from typing import Any

import pytest
from google.rpc.error_details_pb2 import ResourceInfo
from grpc import StatusCode

from botarena.v1 import bot_service_pb2 as pb

from .world import World, refused


def _bot(arena: World, name: str, game: str = "odd-lots") -> pb.Bot:
    request = pb.CreateBotRequest(name=name, game_name=game)
    bot: pb.Bot = arena.bots.CreateBot(request, metadata=arena.ann.metadata).bot
    return bot


def test_a_bot_is_found_by_id_and_by_name(arena: World) -> None:
    bot = _bot(arena, "Hal 9000")

    assert arena.bots.GetBot(pb.GetBotRequest(bot_id=bot.bot_id)).bot == bot
    assert arena.bots.GetBot(pb.GetBotRequest(bot_id="hal 9000")).bot == bot
    assert (bot.name, bot.game_name) == ("Hal 9000", "odd-lots")
    assert (bot.author_id, bot.author_name) == (arena.ann.author.author_id, "Ann")
    assert bot.create_time.seconds > 0


@pytest.mark.parametrize(
    ("name", "game", "field"),
    [
        ("", "odd-lots", "name"),
        ("_hal", "odd-lots", "name"),
        ("x" * 5000, "odd-lots", "name"),
        ("Hal", "", "game_name"),
        ("Hal", "chess", "game_name"),
        ("Hal", "c" * 101, "game_name"),
        ("Hal", "odd\tlots", "game_name"),
    ],
)
def test_a_bad_bot_is_refused_by_field(arena: World, name: str, game: str, field: str) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, field):
        _bot(arena, name, game)


def test_a_name_is_given_once(arena: World) -> None:
    _bot(arena, "Hal")

    with refused(StatusCode.ALREADY_EXISTS) as refusal:
        _bot(arena, "hal")

    assert refusal.detail(ResourceInfo).resource_type == "bot"


@pytest.mark.parametrize("bot_id", ["", "x" * 101, "a\0b"])
def test_a_bad_bot_id_is_refused(arena: World, bot_id: str) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, "bot_id"):
        arena.bots.GetBot(pb.GetBotRequest(bot_id=bot_id))


def test_a_bot_that_is_not_there_is_named(arena: World) -> None:
    with refused(StatusCode.NOT_FOUND) as refusal:
        arena.bots.GetBot(pb.GetBotRequest(bot_id="bot-0"))

    assert refusal.detail(ResourceInfo).resource_name == "bot-0"


def test_bots_are_listed_by_name_page_by_page(arena: World) -> None:
    names = ["Ada", "bee", "Cid", "Dot", "eve"]
    for name in reversed(names):
        _bot(arena, name)

    listed, token, pages = [], "", 0
    while pages == 0 or token:
        page = arena.bots.ListBots(pb.ListBotsRequest(page_size=2, page_token=token))
        listed += [bot.name for bot in page.bots]
        token, pages = page.next_page_token, pages + 1

    assert (listed, pages) == (names, 3)


def test_bots_are_listed_of_one_author_or_one_game(arena: World) -> None:
    _bot(arena, "Ada")
    _bot(arena, "Bee", "carrera")
    arena.bots.CreateBot(
        pb.CreateBotRequest(name="Cid", game_name="carrera"), metadata=arena.bob.metadata
    )

    def names(**where: Any) -> list[tuple[str, str]]:
        found = arena.bots.ListBots(pb.ListBotsRequest(**where)).bots
        return [(bot.name, bot.author_name) for bot in found]

    assert names() == [("Ada", "Ann"), ("Bee", "Ann"), ("Cid", "Bob")]
    assert names(game_name="carrera") == [("Bee", "Ann"), ("Cid", "Bob")]
    assert names(author_id=arena.bob.author.author_id) == [("Cid", "Bob")]
    assert names(author_id="nobody") == []


@pytest.mark.parametrize(
    ("where", "field"),
    [
        ({"page_size": -1}, "page_size"),
        ({"page_token": "garbage"}, "page_token"),
        ({"page_token": "x" * 1001}, "page_token"),
        ({"author_id": "x" * 101}, "author_id"),
        ({"game_name": "\n"}, "game_name"),
    ],
)
def test_a_bad_listing_is_refused_by_field(arena: World, where: dict[str, Any], field: str) -> None:
    with refused(StatusCode.INVALID_ARGUMENT, field):
        arena.bots.ListBots(pb.ListBotsRequest(**where))


def test_a_token_leads_on_in_its_own_list_only(arena: World) -> None:
    for name in ("Ada", "Bee"):
        _bot(arena, name)
    token = arena.bots.ListBots(pb.ListBotsRequest(page_size=1)).next_page_token

    with refused(StatusCode.INVALID_ARGUMENT, "page_token"):
        arena.bots.ListBots(pb.ListBotsRequest(page_token=token, game_name="odd-lots"))


def test_a_page_has_a_bound_of_its_own(arena: World) -> None:
    for number in range(60):
        arena.submission(arena.ann, f"bot {number:03}")

    assert len(arena.bots.ListBots(pb.ListBotsRequest()).bots) == 50
    assert len(arena.bots.ListBots(pb.ListBotsRequest(page_size=2**31 - 1)).bots) == 60
