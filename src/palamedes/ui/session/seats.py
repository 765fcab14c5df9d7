"""Who sits at the board: people here, players of ours, people elsewhere."""

from dataclasses import dataclass

from palamedes.core.game import Game
from palamedes.players import Player, make_player

HUMAN = "human"


@dataclass(frozen=True)
class Seat:
    """A person, unless there is a `player` who chooses the moves.

    spec: what `take_seat` makes such a seat of again.
    name: what a person is called; nothing is `Player 1` or `Player 2`.
    remote: a person at another screen, whose consent is needed to take moves back.
    """

    spec: str = HUMAN
    name: str = ""
    player: Player | None = None
    remote: bool = False

    @property
    def is_person(self) -> bool:
        return self.player is None

    @property
    def title(self) -> str:
        """What a record calls the one who sits here."""
        return self.name if self.is_person else self.spec


Seats = tuple[Seat, Seat]
PEOPLE: Seats = (Seat(), Seat())


def take_seat(game: Game, spec: str, seed: int = 0) -> Seat:
    """The seat of a person (`human` or nothing) or of a player; PalamedesError if it is none."""
    if spec in ("", HUMAN):
        return Seat()
    return Seat(spec, player=make_player(game, spec, seed))
