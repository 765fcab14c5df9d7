"""Rules about history, repetition and limits: the business of a match, not of a position."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Reason = Literal[
    "normal",
    "repetition",
    "limit",
    "resignation",
    "agreement",
    "timeout",
    "illegal move",
    "crash",
    "disqualified",
]


class Result(NamedTuple):
    """How a game ended."""

    winner: int | None  # 0 or 1; None is a draw
    reason: Reason = "normal"


@dataclass(frozen=True)
class HistoryRules:
    """When history ends a game. 0 means never.

    repetition: the same position with the same player to move, for this many times.
    quiet: this many plies without progress (`State.progress`).
    plies: this many plies altogether.
    points: a game ended so goes to the player who leads (`State.lead`); otherwise it is a draw.
    """

    repetition: int = 0
    quiet: int = 0
    plies: int = 0
    points: bool = False
