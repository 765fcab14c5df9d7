"""Who plays: people and engines chosen at the terminal, and seated at the board."""

from dataclasses import replace

from palamedes.core.game import Game
from palamedes.core.language import N_, _
from palamedes.players import needs_tables
from palamedes.ui.sentences import level_name
from palamedes.ui.session import HUMAN, Seats, take_seat
from palamedes.ui.settings import load_settings, save_settings
from palamedes.ui.terminal.choose import choose, list_options, number_typed
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.solution import solve_first

Specs = tuple[str, str]  # who plays, as `take_seat` understands it
USUAL_LEVEL = "medium"
ENGINE = ""  # in the ways to play: to be chosen
WAYS: tuple[tuple[str, Specs], ...] = (
    (N_("You against an engine, you begin"), (HUMAN, ENGINE)),
    (N_("You against an engine, the engine begins"), (ENGINE, HUMAN)),
    (N_("Two people"), (HUMAN, HUMAN)),
    (N_("Engine against engine"), (ENGINE, ENGINE)),
)


def choose_players(console: Terminal, game: Game) -> Specs | None:
    """Who plays a game; None if the player goes back, or does not want to wait for tables."""
    before = load_settings()
    last = (before.first, before.second)
    kinds = [[spec == HUMAN for spec in specs] for _title, specs in WAYS]
    usual = kinds.index([spec == HUMAN for spec in last]) if all(last) else 0
    way = choose(console, _("Who plays?"), [_(title) for title, _specs in WAYS], usual)
    if way is None:
        return None
    chosen = []
    for player, spec in enumerate(WAYS[way][1]):
        if spec == ENGINE:
            spec = _choose_level(console, game, player, last)
            if needs_tables(game, spec) and not _solves(console, game, spec):
                return None
        chosen.append(spec)
    return chosen[0], chosen[1]


def _choose_level(console: Terminal, game: Game, player: int, last: Specs) -> str:
    """The level of a player, or another engine as it is typed."""
    levels = list(game.levels)
    title = _("Which level for player {number}?").format(number=player + 1)
    list_options(console, title, [level_name(level) for level in levels])
    usual = next((spec for spec in (last[player], *last) if spec in levels), USUAL_LEVEL)
    usual = usual if usual in levels else levels[0]
    prompt = _("Number, or such as alphabeta:depth=6; Enter for {level}: ")
    typed = console.ask(prompt.format(level=level_name(usual))) or usual
    number = number_typed(typed, len(levels))
    return typed if number is None else levels[number]


def _solves(console: Terminal, game: Game, spec: str) -> bool:
    """Offer to make the tables that a player needs."""
    question = _("{player} needs tables, which are not there yet. Solve the game now?")
    if not console.confirms(question.format(player=level_name(spec))):
        return False
    solve_first(game, console)
    return True


def remember(game: Game, specs: Specs) -> None:
    """Offer the same again the next time."""
    settings = replace(load_settings(), game=game.id, first=specs[0], second=specs[1])
    save_settings(settings)


def seat(console: Terminal, game: Game, specs: Specs, seed: int = 0) -> Seats:
    """Those who are named so, with the tables that they need."""
    if any(needs_tables(game, spec) for spec in specs if spec not in ("", HUMAN)):
        solve_first(game, console)
    first, second = (take_seat(game, spec, seed + place) for place, spec in enumerate(specs))
    return first, second
