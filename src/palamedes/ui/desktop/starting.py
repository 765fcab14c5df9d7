"""Starting a session: from a choice, from an unfinished game, from a record."""

from contextlib import suppress
from dataclasses import dataclass
from random import randrange

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.games import GAMES, find_game
from palamedes.players import is_program, needs_tables
from palamedes.ui.session import HUMAN, Autosave, Session, TimeControl, Unfinished, seats_of
from palamedes.ui.session.choosing_players import USUAL_LEVEL, check_player, seats_for
from palamedes.ui.settings import Settings


@dataclass(frozen=True)
class NewGameChoice:
    """A game to play: its players as specs, and its clock."""

    game: Game
    first: str = HUMAN
    second: str = HUMAN
    control: TimeControl | None = None

    @property
    def specs(self) -> tuple[str, str]:
        return self.first, self.second

    @property
    def has_program(self) -> bool:
        """Whether a player is an external program, which might fail to start."""
        return any(is_program(spec) for spec in self.specs)

    @property
    def needs_solving(self) -> bool:
        """Whether a player needs tables that are not built."""
        return any(needs_tables(self.game, spec) for spec in self.specs if spec != HUMAN)


def first_choice(
    name: str | None, first: str | None, second: str | None, settings: Settings
) -> NewGameChoice:
    """The first game: from the command line, else the one played last."""
    game = find_game(name) if name else _last_game(settings)
    if first or second:
        asked = NewGameChoice(game, first or HUMAN, second or HUMAN)
        for spec in asked.specs:
            check_player(game, spec)
        return asked
    with suppress(PalamedesError):
        for spec in (settings.first, settings.second):
            check_player(game, spec or HUMAN)
        if settings.first or settings.second:
            return NewGameChoice(game, settings.first or HUMAN, settings.second or HUMAN)
    return NewGameChoice(game, HUMAN, USUAL_LEVEL)


def _last_game(settings: Settings) -> Game:
    with suppress(PalamedesError):
        return find_game(settings.game)
    return GAMES[0].make("")


def new_session(choice: NewGameChoice) -> Session:
    """A session with a new game; PalamedesError if a player cannot be made."""
    seats = seats_for(choice.game, choice.specs, randrange(1 << 30))
    return Session(Match.of(choice.game), seats, choice.control, _new_autosave())


def resumed_session(game: Unfinished) -> Session:
    """A session that continues an unfinished game."""
    autosave = Autosave(game.path)
    try:
        seats = seats_for(game.match.game, game.specs, randrange(1 << 30))
        return Session(game.match, seats, game.control, autosave)
    except BaseException:
        autosave.close(keep=True)
        raise


def session_of_record(match: Match) -> Session:
    """A session that continues a match from a file."""
    return Session(match, seats_of(match), None, _new_autosave())


def _new_autosave() -> Autosave | None:
    """A file for a session, None if it cannot be written."""
    try:
        return Autosave()
    except PalamedesError:
        return None
