"""What bots of these tests are told: the fields that the tests look at."""

from arena.match.outcome import Outcome
from arena.match.players import Faulted, Heard, Prompt, Table
from arena.wire.durations import duration
from botarena.v1 import play_service_pb2 as pb


class Messages:
    """Implements `PlayMessages`."""

    def seated(self, table: Table) -> bytes:
        seated = pb.Seated(
            match_id=table.match_id,
            attempt=table.attempt,
            since_attempt=table.since_attempt,
            resumed=table.resumed,
            seat=table.seat,
        )
        return pb.PlayResponse(seated=seated).SerializeToString()

    def prompt(self, match_id: str, attempt: int, prompt: Prompt) -> bytes:
        asked = pb.Prompt(
            match_id=match_id,
            attempt=attempt,
            ply=prompt.ply,
            legal_actions=prompt.legal_actions,
            time_left=duration(prompt.limit_ms),
            bank_left=duration(prompt.bank_ms),
        )
        return pb.PlayResponse(prompt=asked).SerializeToString()

    def faulted(self, match_id: str, notice: Faulted) -> bytes:
        faulted = pb.Faulted(match_id=match_id, ply=notice.ply, action=notice.action)
        return pb.PlayResponse(faulted=faulted).SerializeToString()

    def finished(self, match_id: str, outcome: Outcome | None, heard: tuple[Heard, ...]) -> bytes:
        finished = pb.Finished(match_id=match_id)
        if outcome is not None:
            finished.outcome.scores.extend(outcome.scores)
        return pb.PlayResponse(finished=finished).SerializeToString()
