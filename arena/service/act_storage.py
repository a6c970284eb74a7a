"""Acts: what operators did, and where it is written down; `storage` supplies it."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Protocol

from arena.service.records import Page


class Channel(Enum):
    """By which way an operator acted."""

    COMMAND = "command"
    GRPC = "grpc"
    WEB = "web"


@dataclass(frozen=True, slots=True)
class Act:
    """One act of an operator."""

    act_id: str
    acted: datetime
    author_id: str
    """Empty where somebody acted from the command line."""
    name: str
    """The operator's name, or the user and the machine of the command."""
    channel: Channel
    what: str
    """The command, the call or the address of the form."""
    details: str
    """What was asked for, as JSON."""
    refused: str = ""
    """Why it was not done; empty if it was."""


class Acts(Protocol):
    """The acts of operators; they are never changed, and never forgotten."""

    def add(self, act: Act) -> None: ...

    def refuse(self, act_id: str, why: str) -> None:
        """Notes that an act was not done."""

    def page(self, size: int, token: str) -> Page[Act]:
        """Returns acts, newest first."""
