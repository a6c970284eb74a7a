"""What the arena tells a bot: `PlayResponse` and the values of `arena.match.players`."""

from collections.abc import Iterable

from arena.match.outcome import Outcome
from arena.match.players import Faulted, Heard, Prompt, Table
from arena.wire.durations import duration, milliseconds
from arena.wire.match import (
    FAULTS,
    clock_from,
    clock_message,
    fault_from,
    game_message,
    outcome_from,
    outcome_message,
)
from arena.wire.observations import observation_from, observation_message
from arena.wire.structs import options_from
from botarena.v1 import play_service_pb2 as pb


class PlayEncoder:
    """Writes what bots are told, each as the bytes of one `PlayResponse`."""

    def seated(self, table: Table) -> bytes:
        return seated_message(table).SerializeToString()

    def prompt(self, match_id: str, attempt: int, prompt: Prompt) -> bytes:
        return prompt_message(match_id, attempt, prompt).SerializeToString()

    def faulted(self, match_id: str, notice: Faulted) -> bytes:
        return faulted_message(match_id, notice).SerializeToString()

    def finished(self, match_id: str, outcome: Outcome | None, heard: tuple[Heard, ...]) -> bytes:
        return finished_message(match_id, outcome, heard).SerializeToString()


def seated_message(table: Table) -> pb.PlayResponse:
    return pb.PlayResponse(
        seated=pb.Seated(
            match_id=table.match_id,
            attempt=table.attempt,
            resumed=table.resumed,
            game=game_message(table.game, table.version, table.options),
            seat=table.seat,
            seat_count=table.seats,
            clock=clock_message(table.clock),
            faults_allowed=table.faults_allowed,
            commitment=table.commitment,
            since_attempt=table.since_attempt,
        )
    )


def table_from(message: pb.Seated) -> Table:
    return Table(
        message.match_id,
        message.attempt,
        message.since_attempt or (1 if message.resumed else message.attempt),
        message.game.name,
        message.game.version,
        options_from(message.game.options),
        message.seat,
        message.seat_count,
        clock_from(message.clock),
        message.faults_allowed,
        message.commitment,
    )


def prompt_message(match_id: str, attempt: int, prompt: Prompt) -> pb.PlayResponse:
    """Is made once for every decision of every seat, so it is kept quick."""
    response = pb.PlayResponse()
    message = response.prompt
    message.match_id = match_id
    message.attempt = attempt
    message.ply = prompt.ply
    message.observation.CopyFrom(observation_message(prompt.observation))
    message.legal_actions.extend(prompt.legal_actions)
    message.time_left.CopyFrom(duration(prompt.limit_ms))
    message.bank_left.CopyFrom(duration(prompt.bank_ms))
    message.faults_left = prompt.faults_left
    message.last_elapsed.CopyFrom(duration(prompt.last_elapsed_ms))
    for heard in prompt.heard:
        message.heard.add(ply=heard.ply, seat=heard.seat, action=heard.action)
    return response


def prompt_from(message: pb.Prompt, observation_kind: type | None = None) -> Prompt:
    """Reads the observation as `observation_from` does."""
    return Prompt(
        message.ply,
        observation_from(message.observation, observation_kind),
        tuple(message.legal_actions),
        milliseconds(message.time_left),
        milliseconds(message.bank_left),
        message.faults_left,
        heard_from(message.heard),
        milliseconds(message.last_elapsed),
    )


def heard_from(messages: Iterable[pb.Heard]) -> tuple[Heard, ...]:
    return tuple([Heard(m.ply, m.seat, m.action) for m in messages])


def faulted_message(match_id: str, notice: Faulted) -> pb.PlayResponse:
    return pb.PlayResponse(
        faulted=pb.Faulted(
            match_id=match_id,
            ply=notice.ply,
            fault=FAULTS[notice.fault],
            action=notice.action,
            faults_left=notice.faults_left,
        )
    )


def faulted_from(message: pb.Faulted) -> Faulted:
    return Faulted(message.ply, fault_from(message.fault), message.action, message.faults_left)


def finished_message(
    match_id: str, outcome: Outcome | None, heard: Iterable[Heard] = ()
) -> pb.PlayResponse:
    """Takes `None` for the outcome of a match that the arena gave up."""
    finished = pb.Finished(
        match_id=match_id, heard=[pb.Heard(ply=h.ply, seat=h.seat, action=h.action) for h in heard]
    )
    if outcome is not None:
        finished.outcome.CopyFrom(outcome_message(outcome))
    return pb.PlayResponse(finished=finished)


def finished_from(message: pb.Finished) -> tuple[Outcome | None, tuple[Heard, ...]]:
    outcome = outcome_from(message.outcome) if message.HasField("outcome") else None
    return outcome, heard_from(message.heard)
