"""Why a command cannot be carried out."""


class Refusal(Exception):
    """What to print, and the exit code: 2 bad arguments, 3 no such record, 4 refused."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code
