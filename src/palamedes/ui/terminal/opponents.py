"""The players of a game: chosen at the terminal, and given the tables that they need."""

from collections.abc import Iterator

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.players import is_bot, is_program, needs_tables
from palamedes.ui.session import HUMAN, Seats, seats_of
from palamedes.ui.session.choosing_players import SIDES, Specs, seats_for, usual_level
from palamedes.ui.settings import load_settings
from palamedes.ui.terminal.choices import choose, list_options, number_typed
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.solution import solve_first
from palamedes.ui.texts.games import level_name, player_name


def choose_players(console: Terminal, game: Game) -> Specs | None:
    """Ask who plays; None if the user goes back, or does not want to build needed tables."""
    before = load_settings()
    last = (before.first, before.second)
    sides = [people for _title, people in SIDES]
    default = sides.index((last[0] == HUMAN, last[1] == HUMAN)) if all(last) else 0
    side = choose(console, _("Who plays?"), [_(title) for title, _people in SIDES], default)
    if side is None:
        return None
    chosen = [HUMAN, HUMAN]
    for player in (player for player in (0, 1) if not sides[side][player]):
        spec = chosen[player] = _choose_level(console, game, player, last)
        if needs_tables(game, spec) and not _offer_to_solve(console, game, spec):
            return None
    return chosen[0], chosen[1]


def _choose_level(console: Terminal, game: Game, player: int, last: Specs) -> str:
    """Ask for the level of a player, or for an engine by its spec."""
    levels = list(game.levels)
    title = _("Which level for player {number}?").format(number=player + 1)
    list_options(console, title, [level_name(level) for level in levels])
    default = next((spec for spec in (last[player], *last) if spec in levels), usual_level(game))
    prompt = _("Number, or an engine such as alphabeta:depth=6 (Enter for {level}): ")
    typed = console.ask(prompt.format(level=level_name(default))) or default
    number = number_typed(typed, len(levels))
    return typed if number is None else levels[number]


def _offer_to_solve(console: Terminal, game: Game, spec: str) -> bool:
    """Offer to build the tables that a player needs; whether they are built."""
    question = _("{player}: the game must be solved first. Solve it now?")
    if not console.confirms(question.format(player=level_name(spec))):
        return False
    solve_first(game, console)
    return True


def make_seats(console: Terminal, game: Game, specs: Specs, seed: int = 0) -> Seats:
    """The seats of the players with these specs; tables that they need are built first."""
    if any(needs_tables(game, spec) for spec in specs if spec not in ("", HUMAN)):
        solve_first(game, console)
    return seats_for(game, specs, seed)


def seats_of_record(console: Terminal, match: Match) -> Seats:
    """The seats for a match from a file: the engines it names, and people for all others.

    Offers to build the tables that an engine needs, and says which players cannot play here.
    """
    waiting = next(_without_tables(match), None)
    if waiting is not None:
        _offer_to_solve(console, match.game, match.players[waiting])
    seats = seats_of(match)
    for player in sorted({*_without_tables(match), *_programs(match)}):
        text = _("{player} cannot play here: a human plays instead.")
        console.say(text.format(player=player_name(match.players, player)))
    return seats


def _without_tables(match: Match) -> Iterator[int]:
    """The players of a match who need tables that are not built."""
    for player, name in enumerate(match.players):
        try:
            if needs_tables(match.game, name):
                yield player
        except PalamedesError:
            continue  # the name of a person


def _programs(match: Match) -> Iterator[int]:
    """The players of a match that are external programs, which a file must not start."""
    for player, name in enumerate(match.players):
        if is_program(name) or is_bot(name):
            yield player
