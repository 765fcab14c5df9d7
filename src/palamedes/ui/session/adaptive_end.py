"""The end of a game against the adaptive opponent: how strong it played, and what that tells."""

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.players import adaptive_rating
from palamedes.players.adaptive import after_game, played_strength
from palamedes.players.evidence import points_against_adaptive
from palamedes.ui.session.profile import known, note
from palamedes.ui.session.seats import Seats
from palamedes.ui.texts.games import strength_sentence


class AdaptiveEnds:
    """Follows the games at one screen.

    Which games count is written in `players/evidence.py`. Here a game counts once, with its first
    result: not again if that is taken back, nor if it was over when it was opened.
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
        points = points_against_adaptive(match, person)
        if not self._keep or points is None:
            return sentence
        try:
            note(match.game, after_game(known(match.game).rating, strength, points))
        except PalamedesError as error:
            return f"{sentence} {_not_saved(error)}"
        except OSError as error:
            return f"{sentence} {_not_saved(error.strerror)}"
        return sentence


def _not_saved(reason: object) -> str:
    return _("Your result could not be saved: {reason}.").format(reason=reason)
