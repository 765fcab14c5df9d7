"""The players of a game: chosen at the terminal, and given the tables that they need."""

from collections.abc import Iterator
from functools import partial

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.players import needs_tables, opens_a_file
from palamedes.solver.building import takes_seconds
from palamedes.ui.session import HUMAN, Seats, seats_of
from palamedes.ui.session.algorithms import (
    ALGORITHMS,
    Algorithm,
    AlgorithmChoice,
    evaluations_of,
)
from palamedes.ui.session.choosing_players import (
    SIDES,
    USUAL_LEVEL,
    OfferedPlayer,
    Specs,
    check_player,
    offered_players,
    seats_for,
)
from palamedes.ui.session.pace import NORMAL, SPEEDS
from palamedes.ui.session.profile import is_adaptive, set_aside_if_damaged
from palamedes.ui.settings import load_settings
from palamedes.ui.terminal.choices import (
    BACK,
    ask_until_valid,
    choose,
    list_options,
    number_typed,
)
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.solution import solve_first
from palamedes.ui.texts.games import level_name, player_name
from palamedes.ui.texts.solving import solving_cost

LONGEST_PAUSE = 60  # seconds between two moves


def choose_players(console: Terminal, game: Game) -> Specs | None:
    """Ask who plays; None if the user goes back. Tables that a player needs are offered."""
    before = load_settings()
    last = (before.first, before.second)
    sides = [people for _title, people in SIDES]
    titles = [_(title) for title, _people in SIDES]
    default = sides.index((last[0] == HUMAN, last[1] == HUMAN)) if all(last) else 0
    while (side := choose(console, _("Who plays?"), titles, default)) is not None:
        chosen = [HUMAN, HUMAN]
        engines = [player for player in (0, 1) if not sides[side][player]]
        for player in engines:
            spec = _choose_engine(console, game, player, last)
            if spec is None:
                break
            chosen[player] = spec
        else:
            return chosen[0], chosen[1]
    return None


def _choose_engine(console: Terminal, game: Game, player: int, last: Specs) -> str | None:
    """Ask for a level, a search or an engine by its spec; None to go back.

    If tables are needed that the user does not want to build, ask again.
    """
    offered, searches = offered_players(game), list(ALGORITHMS)
    levels = [each.spec for each in offered]
    titles = [*map(_line, offered), *map(_search_line, ALGORITHMS.values())]
    known = {*levels, *game.levels}
    default = next((spec for spec in (last[player], *last) if spec in known), USUAL_LEVEL)
    title = _("Which level for player {number}?").format(number=player + 1)
    prompt = _("Number, or an engine such as alphabeta:depth=6 (Enter for {level}): ")

    def read(typed: str) -> str:
        number = number_typed(typed, len(titles))
        spec = typed or default if number is None else [*levels, *searches][number]
        if spec != BACK and spec not in searches:
            check_player(game, spec)
        return spec

    while True:
        list_options(console, title, titles, back=True)
        spec = ask_until_valid(console, prompt.format(level=level_name(default)), read)
        if spec == BACK:
            return None
        if spec in searches:
            spec = _choose_depth(console, game, spec)
        if not needs_tables(game, spec) or _offer_to_solve(console, game, spec):
            return spec


def _line(player: OfferedPlayer) -> str:
    return f"{player.title}. {player.line}" if player.line else player.title


def _search_line(search: Algorithm) -> str:
    if not search.usual_depth:
        return _(search.title)
    return _("{search}, with a depth of your choice").format(search=_(search.title))


def _choose_depth(console: Terminal, game: Game, name: str) -> str:
    """Ask for the depth and the evaluation of a search; the spec of the player."""
    search, depth = ALGORITHMS[name], None
    if search.usual_depth is not None:
        prompt = _("Depth, from 1 to {deepest} (Enter for {depth}): ")
        prompt = prompt.format(deepest=search.deepest, depth=search.usual_depth)
        depth = ask_until_valid(console, prompt, partial(_read_depth, search))
    names = evaluations_of(game)
    number = 0
    if len(names) > 1:
        number = choose(console, _("Which evaluation?"), names, default=0, back=False) or 0
    return AlgorithmChoice(name, depth, names[number]).spec


def _read_depth(search: Algorithm, typed: str) -> int:
    depth = typed or str(search.usual_depth)
    if not depth.isdecimal() or not 1 <= int(depth) <= search.deepest:
        complaint = _("Choose a number from 1 to {last}.")
        raise PalamedesError(complaint.format(last=search.deepest))
    return int(depth)


def choose_pause(console: Terminal) -> float:
    """Ask for the seconds between the moves of two engines."""
    usual = SPEEDS[NORMAL]
    prompt = _("Seconds between two moves (Enter for {seconds:g}): ").format(seconds=usual)
    return ask_until_valid(console, prompt, lambda typed: read_pause(typed or f"{usual:g}"))


def read_pause(typed: str) -> float:
    """A number of seconds; raises PalamedesError if it is not valid."""
    try:
        seconds = float(typed.replace(",", "."))
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_PAUSE:
        complaint = _("{text!r} is not a number of seconds from 0 to {most}.")
        raise PalamedesError(complaint.format(text=typed[:40], most=LONGEST_PAUSE))
    return seconds


def _offer_to_solve(console: Terminal, game: Game, spec: str) -> bool:
    """Build the tables that a player needs, if it takes long only if wanted; whether they are."""
    question = _("{player}: the game must be solved first ({cost}). Solve it now?")
    question = question.format(player=level_name(spec), cost=solving_cost(game))
    if not takes_seconds(game) and not console.confirms(question):
        return False
    solve_first(game, console)
    return True


def make_seats(console: Terminal, game: Game, specs: Specs, seed: int = 0) -> Seats:
    """The seats of the players with these specs; tables that they need are built first."""
    if any(needs_tables(game, spec) for spec in specs if spec not in ("", HUMAN)):
        solve_first(game, console)
    if any(is_adaptive(spec) for spec in specs) and (damage := set_aside_if_damaged()):
        console.say(damage)
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
    """The players of a match that are programs or files, which a record must not open."""
    for player, name in enumerate(match.players):
        if opens_a_file(name):
            yield player
