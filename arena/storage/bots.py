"""Bots, in SQL."""

from sqlalchemy import select

from arena.service.errors import AlreadyExists, NotFound
from arena.service.records import Bot, Page
from arena.storage.layouts import BOTS
from arena.storage.names import name_key
from arena.storage.paging import Keyset
from arena.storage.tables import bots
from arena.storage.transaction import Transaction

_BY_NAME = Keyset(bots.c.name_key)


class SqlBots:
    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def add(self, bot: Bot) -> None:
        if not self._transaction.add(bots, BOTS.values(bot) | {"name_key": name_key(bot.name)}):
            raise AlreadyExists("bot", bot.name)

    def get(self, bot_id: str) -> Bot:
        query = select(*BOTS.columns)
        row = self._transaction.row(query.where(bots.c.bot_id == bot_id))
        if row is None:
            row = self._transaction.row(query.where(bots.c.name_key == name_key(bot_id)))
        if row is None:
            raise NotFound("bot", bot_id)
        return BOTS.read(row)

    def page(self, size: int, token: str, *, author_id: str = "", game: str = "") -> Page[Bot]:
        query = select(*BOTS.columns, bots.c.name_key)
        if author_id:
            query = query.where(bots.c.author_id == author_id)
        if game:
            query = query.where(bots.c.game == game)
        scope = ("bots", author_id, game)
        rows, next_token = _BY_NAME.rows(self._transaction, query, size, token, *scope)
        return Page(tuple(map(BOTS.read, rows)), next_token)
