"""A hand over the board: the spots it has touched so far for one move."""

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.position import Position


class Hand:
    """A move being made, by one rule for all games: a spot fits if some legal move goes on so."""

    def __init__(self) -> None:
        self.path: tuple[str, ...] = ()

    def touch(self, position: Position, spot: str) -> int | None:
        """Go on with a spot: the move, once it is complete.

        A spot that does not fit begins another move if it can. The one touched last, touched
        again, is let go. PalamedesError, and no change, if nothing can be done there.
        """
        if spot in position.next_spots(self.path):
            self.path = (*self.path, spot)
        elif self.path[-1:] == (spot,):
            self.path = ()
        elif spot in position.next_spots():
            self.path = (spot,)
        else:
            raise PalamedesError(_("You can't play there."))
        return position.touches.get(self.path)

    def let_go(self) -> None:
        self.path = ()
