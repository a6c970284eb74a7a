"""How the machine that runs a bot shows a gateway that it is alive, while the bot is silent.

Without it a gateway could not tell a bot that thinks from a machine that stands still.
"""

from botarena.v1 import play_service_pb2 as pb

ALIVE = pb.PlayRequest(heartbeat=pb.Heartbeat(number=0, echo=True)).SerializeToString()
"""An echo of no heartbeat: theirs count from 1."""
ALIVE_S = 0.1
"""It is sent so often as long as the bot owes an answer."""
SHOWS = ("arena-host", "shows-that-it-lives")
"""Metadata of a machine that does so; those of older versions do not, and are not watched."""


class Debts:
    """What a bot owes an answer to.

    A debt that was paid in the eyes of the gateway may still stand here, never the other way round:
    otherwise a bot could stop its clock.
    """

    def __init__(self) -> None:
        self._seats: set[tuple[str, int]] = set()
        """Match and attempt of the seats that it has not taken yet."""
        self._prompts: dict[str, pb.Prompt] = {}
        """What it is asked, by match."""
        self._beat = 0
        """The newest heartbeat that it has not echoed; 0 if there is none."""

    def __bool__(self) -> bool:
        return bool(self._seats or self._prompts or self._beat)

    def heard(self, response: pb.PlayResponse) -> None:
        """Takes what the bot is told."""
        match response.WhichOneof("message"):
            case "seated":
                self._seats.add((response.seated.match_id, response.seated.attempt))
            case "prompt":
                self._prompts[response.prompt.match_id] = response.prompt
            case "finished":
                match_id = response.finished.match_id
                self._prompts.pop(match_id, None)
                self._seats = {seat for seat in self._seats if seat[0] != match_id}
            case "heartbeat" if not response.heartbeat.echo:
                self._beat = response.heartbeat.number

    def said(self, request: pb.PlayRequest) -> None:
        """Takes what the bot says."""
        match request.WhichOneof("message"):
            case "acknowledge":
                taken = request.acknowledge
                self._seats.discard((taken.match_id, taken.attempt))
            case "choice":
                self._answered(request.choice)
            case "failure":
                self._answered(request.failure)
            case "heartbeat" if request.heartbeat.echo and request.heartbeat.number == self._beat:
                self._beat = 0

    def _answered(self, answer: pb.Choice | pb.Failure) -> None:
        prompt = self._prompts.get(answer.match_id)
        if prompt and prompt.ply == answer.ply and answer.attempt in (0, prompt.attempt):
            del self._prompts[answer.match_id]
