"""The queue that the use cases need; `workers` supplies it."""

from typing import Protocol


class Queue(Protocol):
    """Where ids wait for a worker. A hint: what is lost here is found again by the sweep."""

    def play(self, match_id: str, *, urgent: bool = False) -> None:
        """Raises `Unavailable` within a few seconds if the queue is down.

        What is urgent comes before what is not.
        """

    def rate(self, block_id: str) -> None:
        """Raises `Unavailable` within a few seconds if the queue is down."""

    def host(self, submission_id: str) -> None:
        """Raises `Unavailable` within a few seconds if the queue is down."""

    def hosting_waits(self) -> bool:
        """Whether ids wait that were given to `host`, and that no worker has taken.

        Raises `Unavailable` within a few seconds if the queue is down.
        """
