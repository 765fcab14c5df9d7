"""The command `replay`: go through the moves of a recorded match."""

from palamedes.core.errors import PalamedesError
from palamedes.core.language import N_, _
from palamedes.core.match import Match
from palamedes.ui.terminal.board_text import draw_match
from palamedes.ui.terminal.commands import TypedCommand, find_command, list_commands
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.keys import has_keyboard
from palamedes.ui.terminal.move_browser import browse, caption
from palamedes.ui.terminal.move_text import score_sheet
from palamedes.ui.terminal.review import show_review


def replay(match: Match, console: Terminal) -> bool:
    """Show a match move by move; if no person types, only its last position and its moves.

    At a real terminal it is browsed with single keys, elsewhere by typed lines. Returns False
    after Ctrl-C or the end of input.
    """
    screen = _ReplayScreen(match, console)
    if not console.interactive:
        screen.summarise()
        return True
    try:
        if has_keyboard(console):
            browse(match, console)
        else:
            screen.run()
    except (EOFError, KeyboardInterrupt):
        console.say_goodbye(_("Goodbye."))
        return False
    return True


class _ReplayScreen:
    """Shows one position of a match and handles typed lines; position 0 is the start."""

    def __init__(self, match: Match, console: Terminal) -> None:
        self.match = match
        self.console = console
        self.end = len(match.turns)
        self.ply = 0
        self.has_quit = False

    def summarise(self) -> None:
        self.go(self.end)
        self.console.say(score_sheet(self.match))

    def run(self) -> None:
        self.console.say(_("Press Enter for the next move, or type help for the commands."))
        self.go(0)
        while not self.has_quit:
            line = self.console.ask(f"{self.ply}/{self.end}> ")
            try:
                self._handle(line)
            except PalamedesError as error:
                self.console.say(str(error))

    def go(self, ply: int) -> None:
        """Show the position after `ply` moves."""
        if not 0 <= ply <= self.end:
            raise PalamedesError(_("Choose a move number from 0 to {end}.").format(end=self.end))
        self.ply = ply
        self.console.say(draw_match(self.match, ply, self.console.unicode, self.console.width))
        if text := caption(self.match, ply):
            self.console.say(text)

    def _handle(self, line: str) -> None:
        if line.isdecimal() and line.isascii():
            return self.go(int(line[:9]))
        command = find_command(COMMANDS, SHORT.get(line, line))
        if command is None:
            raise PalamedesError(
                _("Unknown command {typed!r}. Type help for a list.").format(typed=line[:40])
            )
        return command.action(self, "")

    def next(self, _argument: str) -> None:
        if self.ply == self.end:
            raise PalamedesError(_("That was the last move. Type quit to leave."))
        self.go(self.ply + 1)

    def previous(self, _argument: str) -> None:
        if self.ply == 0:
            raise PalamedesError(_("This is the start of the game."))
        self.go(self.ply - 1)

    def first(self, _argument: str) -> None:
        self.go(0)

    def last(self, _argument: str) -> None:
        self.go(self.end)

    def list(self, _argument: str) -> None:
        self.console.say(score_sheet(self.match))

    def review(self, _argument: str) -> None:
        show_review(self.match, self.console)

    def help(self, _argument: str) -> None:
        self.console.say(_("Type a move number or a command:"))
        self.console.say(list_commands(COMMANDS))

    def quit(self, _argument: str) -> None:
        self.has_quit = True


SHORT = {"": "next", "n": "next", "p": "previous"}
COMMANDS: tuple[TypedCommand[_ReplayScreen], ...] = (
    TypedCommand("next", "suivant", N_("show the next move (Enter or n)"), _ReplayScreen.next),
    TypedCommand("previous", "précédent", N_("show the previous move (p)"), _ReplayScreen.previous),
    TypedCommand("first", "premier", N_("go to the start of the game"), _ReplayScreen.first),
    TypedCommand("last", "dernier", N_("go to the end of the game"), _ReplayScreen.last),
    TypedCommand("list", "liste", N_("list the moves"), _ReplayScreen.list),
    TypedCommand(
        "review",
        "bilan",
        N_("review the game: who was ahead, where it turned"),
        _ReplayScreen.review,
    ),
    TypedCommand("help", "aide", N_("show this help"), _ReplayScreen.help),
    TypedCommand("quit", "quitter", N_("quit"), _ReplayScreen.quit),
)
