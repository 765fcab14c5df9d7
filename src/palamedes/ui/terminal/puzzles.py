"""Solving puzzles at the terminal, one after the other."""

from palamedes.core.errors import PalamedesError
from palamedes.core.language import N_, _
from palamedes.games import find_game
from palamedes.solver.puzzles.attempt import Attempt
from palamedes.solver.puzzles.workbook import Workbook
from palamedes.ui.terminal.board_text import draw_position
from palamedes.ui.terminal.commands import TypedCommand, find_command, list_commands
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.interruptible import wait_for
from palamedes.ui.terminal.move_text import in_columns
from palamedes.ui.texts.games import player_name
from palamedes.ui.texts.puzzles import NO_NAMES, goal_sentence


def solve_puzzles(workbook: Workbook, console: Terminal) -> bool:
    """Continue a workbook until all puzzles are solved or the player quits.

    Returns False after Ctrl-C or the end of input.
    """
    screen = _PuzzleScreen(workbook, console)
    try:
        screen.run()
    except (EOFError, KeyboardInterrupt):
        console.say_goodbye(_("Goodbye."))
        return False
    return True


class _PuzzleScreen:
    """Shows the puzzles of a workbook and handles the lines that the player types."""

    def __init__(self, workbook: Workbook, console: Terminal) -> None:
        self.workbook = workbook
        self.console = console
        self.has_quit = False

    def run(self) -> None:
        if not self.workbook.unsolved:
            self._show_complaint()
            self.console.say(self._score())
            self.console.say(_("Run again with --reset to start over."))
            return
        self.console.say(_("Type your move, or help for the commands."))
        self._begin()
        while not self.has_quit:
            line = self.console.ask(f"{self._player()}> ")
            try:
                if line:
                    self._handle(line)
            except PalamedesError as error:
                self.console.say(str(error))

    def _begin(self) -> None:
        """Start the current puzzle of the workbook."""
        self._show_complaint()
        puzzle = self.workbook.puzzle
        self.attempt = Attempt(puzzle, find_game(puzzle.game))
        self.show()

    def _show_complaint(self) -> None:
        if self.workbook.complaint:
            self.console.say(self.workbook.complaint)
        self.workbook.complaint = ""

    def show(self, _argument: str = "") -> None:
        """Draw the board and print the goal."""
        position = self.attempt.position
        self.console.say(self._heading())
        self.console.say(draw_position(position, self.console.unicode, self.console.width))
        self.console.say(goal_sentence(self.attempt.puzzle, position.turn, self.attempt.plies_left))

    def _heading(self) -> str:
        workbook, puzzle = self.workbook, self.attempt.puzzle
        heading = _("Puzzle {number} of {count}: {game}, level {grade}").format(
            number=workbook.place + 1,
            count=len(workbook.puzzles),
            game=puzzle.game,
            grade=puzzle.grade,
        )
        if workbook.place not in workbook.solved:
            return heading
        return _("{heading} (solved)").format(heading=heading)

    def _player(self) -> str:
        return player_name(NO_NAMES, self.attempt.position.turn)

    def _score(self) -> str:
        solved, count = len(self.workbook.solved), len(self.workbook.puzzles)
        return _("{solved} of {count} puzzles solved.").format(solved=solved, count=count)

    def _handle(self, line: str) -> None:
        try:
            code = self.attempt.position.move_code(line)
        except PalamedesError as error:
            command = find_command(COMMANDS, line)
            if command is None:
                raise PalamedesError(
                    _("{error} (type moves or help)").format(error=error)
                ) from None
            command.action(self, "")
        else:
            self._try(code)

    def _try(self, code: int) -> None:
        """Check a move; a right one is made and answered."""
        move, player = self.attempt.position.move_text(code), 1 - self.attempt.position.turn
        if not wait_for(lambda: self.attempt.is_right(code)):
            self.console.say(_("{move} is not the right move. Try again.").format(move=move))
        elif answer := wait_for(lambda: self.attempt.make(code)):
            name = player_name(NO_NAMES, player)
            self.console.say(
                _("{move} is correct. {player} replies {answer}.").format(
                    move=move, player=name, answer=answer
                )
            )
            self.show()
        else:
            self._solved(move)

    def _solved(self, move: str) -> None:
        self.console.say(_("{move} is correct: puzzle solved!").format(move=move))
        if len(self.attempt.moves) < len(self.attempt.puzzle.line):
            self._show_line()
        self.workbook.solve()
        self._show_complaint()
        self.console.say(self._score())
        self.has_quit = not self.workbook.unsolved
        if not self.has_quit:
            self._begin()

    def _show_line(self) -> None:
        line = " ".join(self.attempt.puzzle.line)
        self.console.say(_("Best line: {line}").format(line=line))

    def hint(self, _argument: str) -> None:
        moves = wait_for(self.attempt.hint)
        self.console.say(_("One of these moves is correct: {moves}").format(moves=", ".join(moves)))

    def solution(self, _argument: str) -> None:
        self._show_line()
        self.skip("")

    def skip(self, _argument: str) -> None:
        self.workbook.skip()
        self._begin()

    def back(self, _argument: str) -> None:
        self.workbook.back()
        self._begin()

    def moves(self, _argument: str) -> None:
        self.console.say(in_columns(self.attempt.position.moves, self.console.width))

    def rules(self, _argument: str) -> None:
        self.console.say_paragraph(_(self.attempt.position.game.rules))

    def help(self, _argument: str) -> None:
        example = self.attempt.position.moves[0]
        self.console.say(_("Type a move, such as {move}, or a command:").format(move=example))
        self.console.say(list_commands(COMMANDS))

    def quit(self, _argument: str) -> None:
        self.console.say(self._score())
        self.has_quit = True


COMMANDS: tuple[TypedCommand[_PuzzleScreen], ...] = (
    TypedCommand("help", "aide", N_("show this help"), _PuzzleScreen.help),
    TypedCommand(
        "hint",
        "indice",
        N_("show a few moves, one of them correct"),
        _PuzzleScreen.hint,
        older=("conseil",),
    ),
    TypedCommand(
        "solution",
        "solution",
        N_("show the solution and go to the next puzzle"),
        _PuzzleScreen.solution,
    ),
    TypedCommand("skip", "passer", N_("skip to the next unsolved puzzle"), _PuzzleScreen.skip),
    TypedCommand("back", "retour", N_("go back to the previous puzzle"), _PuzzleScreen.back),
    TypedCommand("board", "plateau", N_("draw the board again"), _PuzzleScreen.show),
    TypedCommand("moves", "coups", N_("list the legal moves"), _PuzzleScreen.moves),
    TypedCommand("rules", "règles", N_("show the rules"), _PuzzleScreen.rules),
    TypedCommand("quit", "quitter", N_("quit; you can continue here later"), _PuzzleScreen.quit),
)
