"""How much one author may have the arena keep, run and play."""

from dataclasses import dataclass

from arena.service.errors import WrongState
from arena.service.hosting_records import Holdings


@dataclass(frozen=True, slots=True)
class Quota:
    """What an author's uploads and matches may come to; 0 is any number."""

    versions: int = 0
    """Hosted submissions that are neither retired nor refused."""
    archive_mb: int = 0
    matches: int = 0
    """Matches outside contests that are not over."""

    def check(self, holdings: Holdings, more_bytes: int) -> None:
        """Raises `WrongState`, which names the quota, if one more version is one too many."""
        if self.versions and holdings.versions >= self.versions:
            raise WrongState(
                f"an author may have {self.versions:,} uploaded versions (ARENA_AUTHOR_VERSIONS),"
                f" and you have {holdings.versions:,}: retire those that are to play no more"
            )
        together_bytes = holdings.archive_bytes + more_bytes
        if self.archive_mb and together_bytes > self.archive_mb << 20:
            raise WrongState(
                f"an author's uploads may take {self.archive_mb:,} MB (ARENA_AUTHOR_UPLOAD_MB), and"
                f" with this one yours take {together_bytes / (1 << 20):,.1f} MB: what is retired"
                " or refused is forgotten as old output is, and makes room"
            )

    def check_matches(self, others: int) -> None:
        """Raises `WrongState`, which names the quota, if one more match is one too many."""
        if self.matches and others >= self.matches:
            raise WrongState(
                f"an author may have {self.matches:,} matches outside contests at a time"
                f" (ARENA_AUTHOR_MATCHES), and you have {others:,}: wait until one is over"
            )


UNLIMITED = Quota()
