"""Questions with numbered answers."""

from collections.abc import Callable, Sequence
from textwrap import fill
from typing import TypeVar

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Family, Game
from palamedes.core.language import _
from palamedes.games import find_game
from palamedes.ui.settings import load_settings
from palamedes.ui.terminal.console import Terminal

BACK = "0"
INDENT = 5 * " "  # of an option's second line
Answer = TypeVar("Answer")


def ask_until_valid(console: Terminal, prompt: str, read: Callable[[str], Answer]) -> Answer:
    """What `read` makes of the answer; a PalamedesError of `read` is shown, and asked again."""
    while True:
        try:
            return read(console.ask(prompt))
        except PalamedesError as error:
            console.say(str(error))


def choose(
    console: Terminal,
    question: str,
    options: Sequence[str],
    default: int | None = None,
    back: bool = True,
) -> int | None:
    """Ask for one of the options; its index, or None if the player goes back.

    Enter alone takes the option `default` or, if that is None, goes back.
    """
    list_options(console, question, options, back and default is not None)
    prompt = _("Number: ")
    if default is not None:
        prompt = _("Number (Enter for {number}): ").format(number=default + 1)
    return _ask_number(console, prompt, len(options), default, back)


def _ask_number(
    console: Terminal, prompt: str, options: int, default: int | None, back: bool
) -> int | None:
    while typed := console.ask(prompt):
        number = number_typed(typed, options)
        if number is not None or (back and typed == BACK):
            return number
        console.say(_("Choose a number from 1 to {last}.").format(last=options))
    return default


def list_options(
    console: Terminal, question: str, options: Sequence[str], back: bool = False
) -> None:
    """Print a numbered line for each option and, with `back`, one to go back."""
    console.say(question)
    for number, option in enumerate(options, start=1):
        line = f"{number:3}. {option}"
        console.say(fill(line, console.width, subsequent_indent=INDENT))
    if back:
        title = _("Go back")
        console.say(f"{BACK:>3}. {title}")


def number_typed(typed: str, options: int) -> int | None:
    """The index of the option whose number was typed, None if it is not a valid number."""
    numbers = [str(number) for number in range(1, options + 1)]
    return numbers.index(typed) if typed in numbers else None


def choose_game(console: Terminal, games: Sequence[Family]) -> Game | None:
    """Ask for a game and its variant; None if the player goes back. Enter takes the last game."""
    last, titles = last_game(games), [_(family.title) for family in games]
    prompt = _("Number: ")
    if last is not None:
        prompt = _("Number (Enter for {game}): ").format(game=_(last.title))
    while True:
        list_options(console, _("Which game?"), titles, back=last is not None)
        number = _ask_number(console, prompt, len(games), default=len(games), back=True)
        if number == len(games):
            return last
        if number is None:
            return None
        if (game := _choose_variant(console, games[number])) is not None:
            return game


def last_game(games: Sequence[Family]) -> Game | None:
    """The game played last, None if it is not among `games`."""
    try:
        game = find_game(load_settings().game)
    except PalamedesError:
        return None
    return game if game.name in [family.name for family in games] else None


def _choose_variant(console: Terminal, family: Family) -> Game | None:
    """Ask for a variant, by its number in the list or by name; None to go back."""
    if len(family.variants) == 1:
        return family.make(family.variants[0])
    names = [_(family.make(variant).title) for variant in family.variants]
    list_options(console, _("Which variant?"), names, back=True)

    def read(typed: str) -> Game | None:
        number = number_typed(typed or "1", len(names))
        if number is None and typed.lower() in map(str.lower, names):
            number = [name.lower() for name in names].index(typed.lower())
        variant = typed if number is None else family.variants[number]
        return None if typed == BACK else family.make(variant.lower().replace(" ", ""))

    return ask_until_valid(console, _("Number or name (Enter for the first): "), read)
