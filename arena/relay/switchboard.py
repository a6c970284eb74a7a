"""What a player needs of its relay."""

from typing import Protocol

from arena.relay.directory import Entry
from arena.relay.frames import Order


class Switchboard(Protocol):
    """Connects a player with the sessions of its bot."""

    @property
    def connected(self) -> bool:
        """Whether there is a way to the gateways now."""

    @property
    def excused_until(self) -> float:
        """Until when a bot may be away without having left: it had no gateway to be at."""

    def order(self, entry: Entry, order: Order) -> None:
        """Sends an order to a session."""

    def keep(self, submission_id: str, ending: bytes) -> None:
        """Keeps how a match ended until its bot has surely been told."""

    def poke(self) -> None:
        """Looks everybody up in the directory now."""

    def forget(self, player: int) -> None: ...
