"""Games to be played: what was chosen, and the session that comes of it."""

from contextlib import suppress
from dataclasses import dataclass
from random import randrange

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.games import GAMES, find_game
from palamedes.players import is_program, make_player, needs_tables
from palamedes.ui.session import HUMAN, Autosave, Session, TimeControl, Unfinished, seats_of
from palamedes.ui.session.choosing import USUAL_LEVEL, seats_for
from palamedes.ui.settings import Settings


@dataclass(frozen=True)
class NewGameChoice:
    """A game that somebody wants to play."""

    game: Game
    first: str = HUMAN
    second: str = HUMAN
    control: TimeControl | None = None

    @property
    def specs(self) -> tuple[str, str]:
        return self.first, self.second

    @property
    def is_proven(self) -> bool:
        """Whether all players are ours, and so known to be able to play."""
        return not any(is_program(spec) for spec in self.specs)

    @property
    def needs_solving(self) -> bool:
        """Whether a player is to know all, and the tables for it are not there."""
        return any(needs_tables(self.game, spec) for spec in self.specs if spec != HUMAN)


def first_choice(
    name: str | None, first: str | None, second: str | None, kept: Settings
) -> NewGameChoice:
    """What to begin with: what the command line says, else what was played last."""
    game = find_game(name) if name else _last_game(kept)
    if first or second:
        asked = NewGameChoice(game, first or HUMAN, second or HUMAN)
        for spec in asked.specs:
            check_player(game, spec)
        return asked
    with suppress(PalamedesError):
        for spec in (kept.first, kept.second):
            check_player(game, spec or HUMAN)
        if kept.first or kept.second:
            return NewGameChoice(game, kept.first or HUMAN, kept.second or HUMAN)
    return NewGameChoice(game, HUMAN, USUAL_LEVEL if USUAL_LEVEL in game.levels else HUMAN)


def check_player(game: Game, spec: str) -> None:
    """PalamedesError if nobody can play who is called so."""
    if spec == HUMAN or is_program(spec) or needs_tables(game, spec):
        return
    make_player(game, spec).close()


def _last_game(kept: Settings) -> Game:
    with suppress(PalamedesError):
        return find_game(kept.game)
    return GAMES[0].make("")


def begin(choice: NewGameChoice) -> Session:
    """Sit down to a new game; PalamedesError if a player cannot be had."""
    seats = seats_for(choice.game, choice.specs, randrange(1 << 30))
    return Session(Match.of(choice.game), seats, choice.control, _new_autosave())


def resume(left: Unfinished) -> Session:
    """Go on with a game that was left behind."""
    autosave = Autosave(left.path)
    try:
        seats = seats_for(left.match.game, left.specs, randrange(1 << 30))
        return Session(left.match, seats, left.control, autosave)
    except BaseException:
        autosave.close(keep=True)
        raise


def sit_down(match: Match) -> Session:
    """Go on with a match from a file."""
    return Session(match, seats_of(match), None, _new_autosave())


def _new_autosave() -> Autosave | None:
    """A file for a session, None where nothing can be written."""
    try:
        return Autosave()
    except PalamedesError:
        return None
