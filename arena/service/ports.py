"""What the use cases need from storage; `storage` supplies it.

All instants are UTC and aware. Whoever is asked for a record that is not there raises
`NotFound`; a page token that was not given out raises `InvalidArgument("page_token", ...)`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from arena.service.act_storage import Acts
from arena.service.comparison_storage import Comparisons
from arena.service.conduct_storage import Conducts
from arena.service.contenders import Contender
from arena.service.estimate_storage import KeptEstimates
from arena.service.hosting_storage import HostedSubmissions
from arena.service.match_storage import Matches
from arena.service.records import (
    Author,
    Block,
    BlockState,
    Bot,
    Key,
    Ladder,
    Match,
    Name,
    Page,
    RatingChange,
    Standing,
    StandingOrder,
    StandingRow,
    Submission,
)
from arena.service.tournament_storage import Tournaments

Now = Callable[[], datetime]
"""Tells the time."""


class Authors(Protocol):
    """Authors and the hashes of their keys."""

    def add(self, author: Author) -> None:
        """Raises `AlreadyExists` if the name is taken, whatever its case."""

    def get(self, author_id: str) -> Author: ...

    def find(self, who: str) -> Author:
        """Takes an id or a name."""

    def page(self, size: int, token: str) -> Page[Author]:
        """Returns authors by name."""

    def lock(self, author_id: str) -> Author:
        """Like `get`, and nobody else may lock it until the unit of work ends."""

    def add_key(self, key: Key, secret_hash: str) -> None: ...

    def of_key(self, secret_hash: str) -> Author:
        """Returns whose key it is; raises `NotFound` if unknown or revoked."""

    def keys(self, author_id: str) -> tuple[Key, ...]:
        """Returns an author's keys, newest first."""

    def revoke_key(self, author_id: str, key_id: str, now: datetime) -> Key:
        """Revokes once; a revoked key stays as it is."""


class Bots(Protocol):
    """Bots, by id or name."""

    def add(self, bot: Bot) -> None:
        """Raises `AlreadyExists` if the name is taken, whatever its case."""

    def get(self, bot_id: str) -> Bot:
        """Takes an id or a name."""

    def page(self, size: int, token: str, *, author_id: str = "", game: str = "") -> Page[Bot]:
        """Returns bots by name."""


class Submissions(Protocol):
    """Submissions, by id."""

    def add(self, submission: Submission, *, request_id: str = "") -> Submission:
        """Keeps it under the bot's next number, which replaces the given one.

        The same request id for the same bot returns the first one's submission.
        """

    def get(self, submission_id: str) -> Submission: ...

    def page(self, size: int, token: str, *, bot_id: str) -> Page[Submission]:
        """Returns submissions of a bot, newest first."""

    def retire(self, submission_id: str) -> None:
        """Retires it and makes its standings inactive."""

    def names(self, submission_ids: Collection[str]) -> Mapping[str, Name]: ...


class Ladders(Protocol):
    """Ladders, by id or name, with their standings and rating changes."""

    def add(self, ladder: Ladder) -> None:
        """Raises `AlreadyExists` if the name is taken, whatever its case."""

    def get(self, ladder_id: str) -> Ladder:
        """Takes an id or a name."""

    def lock(self, ladder_id: str) -> Ladder:
        """Like `get` by id, and nobody else may lock it until the unit of work ends."""

    def page(self, size: int, token: str) -> Page[Ladder]:
        """Returns ladders by name."""

    def pause(self, ladder_id: str, paused: bool) -> None: ...

    def tick(self, ladder_id: str, now: datetime, refused: datetime | None = None) -> None:
        """Notes that the scheduler looked at the ladder, and since when tables are refused."""

    def anchor(self, ladder_id: str, anchors: Mapping[str, float]) -> None:
        """Writes all anchors of a ladder, and their ratings into the standings they have."""

    def join(self, standing: Standing) -> Standing:
        """Adds a standing, or makes an inactive one active with its old rating."""

    def leave(self, ladder_id: str, submission_id: str) -> Standing: ...

    def active(self, ladder_id: str) -> tuple[Standing, ...]:
        """Returns all active standings of submissions that are not retired."""

    def contenders(self, ladder_id: str) -> Mapping[str, Contender]:
        """Returns the same by submission, with what the scheduler asks of each and no more."""

    def standings(self, ladder_id: str, submission_ids: Collection[str]) -> Mapping[str, Standing]:
        """Returns the standings of these submissions, active or not."""

    def rows(
        self,
        ladder_id: str,
        size: int,
        token: str,
        *,
        order: StandingOrder = StandingOrder.RATING,
        search: str = "",
    ) -> Page[StandingRow]:
        """Returns the active standings with their places by rating, whatever the order.

        A search keeps those whose bot or author has this text in its name, whatever its case.
        """

    def token_around(self, ladder_id: str, submission_id: str, size: int) -> str:
        """Returns the token of the page of `rows` by rating that has this one in its middle."""

    def rate(
        self, ladder_id: str, standings: Iterable[Standing], changes: Sequence[RatingChange]
    ) -> None:
        """Writes new standings, appends their changes and counts one more rated block."""

    def changes(
        self, ladder_id: str, size: int, token: str, *, submission_id: str = ""
    ) -> Page[RatingChange]:
        """Returns rating changes, newest first."""

    def moved(
        self, ladder_id: str, after: int, submission_ids: Collection[str]
    ) -> Mapping[str, float]:
        """Returns how far ratings moved in all blocks behind this one; leaves out who had none."""

    def all_changes(self, ladder_id: str) -> Iterable[RatingChange]:
        """Yields every rating change, oldest first."""


class Blocks(Protocol):
    """Blocks, by id."""

    def add(self, block: Block, matches: Sequence[Match]) -> None: ...

    def get(self, block_id: str) -> Block: ...

    def matches(self, block_id: str) -> tuple[Match, ...]:
        """Returns the matches of a block by place."""

    def open_lineups(self, ladder_id: str) -> tuple[tuple[str, ...], ...]:
        """Returns the lineups of the blocks that are open."""

    def ripe(self, limit: int) -> tuple[str, ...]:
        """Returns open blocks all of whose matches are final, oldest first."""

    def close(self, block_id: str, state: BlockState, now: datetime, sequence: int | None) -> None:
        """Moves an open block to a final state."""

    def rated(self, ladder_id: str) -> Iterable[tuple[Block, tuple[Match, ...]]]:
        """Yields every rated block with its matches, in the order of rating."""

    def in_tournament(self, tournament_id: str) -> tuple[Block, ...]:
        """Returns the blocks of a tournament by round and table; of one table, oldest first."""

    def matches_of(self, block_ids: Collection[str]) -> Mapping[str, tuple[Match, ...]]:
        """Returns the matches of these blocks, by place."""


class UnitOfWork(AbstractContextManager["UnitOfWork"], Protocol):
    """One transaction: leave it in peace and it is committed, by an exception and it is not."""

    def freeze(self) -> None:
        """Has all reads see the same moment, whatever others write meanwhile.

        To be called first; such a unit of work writes nothing.
        """

    authors: Authors
    bots: Bots
    submissions: Submissions
    ladders: Ladders
    blocks: Blocks
    matches: Matches
    tournaments: Tournaments
    hosted: HostedSubmissions
    conducts: Conducts
    acts: Acts
    estimates: KeptEstimates
    comparisons: Comparisons


OpenUnit = Callable[[], UnitOfWork]
"""Opens a unit of work; what it does is seen by others when its `with` ends without exception."""
