"""The menu that `palamedes` without arguments opens."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Family
from palamedes.core.language import LANGUAGE_NAMES, LANGUAGES, N_, _, language, set_language
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import GAMES
from palamedes.lessons import find_course
from palamedes.library.engine import engine
from palamedes.solver.puzzles.puzzle import Puzzle, shipped_puzzles
from palamedes.solver.puzzles.workbook import Workbook
from palamedes.ui.session import HUMAN
from palamedes.ui.session.choosing_players import remember
from palamedes.ui.session.pace import NORMAL, PACE_TITLES
from palamedes.ui.session.profile import FORGET, forget
from palamedes.ui.settings import load_settings, save_settings
from palamedes.ui.terminal.analyse import analyse
from palamedes.ui.terminal.board_text import draw_match
from palamedes.ui.terminal.choices import ask_until_valid, choose, choose_game
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.glyphs import PALETTES
from palamedes.ui.terminal.lesson import take_lesson
from palamedes.ui.terminal.opponents import (
    choose_pause,
    choose_players,
    make_seats,
    seats_of_record,
)
from palamedes.ui.terminal.play import play
from palamedes.ui.terminal.puzzles import solve_puzzles
from palamedes.ui.terminal.replay import replay
from palamedes.ui.terminal.saved_game import open_game
from palamedes.ui.terminal.solution import solve_at_first_need
from palamedes.ui.terminal.unfinished import offer_unfinished

SECONDS = 2.0  # of an analysis
LINES = 3  # variations shown by an analysis


def menu(console: Terminal, games: Sequence[Family] = GAMES) -> None:
    """Show the menu again and again until the player quits."""
    try:
        _Menu(console, games).run()
    except (EOFError, KeyboardInterrupt):
        console.say_goodbye(_("Goodbye."))


class _Menu:
    """The entries of the menu. Each returns False if the player wants to leave the program."""

    def __init__(self, console: Terminal, games: Sequence[Family]) -> None:
        self.console = console
        self.games = games

    def run(self) -> None:
        is_open = offer_unfinished(self.console) is not False
        while is_open:
            titles = [_(text) for text, _action in ENTRIES]
            question = _("What do you want to do?")
            choice = choose(self.console, question, titles, default=0, back=False)
            try:
                is_open = ENTRIES[choice or 0][1](self)
            except PalamedesError as error:
                self.console.say(str(error))

    def play(self) -> bool:
        game = choose_game(self.console, self.games)
        specs = None if game is None else choose_players(self.console, game)
        if game is None or specs is None:
            return True
        pause = None if HUMAN in specs else choose_pause(self.console)
        seats = make_seats(self.console, game, specs)
        remember(game, specs)
        return play(Match.of(game), self.console, seats=seats, pause=pause)

    def resume(self) -> bool:
        if (record := self._ask_record()) is None:
            return True
        match, path = record
        return play(match, self.console, path, seats_of_record(self.console, match))

    def replay(self) -> bool:
        record = self._ask_record()
        return record is None or replay(record[0], self.console)

    def solve(self) -> bool:
        """Solve the puzzles that come with Palamedes, of a game and all its variants."""
        shipped = {family.title: puzzles for family in self.games if (puzzles := _puzzles(family))}
        titles = [_(title) for title in shipped]
        choice = choose(self.console, _("Puzzles for which game?"), titles)
        if choice is None:
            return True
        puzzles = list(shipped.values())[choice]
        workbook = Workbook(puzzles[0].game.partition(":")[0], puzzles)
        question = _("You have solved all the puzzles. Start over?")
        if not workbook.unsolved and self.console.confirms(question):
            workbook.reset()
        return not workbook.unsolved or solve_puzzles(workbook, self.console)

    def analyse(self) -> bool:
        """Show the best moves in a typed position."""
        game = choose_game(self.console, self.games)
        if game is None:
            return True
        start = ask_until_valid(
            self.console,
            _("Position (Enter for the starting position): "),
            lambda text: Position.parse(game, text) if text else Position.start(game),
        )
        prompt = _("Moves from there (Enter for none): ")
        match = ask_until_valid(self.console, prompt, partial(_after_moves, start))
        self.console.say(
            draw_match(match, len(match.turns), self.console.unicode, self.console.width)
        )
        if match.result is not None:
            raise PalamedesError(_("The game is over."))
        solve_at_first_need(game)
        with engine(game) as opened:
            analyse(opened.start(match, time=SECONDS, lines=LINES), self.console)
        return True

    def learn(self) -> bool:
        families = [family for family in self.games if family.make(family.variants[0]).lesson]
        titles = [_(family.title) for family in families]
        choice = choose(self.console, _("Learn which game?"), titles)
        return choice is None or take_lesson(find_course(families[choice].name), self.console)

    def rules(self) -> bool:
        game = choose_game(self.console, self.games)
        if game is not None:
            self.console.say_paragraph(_(game.rules))
            self.console.say(_("With pictures: palamedes rules {game}").format(game=game.name))
        return True

    def settings(self) -> bool:
        choice = choose(self.console, _("Which setting?"), [_(text) for text, _ask in SETTINGS])
        if choice is not None:
            SETTINGS[choice][1](self)
        return True

    def choose_language(self) -> None:
        default = LANGUAGES.index(language())
        names = list(LANGUAGE_NAMES.values())
        choice = choose(self.console, _("Which language?"), names, default)
        if choice is not None:
            set_language(LANGUAGES[choice])
            save_settings(replace(load_settings(), language=LANGUAGES[choice]))

    def choose_palette(self) -> None:
        names = list(PALETTES)
        now = load_settings().terminal_palette
        default = names.index(now) if now in names else 0
        choice = choose(self.console, _("Which colours?"), [_(name) for name in names], default)
        if choice is not None:
            self.console.use_palette(names[choice])
            save_settings(replace(load_settings(), terminal_palette=names[choice]))

    def choose_evaluation_bar(self) -> None:
        settings = load_settings()
        choice = choose(self.console, _("Evaluation bar:"), [_("off"), _("on")], settings.gauge)
        if choice is not None:
            save_settings(replace(settings, gauge=bool(choice)))

    def choose_pace(self) -> None:
        settings, names = load_settings(), list(PACE_TITLES)
        default = names.index(settings.pace if settings.pace in names else NORMAL)
        titles = [_(title) for title in PACE_TITLES.values()]
        choice = choose(self.console, _("Pause before the computer's move:"), titles, default)
        if choice is not None:
            save_settings(replace(settings, pace=names[choice]))

    def forget_profile(self) -> None:
        if self.console.confirms(_(FORGET)):
            forget()
            self.console.say(_("Forgotten."))

    def quit(self) -> bool:
        return False

    def _ask_record(self) -> tuple[Match, Path | None] | None:
        """Ask for the file of a saved game; None if the player goes back."""
        prompt = _("File (Enter to go back): ")
        return ask_until_valid(self.console, prompt, lambda name: open_game(name) if name else None)


def _after_moves(start: Position, moves: str) -> Match:
    """A match from this position with these moves; raises PalamedesError if one is illegal."""
    match = Match(start, start.game.history)
    for move in moves.replace(",", " ").split():
        match.play(move)
    return match


def _puzzles(family: Family) -> list[Puzzle]:
    """The puzzles of a game that come with Palamedes, which may be none."""
    try:
        return shipped_puzzles(family.name)
    except PalamedesError:
        return []


ENTRIES: tuple[tuple[str, Callable[[_Menu], bool]], ...] = (
    (N_("Play a game"), _Menu.play),
    (N_("Learn a game"), _Menu.learn),
    (N_("Resume a saved game"), _Menu.resume),
    (N_("Replay a saved game"), _Menu.replay),
    (N_("Solve puzzles"), _Menu.solve),
    (N_("Analyse a position"), _Menu.analyse),
    (N_("Read the rules of a game"), _Menu.rules),
    (N_("Change settings"), _Menu.settings),
    (N_("Quit"), _Menu.quit),
)
SETTINGS: tuple[tuple[str, Callable[[_Menu], None]], ...] = (
    (N_("Language"), _Menu.choose_language),
    (N_("Terminal colours"), _Menu.choose_palette),
    (N_("Evaluation bar"), _Menu.choose_evaluation_bar),
    (N_("Pause before the computer's move"), _Menu.choose_pace),
    (N_("Forget what the adaptive opponent knows about you"), _Menu.forget_profile),
)
