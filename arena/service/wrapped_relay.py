"""A relay around another one, whose players do something on the way."""

from collections.abc import Callable, Collection, Mapping

from arena.match.outcome import Outcome
from arena.match.players import Answer, Faulted, Heard, Prompt, Table
from arena.service.relay_ports import Presence, Relay, RelayedPlayer

Wrapping = Callable[[RelayedPlayer, str, Table], RelayedPlayer]
"""Makes a player of another one, for a submission at a table."""


class WrappedRelay:
    """Implements `Relay` by another one, and wraps every player of it."""

    def __init__(self, relay: Relay, wrap: Wrapping) -> None:
        self._relay = relay
        self._wrap = wrap

    async def online(self, submission_ids: Collection[str]) -> Mapping[str, Presence]:
        """Implements `Relay.online`."""
        return await self._relay.online(submission_ids)

    def player(self, submission_id: str, table: Table) -> RelayedPlayer:
        """Implements `Relay.player`."""
        return self._wrap(self._relay.player(submission_id, table), submission_id, table)


class WrappedPlayer:
    """Implements `RelayedPlayer` by another one; override what is to do more than pass on."""

    def __init__(self, player: RelayedPlayer) -> None:
        self._player = player

    async def sit(self) -> None:
        """Implements `Player.sit`."""
        await self._player.sit()

    async def choose(self, prompt: Prompt) -> Answer:
        """Implements `Player.choose`."""
        return await self._player.choose(prompt)

    def faulted(self, notice: Faulted) -> None:
        """Implements `Player.faulted`."""
        self._player.faulted(notice)

    def finished(self, outcome: Outcome, heard: tuple[Heard, ...]) -> None:
        """Implements `Player.finished`."""
        self._player.finished(outcome, heard)

    def given_up(self) -> None:
        """Implements `RelayedPlayer.given_up`."""
        self._player.given_up()

    def close(self) -> None:
        """Implements `RelayedPlayer.close`."""
        self._player.close()
