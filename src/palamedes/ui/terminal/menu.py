"""What do you want to do?"""

from collections.abc import Callable, Sequence

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Family, Game
from palamedes.core.language import LANGUAGES, N_, _, set_language
from palamedes.core.match import Match
from palamedes.games import GAMES
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.files import open_record
from palamedes.ui.terminal.play import play
from palamedes.ui.terminal.replay import replay

LANGUAGE_NAMES = {"en": "English", "fr": "Français"}


def menu(console: Terminal, games: Sequence[Family] = GAMES) -> None:
    """Offer everything until the player wants no more."""
    try:
        _Menu(console, games).run()
    except (EOFError, KeyboardInterrupt):
        console.leave(_("Goodbye."))


class _Menu:
    """The questions. Each entry answers False when the player wants to leave everything."""

    def __init__(self, console: Terminal, games: Sequence[Family]) -> None:
        self.console = console
        self.games = games

    def run(self) -> None:
        going_on = True
        while going_on:
            choice = self._choose(
                _("What do you want to do?"), [_(text) for text, _action in ENTRIES]
            )
            if choice is None:
                continue
            try:
                going_on = ENTRIES[choice][1](self)
            except PalamedesError as error:
                self.console.say(str(error))

    def play(self) -> bool:
        game = self._choose_game()
        return game is None or play(Match.of(game), self.console)

    def resume(self) -> bool:
        match, path = open_record(self._ask_file())
        return play(match, self.console, path)

    def review(self) -> bool:
        match, _path = open_record(self._ask_file())
        return replay(match, self.console)

    def rules(self) -> bool:
        game = self._choose_game()
        if game is not None:
            self.console.tell(_(game.rules))
        return True

    def speak(self) -> bool:
        choice = self._choose(_("Which language?"), [LANGUAGE_NAMES[code] for code in LANGUAGES])
        if choice is not None:
            set_language(LANGUAGES[choice])
        return True

    def quit(self) -> bool:
        return False

    def _choose_game(self) -> Game | None:
        titles = [_(family.title) for family in self.games]
        choice = self._choose(_("Which game?"), titles)
        if choice is None:
            return None
        family = self.games[choice]
        if len(family.variants) == 1:
            return family.make(family.variants[0])
        return self._choose_variant(family)

    def _choose_variant(self, family: Family) -> Game:
        """A variant from the list, by its number, or another one by its name."""
        names = [variant or _("standard") for variant in family.variants]
        self._list(_("Which variant?"), names)
        typed = self.console.ask(_("Number or name, Enter for the first: "))
        number = _number(typed or "1", len(names))
        variant = typed if number is None else family.variants[number]
        return family.make(variant.lower().replace(" ", ""))

    def _ask_file(self) -> str:
        return self.console.ask(_("File: "))

    def _choose(self, question: str, options: Sequence[str]) -> int | None:
        """The number of an option, counted from 0; None if the player types nothing."""
        self._list(question, options)
        while typed := self.console.ask(_("Number: ")):
            number = _number(typed, len(options))
            if number is not None:
                return number
            self.console.say(_("choose a number from 1 to {last}").format(last=len(options)))
        return None

    def _list(self, question: str, options: Sequence[str]) -> None:
        self.console.say(question)
        for number, option in enumerate(options, start=1):
            self.console.say(f"{number:3}. {option}")


def _number(typed: str, options: int) -> int | None:
    """The option, counted from 0, that was typed counting from 1."""
    numbers = [str(number) for number in range(1, options + 1)]
    return numbers.index(typed) if typed in numbers else None


ENTRIES: tuple[tuple[str, Callable[[_Menu], bool]], ...] = (
    (N_("Play a game"), _Menu.play),
    (N_("Continue a saved game"), _Menu.resume),
    (N_("Replay a saved game"), _Menu.review),
    (N_("Read the rules of a game"), _Menu.rules),
    (N_("Change the language"), _Menu.speak),
    (N_("Quit"), _Menu.quit),
)
