"""A score that knows whose it is."""

from dataclasses import dataclass
from functools import total_ordering

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.core.probe import Truth
from palamedes.search import score as scores

DIGITS = 6  # of expected points: with fewer than a float has, turning a score round loses nothing


@total_ordering
@dataclass(frozen=True)
class Score:
    """What a position or a move is worth to a player.

    >>> import palamedes
    >>> position = palamedes.parse("morpion", "3/OO1/XX1 X")
    >>> score = palamedes.analyse(position, depth=5).score
    >>> print(score, score.win_in, score.points)
    win in 1 ply 1 1.0
    >>> print(-score)
    loss in 1 ply

    Scores are ordered from the quickest loss to the quickest win. They can be compared only if
    they are seen by the same player: `seen_by` turns one round.

    player: whose view it is, 0 or 1.
    points: the expected points, from 0 for a loss to 1 for a win.
    is_exact: known from a solved table or a search to the end, not estimated.
    """

    _value: int  # search/score.py
    player: int
    points: float
    is_exact: bool

    @classmethod
    def of(cls, game: Game, value: int, player: int, is_exact: bool = False) -> "Score":
        """The score that a search gives for a player.

        A win in n plies is 1,000,000 - n, a loss in n plies n - 1,000,000. Estimates lie strictly
        within 999,000 of 0, which is a draw or an even position.
        """
        is_proven = is_exact or abs(value) >= scores.ESTIMATE
        return cls(value, player, round(scores.chance(value, game.scale), DIGITS), is_proven)

    @classmethod
    def of_end(cls, position: Position, outcome: int, plies: int = 0) -> "Score":
        """The exact score for the player to move if the game ends like this in some plies."""
        value = scores.truth_score(Truth(outcome, plies))
        return cls.of(position.game, value, position.turn, is_exact=True)

    @property
    def win_in(self) -> int | None:
        """The plies in which the player wins, None if that is not proven or not known."""
        return scores.plies_to_win(self._value)

    @property
    def loss_in(self) -> int | None:
        """The plies in which the player loses, None if that is not proven or not known."""
        return scores.plies_to_loss(self._value)

    @property
    def is_draw(self) -> bool:
        """Whether the game is a proven draw."""
        return self.is_exact and self._value == 0

    @property
    def estimate(self) -> int | None:
        """The engine's estimate in its own units, None if the score is exact."""
        return None if self.is_exact else self._value

    def to_document(self) -> dict[str, int | bool | None]:
        """The score as JSON; proven wins and losses are given in plies."""
        return {
            "score": self._value,
            "win_in": self.win_in,
            "loss_in": self.loss_in,
            "draw": self.is_draw,
        }

    def seen_by(self, player: int) -> "Score":
        """The same score from the view of a player, 0 or 1."""
        if player not in (0, 1):
            raise PalamedesError(_("a player is 0 or 1, not {player!r}").format(player=player))
        return self if player == self.player else -self

    def __neg__(self) -> "Score":
        """The same score from the view of the other player."""
        points = round(1 - self.points, DIGITS)
        return Score(-self._value, 1 - self.player, points, self.is_exact)

    def __lt__(self, other: "Score") -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        if self.player != other.player:
            raise PalamedesError(
                _("these scores are seen by different players: use score.seen_by(player)")
            )
        return (self._value, self.is_exact) < (other._value, other.is_exact)

    def __str__(self) -> str:
        return scores.score_text(self._value, self.is_exact)

    def __repr__(self) -> str:
        return f"<Score {self} for player {self.player + 1}>"
