"""Who sits at the board: people here, players of ours, people elsewhere."""

from contextlib import suppress
from dataclasses import dataclass, replace

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.players import Player, is_bot, is_program, make_player

HUMAN = "human"


@dataclass(frozen=True)
class Seat:
    """A person, unless there is a `player` who chooses the moves.

    spec: what `take_seat` makes such a seat of again.
    name: what a person is called; nothing is `Player 1` or `Player 2`, or a player's spec.
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
        return self.name if self.is_person else self.name or self.spec


Seats = tuple[Seat, Seat]
PEOPLE: Seats = (Seat(), Seat())


def take_seat(game: Game, spec: str, seed: int = 0) -> Seat:
    """The seat of a person (`human` or nothing) or of a player; PalamedesError if it is none."""
    if spec in ("", HUMAN):
        return Seat()
    return Seat(spec, player=make_player(game, spec, seed))


def seats_of(match: Match) -> Seats:
    """Who goes on with a match from a file: the engines it names, and people for all others.

    A file cannot make us run a program.
    """
    first, second = (_known_seat(match.game, name) for name in match.players)
    return first, second


def _known_seat(game: Game, name: str) -> Seat:
    if not is_program(name) and not is_bot(name):
        with suppress(PalamedesError):
            return replace(take_seat(game, name), name="" if name == HUMAN else name)
    return Seat(name=name)
