"""Rules about history, repetition and limits: they belong to a match, not to a position."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _

Reason = Literal[
    "normal",
    "repetition",
    "limit",
    "resignation",
    "agreement",
    "adjudication",
    "timeout",
    "illegal move",
    "crash",
    "disqualified",
    "abandonment",
]


# The reasons for a win, those that follow from the moves alone, and those for a draw.
WINS: tuple[Reason, ...] = (
    "normal",
    "repetition",
    "limit",
    "resignation",
    "adjudication",
    "timeout",
    "illegal move",
    "crash",
    "disqualified",
    "abandonment",
)
BY_RULE: tuple[Reason, ...] = ("normal", "repetition", "limit")
DRAWS: tuple[Reason, ...] = (
    "normal",
    "repetition",
    "limit",
    "agreement",
    "adjudication",
    "abandonment",
)


class Result(NamedTuple):
    """How a game ended."""

    winner: int | None  # 0 or 1; None is a draw
    reason: Reason = "normal"


@dataclass(frozen=True)
class HistoryRules:
    """When history ends a game. 0 means never.

    repetition: after this many occurrences of a position with the same player to move.
    quiet: after this many plies without progress (`state.progress()`).
    plies: after this many plies in all.
    points: such a game is won by the player who leads (`state.lead()`); otherwise it is a draw.
    """

    repetition: int = 0
    quiet: int = 0
    plies: int = 0
    points: bool = False

    def __post_init__(self) -> None:
        if self.repetition == 1:
            raise PalamedesError(_("the number of repetitions must be 0 or at least 2"))
        if min(self.repetition, self.quiet, self.plies) < 0:
            raise PalamedesError(_("a limit cannot be negative"))
