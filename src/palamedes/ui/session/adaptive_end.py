"""The end of a game against the adaptive opponent: how strong it played, and what that tells."""

from palamedes.core.history_rules import Reason
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players import adaptive_rating
from palamedes.players.adaptive import after_game, played_strength
from palamedes.ui.session.profile import known, note
from palamedes.ui.session.seats import Seats
from palamedes.ui.texts.games import strength_sentence

# The ends that say something about the strength of the players.
TELLING: tuple[Reason, ...] = ("normal", "repetition", "limit", "resignation", "timeout")


class AdaptiveEnds:
    """Follows the games at one screen.

    A game counts once, with its first result: not again if that is taken back, nor if it was over
    when it was opened, nor from a position of somebody's choice, nor after sides were swapped.
    """

    def __init__(self, keep: bool = True) -> None:
        """With `keep`, results are noted in the profile."""
        self._keep = keep
        self._match: Match | None = None  # the one followed now
        self._said: str | None = None  # after its end

    def sentence(self, match: Match, seats: Seats) -> str:
        """After the end, how strong the adaptive opponent played; "" if there is nothing to say.

        To be asked whenever the game is shown. The first time after the end, the result is noted.
        """
        if match is not self._match:
            self._match, self._said = match, None
            match.counts = match.counts and match.result is None
        if match.result is None:
            self._said = None
            return ""
        if self._said is None:
            self._said = self._after_the_end(match, seats)
            match.counts = False
        return self._said

    def _after_the_end(self, match: Match, seats: Seats) -> str:
        """Say how strong the adaptive opponent of the only person played, and note the result."""
        people = [player for player in (0, 1) if seats[player].is_person]
        if len(people) != 1:
            return ""
        (person,) = people
        rating = adaptive_rating(match.game, seats[1 - person].spec)
        strength = None if rating is None else played_strength(match, 1 - person, rating)
        if strength is None:
            return ""
        sentence = strength_sentence(match.game, strength)
        if not self._keep or not _is_telling(match):
            return sentence
        try:
            note(match.game, after_game(known(match.game).rating, strength, _points(match, person)))
        except OSError as error:
            failed = _("Your result could not be saved: {reason}.")
            return f"{sentence} {failed.format(reason=error.strerror)}"
        return sentence


def _is_telling(match: Match) -> bool:
    """Whether the end says something about the players."""
    result = match.result
    is_from_start = match.start == Position.start(match.game)
    return match.counts and is_from_start and result is not None and result.reason in TELLING


def _points(match: Match, person: int) -> float:
    winner = None if match.result is None else match.result.winner
    return 0.5 if winner is None else float(winner == person)
