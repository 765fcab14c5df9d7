"""The two seats of a match: people at this screen, people elsewhere, and players of ours."""

from contextlib import suppress
from dataclasses import dataclass, replace

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.players import Player, make_player, opens_a_file
from palamedes.ui.session.profile import with_rating

HUMAN = "human"


@dataclass(frozen=True)
class Seat:
    """A person, or a `player` who chooses the moves.

    spec: makes the same seat again, with `take_seat`.
    name: if it is empty, a person is called `Player 1` or `Player 2`, and a player by its spec.
    remote: whether the person is at another screen; a takeback then needs their consent.
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
        """The name of the player in a record."""
        return self.name if self.is_person else self.name or self.spec


Seats = tuple[Seat, Seat]
PEOPLE: Seats = (Seat(), Seat())


def take_seat(game: Game, spec: str, seed: int = 0) -> Seat:
    """The seat of a person (`human` or "") or of a player; raises PalamedesError if not valid.

    An adaptive player begins with what is known of the person at this machine.
    """
    if spec in ("", HUMAN):
        return Seat()
    spec = with_rating(game, spec)
    return Seat(spec, player=make_player(game, spec, seed))


def seats_of(match: Match) -> Seats:
    """The seats to continue a match from a file: the engines it names, or else people.

    A file must not be able to start a program.
    """
    first, second = (_known_seat(match.game, name) for name in match.players)
    return first, second


def are_remote(seats: Seats) -> bool:
    """Whether a person plays on another screen."""
    return any(seat.remote for seat in seats)


def close_players(seats: Seats, staying: Seats = PEOPLE) -> None:
    """Close the players at these seats, except those who stay at others."""
    kept = [seat.player for seat in staying]
    for seat in seats:
        if seat.player is not None and seat.player not in kept:
            seat.player.close()


def engine_to_move(match: Match, seats: Seats) -> bool:
    """Whether a person waits while an engine is to move."""
    people = [seat.is_person for seat in seats]
    return any(people) and not people[match.position.turn]


def reader_at(seats: Seats) -> int | None:
    """The player whom texts call "you": the only person at this screen, None if there is no one."""
    here = [player for player in (0, 1) if seats[player].is_person and not seats[player].remote]
    return here[0] if len(here) == 1 else None


def person_at(seats: Seats, turn: int) -> int:
    """The only person, or else the player to move; raises PalamedesError if no person plays."""
    people = [player for player in (0, 1) if seats[player].is_person]
    if not people:
        raise PalamedesError(_("There is no human player in this game."))
    return people[0] if len(people) == 1 else turn


def _known_seat(game: Game, name: str) -> Seat:
    if not opens_a_file(name):
        with suppress(PalamedesError):
            return replace(take_seat(game, name), name="" if name == HUMAN else name)
    return person_named(game, name)


def person_named(game: Game, name: str) -> Seat:
    """A person with a name from a record; in the place of a level, one without a name."""
    return Seat(name="" if name.partition(":")[0] in game.levels else name)
