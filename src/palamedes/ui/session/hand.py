"""The spots that a person has touched so far for one move."""

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.position import Position


class Hand:
    """A move being made. One rule holds for all games: a spot fits if a legal move continues so."""

    def __init__(self) -> None:
        self.path: tuple[str, ...] = ()

    def touch(self, position: Position, spot: str) -> int | None:
        """Touch a spot; returns the code of the move once it is complete, else None.

        A spot that does not fit begins another move if possible, but never makes one: a stray
        touch must not cost a mill. Touching the last spot again starts over. Raises
        PalamedesError, without a change, if the spot cannot be touched.
        """
        if spot in position.next_spots(self.path):
            self.path = (*self.path, spot)
        elif self.path[-1:] == (spot,):
            self.path = ()
        elif spot in position.next_spots() and (spot,) not in position.touches:
            self.path = (spot,)
        else:
            raise PalamedesError(position.objection(self.path, spot) or _("You can't play there."))
        return position.touches.get(self.path)

    def let_go(self) -> None:
        self.path = ()
