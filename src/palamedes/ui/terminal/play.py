"""People and engines play at one terminal."""

import time
from pathlib import Path

from palamedes.core.errors import PalamedesError
from palamedes.core.language import N_, _, ngettext
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.players import Choice, Player, PlayerError, make_player
from palamedes.search.score import score_text
from palamedes.ui.sentences import in_columns, player_name, result_sentence
from palamedes.ui.terminal.commands import Command, find_command, list_commands
from palamedes.ui.terminal.console import Terminal
from palamedes.ui.terminal.draw import draw_match
from palamedes.ui.terminal.files import Keeper, open_record
from palamedes.ui.terminal.think import think

Seats = tuple[Player | None, Player | None]  # None is a person at the keyboard
PEOPLE: Seats = (None, None)
ADVISER = "master"  # who gives hints


def play(match: Match, console: Terminal, path: Path | None = None, seats: Seats = PEOPLE) -> bool:
    """Play a match, which may come from a file, until the people quit.

    False if they left by Ctrl-C or by the end of input: then they want to leave everything.
    """
    table = _Table(match, console, path, seats)
    try:
        table.sit()
    except (EOFError, KeyboardInterrupt):
        console.leave(_("Goodbye.") if table.is_kept() else _("Left without saving the game."))
        return False
    return True


class _Table:
    """A match, those around it and what the people among them type."""

    def __init__(self, match: Match, console: Terminal, path: Path | None, seats: Seats) -> None:
        self.match = match
        self.console = console
        self.seats = seats
        self.keeper = Keeper(match, path)
        self.left = False
        self._since = 0.0  # when the player to move began to think

    def sit(self) -> None:
        self._begin_turn()
        while not self.left:
            engine = None if self.match.result else self.seats[self.match.position.turn]
            if engine is None:
                self.answer(self.console.ask(self._prompt()))
            else:
                self._let_move(engine)

    def _let_move(self, engine: Player) -> None:
        """Let an engine make its move, and say what it saw."""
        name = self._name(self.match.position.turn)
        number = len(self.match.turns) + 1
        if self.console.interactive:
            self.console.say(_("{player} is thinking...").format(player=name))
        try:
            choice = think(lambda: engine.choose(self.match), engine.stop)
        except PlayerError as error:
            self.match.end(1 - self.match.position.turn, error.reason, error.detail)
            self.console.say(f"{name}: {error.detail}")
            self._begin_turn()
            return
        move = self.match.position.move_text(choice.code)
        self._make(choice.code)
        self.console.say(f"{number}. {name}: {move}{_sight(choice)}")
        self._begin_turn()

    def answer(self, line: str) -> None:
        """Do what a line says; one that makes no sense is answered and changes nothing."""
        try:
            if line:
                self._obey(line)
        except PalamedesError as error:
            self.console.say(str(error))

    def show(self, _argument: str = "") -> None:
        """Draw the board and, when the match has ended, say how."""
        match, console = self.match, self.console
        console.say(draw_match(match, len(match.turns), console.unicode, console.width))
        if match.result is not None:
            console.say(result_sentence(match))
            console.say(_("You can undo, save or quit."))

    def _begin_turn(self) -> None:
        """Show the player to move what there is to think about."""
        self.show()
        self._since = time.monotonic()

    def is_kept(self) -> bool:
        return self.keeper.has_all(self.match)

    def _prompt(self) -> str:
        return "> " if self.match.result else f"{self._name(self.match.position.turn)}> "

    def _name(self, player: int) -> str:
        return player_name(self.match.players, player)

    def _obey(self, line: str) -> None:
        try:
            code = self.match.position.move_code(line)
        except PalamedesError as error:
            self._command(line, error)
        else:
            self._move(code)

    def _move(self, code: int) -> None:
        player, number = self.match.position.turn, len(self.match.turns) + 1
        self._make(code)
        if not self.console.interactive:  # nobody has seen it typed
            self.console.say(f"{number}. {self._name(player)}: {self.match.turns[-1].move}")
        self._begin_turn()

    def _make(self, code: int) -> None:
        self.match.play(code, round(time.monotonic() - self._since, 3))

    def _command(self, line: str, not_a_move: PalamedesError) -> None:
        word, _space, argument = line.partition(" ")
        if word.endswith("!"):
            word, argument = word[:-1], f"! {argument}"
        command = find_command(COMMANDS, word)
        if command is None:
            raise PalamedesError(_("{error}; type moves or help").format(error=not_a_move))
        command.action(self, argument.strip())

    def help(self, _argument: str) -> None:
        self.console.say(_("Type a move, such as {move}, or:").format(move=self._example()))
        self.console.say(list_commands(COMMANDS))

    def _example(self) -> str:
        return (*self.match.position.moves, *Position.start(self.match.game).moves)[0]

    def rules(self, _argument: str) -> None:
        self.console.tell(_(self.match.game.rules))

    def moves(self, _argument: str) -> None:
        moves = () if self.match.result else self.match.position.moves
        count = ngettext("{count} legal move", "{count} legal moves", len(moves))
        self.console.say(count.format(count=len(moves)))
        if moves:
            self.console.say(in_columns(moves, self.console.width))

    def undo(self, _argument: str) -> None:
        """Take moves back until it is a person's turn again."""
        self._undo_once()
        while self._is_engines_turn() and self.match.turns:
            self._undo_once()
        self._begin_turn()

    def _undo_once(self) -> None:
        if move := self.match.undo():
            self.console.say(_("{move} is taken back.").format(move=move))
        else:
            self.console.say(_("The game goes on."))

    def redo(self, _argument: str) -> None:
        self.console.say(_("{move} is made again.").format(move=self.match.redo()))
        while self._is_engines_turn() and self.match.can_redo:
            self.console.say(_("{move} is made again.").format(move=self.match.redo()))
        self._begin_turn()

    def _is_engines_turn(self) -> bool:
        return any(seat is None for seat in self.seats) and (
            self.seats[self.match.position.turn] is not None
        )

    def hint(self, _argument: str) -> None:
        self._check_going_on()
        adviser = make_player(self.match.game, ADVISER)
        choice = think(lambda: adviser.choose(self.match), adviser.stop)
        move = self.match.position.move_text(choice.code)
        self.console.say(_("A good move is {move}{sight}.").format(move=move, sight=_sight(choice)))

    def save(self, argument: str) -> None:
        overwrite = argument.startswith("!")
        path = self.keeper.save(self.match, argument.removeprefix("!").strip(), overwrite)
        self.console.say(_("The game is saved as {file}.").format(file=path))

    def load(self, argument: str) -> None:
        match, path = open_record(argument)
        if self._would_regret(_("The game on the board is not saved. Replace it?")):
            return
        self.match = match
        self.keeper.loaded(match, path)
        self._begin_turn()

    def position(self, _argument: str) -> None:
        self.console.say(self.match.position.text)

    def draw(self, _argument: str) -> None:
        self._check_going_on()
        other = self._name(1 - self.match.position.turn)
        if self.console.confirms(_("{player}, do you agree on a draw?").format(player=other)):
            self.match.end(None, "agreement")
            self.show()

    def resign(self, _argument: str) -> None:
        self._check_going_on()
        player = self.match.position.turn
        question = _("{player}, do you resign?").format(player=self._name(player))
        if not self.console.interactive or self.console.confirms(question):
            self.match.end(1 - player, "resignation")
            self.show()

    def quit(self, _argument: str) -> None:
        self.left = not self._would_regret(_("The game is not saved. Quit all the same?"))

    def _check_going_on(self) -> None:
        if self.match.result is not None:
            raise PalamedesError(_("the game is over"))

    def _would_regret(self, question: str) -> bool:
        """Whether there is something to lose, and somebody who wants to keep it."""
        if self.is_kept() or not self.console.interactive:
            return False
        return not self.console.confirms(question)


def _sight(choice: Choice) -> str:
    """What an engine saw when it chose, in brackets."""
    if choice.analysis is None:
        return ""
    best = choice.analysis.best
    score = score_text(best.score, best.is_true)
    if best.is_true:
        return f" ({score})"
    return _(" ({score}, depth {depth})").format(score=score, depth=choice.analysis.depth)


FILE = N_("FILE")
COMMANDS: tuple[Command[_Table], ...] = (
    Command("help", "aide", N_("show this help"), _Table.help),
    Command("rules", "règles", N_("show the rules of the game"), _Table.rules),
    Command("moves", "coups", N_("list the legal moves"), _Table.moves),
    Command("hint", "conseil", N_("ask the engine for advice"), _Table.hint),
    Command("undo", "annuler", N_("take the last move back"), _Table.undo),
    Command("redo", "refaire", N_("make the move taken back again"), _Table.redo),
    Command("board", "plateau", N_("draw the board again"), _Table.show),
    Command("position", "position", N_("print the position in one line"), _Table.position),
    Command("save", "sauver", N_("save the game; save! overwrites"), _Table.save, N_("[FILE]")),
    Command("load", "charger", N_("go on with a saved game"), _Table.load, FILE),
    Command("draw", "nulle", N_("offer a draw"), _Table.draw),
    Command("resign", "abandonner", N_("give the game up"), _Table.resign),
    Command("quit", "quitter", N_("leave the game"), _Table.quit),
)
