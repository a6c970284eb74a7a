"""The unit of work: all adapters over one transaction."""

from types import TracebackType
from typing import Self

from arena.service.act_storage import Acts
from arena.service.comparison_storage import Comparisons
from arena.service.conduct_storage import Conducts
from arena.service.estimate_storage import KeptEstimates
from arena.service.hosting_storage import HostedSubmissions
from arena.service.match_storage import Matches
from arena.service.ports import Authors, Blocks, Bots, Ladders, Submissions, UnitOfWork
from arena.service.tournament_storage import Tournaments
from arena.storage.acts import SqlActs
from arena.storage.authors import SqlAuthors
from arena.storage.blocks import SqlBlocks
from arena.storage.bots import SqlBots
from arena.storage.comparisons import SqlComparisons
from arena.storage.conducts import SqlConducts
from arena.storage.estimates import SqlKeptEstimates
from arena.storage.hosted import SqlHostedSubmissions
from arena.storage.ladders import SqlLadders
from arena.storage.matches import SqlMatches
from arena.storage.submissions import SqlSubmissions
from arena.storage.tournaments import SqlTournaments
from arena.storage.transaction import Source, Transaction


class SqlUnitOfWork(UnitOfWork):
    """One transaction; good for one `with`, in one thread."""

    def __init__(self, source: Source) -> None:
        self._transaction = transaction = Transaction(source)
        self.authors: Authors = SqlAuthors(transaction)
        self.bots: Bots = SqlBots(transaction)
        self.submissions: Submissions = SqlSubmissions(transaction)
        self.ladders: Ladders = SqlLadders(transaction)
        self.blocks: Blocks = SqlBlocks(transaction)
        self.matches: Matches = SqlMatches(transaction)
        self.tournaments: Tournaments = SqlTournaments(transaction)
        self.hosted: HostedSubmissions = SqlHostedSubmissions(transaction)
        self.acts: Acts = SqlActs(transaction)
        self.conducts: Conducts = SqlConducts(transaction)
        self.comparisons: Comparisons = SqlComparisons(transaction)
        self.estimates: KeptEstimates = SqlKeptEstimates(transaction)

    def freeze(self) -> None:
        self._transaction.freeze()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if error is None:
                self._transaction.commit()
        finally:
            self._transaction.close()
