"""What the people at a table can type beside moves."""

from dataclasses import replace

from palamedes.core.errors import PalamedesError
from palamedes.core.language import N_, _, ngettext
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.ui.session import Seat, Seats
from palamedes.ui.settings import load_settings, save_settings
from palamedes.ui.terminal.commands import TypedCommand, find_command, list_commands
from palamedes.ui.terminal.game_screen import GameScreen
from palamedes.ui.terminal.move_text import in_columns, move_line
from palamedes.ui.terminal.review import show_review
from palamedes.ui.terminal.saved_game import open_record

LOOK = 5.0  # seconds at most to wait for the evaluation bar when it is asked for
REPLACE = N_("The game on the board is not saved. Replace it?")


def obey(table: GameScreen, line: str) -> None:
    """Do what a line says; one that makes no sense is answered and changes nothing."""
    try:
        table.match.position.move_code(line)
    except PalamedesError as error:
        not_a_move = error
    else:
        _move(table, line)
        return
    word, _space, argument = line.partition(" ")
    if word.endswith("!"):
        word, argument = word[:-1], f"! {argument}"
    command = _short_order(table, line) or find_command(COMMANDS, word)
    if command is None:
        raise PalamedesError(_("{error}; type moves or help").format(error=not_a_move))
    command.action(table, argument.strip())


def _short_order(table: GameScreen, letter: str) -> TypedCommand[GameScreen] | None:
    """After the end the first letter of what is offered is enough."""
    if not table.is_over:
        return None
    return next(
        (each for each in COMMANDS if each.action in AT_END and each.name[0] == letter), None
    )


def _move(table: GameScreen, typed: str) -> None:
    table.session.move(typed)
    if not table.console.interactive:  # nobody has seen it typed
        table.console.say(move_line(table.match, len(table.match.turns)))


# Reading


def _help(table: GameScreen, _argument: str) -> None:
    example = (*table.match.position.moves, *Position.start(table.match.game).moves)[0]
    table.console.say(_("Type a move, such as {move}, or:").format(move=example))
    table.console.say(list_commands(COMMANDS))


def _rules(table: GameScreen, _argument: str) -> None:
    table.console.tell(_(table.match.game.rules))


def _moves(table: GameScreen, _argument: str) -> None:
    moves = () if table.is_over else table.match.position.moves
    count = ngettext("{count} legal move", "{count} legal moves", len(moves))
    table.console.say(count.format(count=len(moves)))
    if moves:
        table.console.say(in_columns(moves, table.console.width))


def _position(table: GameScreen, _argument: str) -> None:
    table.console.say(table.match.position.text)


def _review(table: GameScreen, _argument: str) -> None:
    show_review(table.match, table.console)


def _hint(table: GameScreen, _argument: str) -> None:
    """Where to begin; asked again, the move."""
    table.session.hint()
    if not table.wait_for(lambda: table.session.scene().hint is not None or table.is_over):
        table.session.forget_hint()


def _bar(table: GameScreen, _argument: str) -> None:
    table.measure(not table.has_bar)
    if table.console.interactive:
        save_settings(replace(load_settings(), gauge=table.has_bar))
    if not table.has_bar:
        table.console.say(_("The evaluation bar is off."))
    elif not table.show_bar(LOOK):
        table.console.say(_("The evaluation bar is on."))


# Back, forth and to the end


def _undo(table: GameScreen, _argument: str) -> None:
    before, was_ended = [turn.move for turn in table.match.turns], table.match.verdict is not None
    table.session.undo()
    if was_ended:
        table.console.say(_("The game goes on."))
    for move in reversed(before[len(table.match.turns) :]):
        table.console.say(_("{move} is taken back.").format(move=move))
    table.say_pause()


def _redo(table: GameScreen, _argument: str) -> None:
    before = len(table.match.turns)
    table.session.redo()
    for turn in table.match.turns[before:]:
        table.console.say(_("{move} is made again.").format(move=turn.move))
    table.say_pause()


def _pause(table: GameScreen, _argument: str) -> None:
    _check_going_on(table)
    table.session.pause()
    table.say_pause()


def _continue(table: GameScreen, _argument: str) -> None:
    _check_going_on(table)
    table.session.go_on()


def _draw(table: GameScreen, _argument: str) -> None:
    """Offer a draw: a person is asked, an engine thinks about it."""
    table.session.offer_draw()
    offer = table.session.scene().offer
    if offer is not None and table.session.seats[1 - offer.by].is_person:
        question = _("{player}, do you agree on a draw?").format(player=table.name(1 - offer.by))
        table.session.answer(table.console.confirms(question))
    else:
        table.wait_for(lambda: table.session.scene().offer is None)


def _resign(table: GameScreen, _argument: str) -> None:
    speaker = table.session.speaker()
    question = _("{player}, do you resign?").format(player=table.name(speaker))
    if not table.console.interactive or table.console.confirms(question):
        table.session.resign(speaker)


# Other games, other sides


def _swap(table: GameScreen, _argument: str) -> None:
    first, second = table.session.seats
    table.session.reseat((second, first))
    table.console.say(_("The players have changed sides."))


def _again(table: GameScreen, _argument: str) -> None:
    """The same game with the same players, from its start."""
    if _would_regret(table, _(REPLACE)):
        return
    old = table.match
    match = Match(old.start, old.history, old.players)
    table.session.begin(match, table.session.seats, table.session.control)
    table.keeper.begun(match)


def _save(table: GameScreen, argument: str) -> None:
    overwrite = argument.startswith("!")
    path = table.keeper.save(table.match, argument.removeprefix("!").strip(), overwrite)
    table.console.say(_("The game is saved as {file}.").format(file=path))


def _load(table: GameScreen, argument: str) -> None:
    match, path = open_record(argument)
    if _would_regret(table, _(REPLACE)):
        return
    session = table.session
    session.begin(match, seats_called(match, session.seats), session.control)
    table.keeper.loaded(match, path)


def seats_called(match: Match, seats: Seats) -> Seats:
    """The same seats, with people called as in the record of a match."""
    first, second = (
        Seat(name=name) if seat.is_person else seat
        for seat, name in zip(seats, match.players, strict=True)
    )
    return first, second


def _quit(table: GameScreen, _argument: str) -> None:
    table.left = not _would_regret(table, _("The game is not saved. Quit all the same?"))


def _check_going_on(table: GameScreen) -> None:
    if table.is_over:
        raise PalamedesError(_("the game is over"))


def _would_regret(table: GameScreen, question: str) -> bool:
    """Whether there is something to lose, and somebody who wants to keep it."""
    if table.is_saved or not table.console.interactive:
        return False
    return not table.console.confirms(question)


AT_END = (_review, _again, _undo, _save, _quit)
FILE = N_("FILE")
COMMANDS: tuple[TypedCommand[GameScreen], ...] = (
    TypedCommand("help", "aide", N_("show this help"), _help),
    TypedCommand("rules", "règles", N_("show the rules of the game"), _rules),
    TypedCommand("moves", "coups", N_("list the legal moves"), _moves),
    TypedCommand("hint", "conseil", N_("where to look; asked again, a good move"), _hint),
    TypedCommand("bar", "barre", N_("show what positions are worth, or no longer"), _bar),
    TypedCommand("undo", "annuler", N_("take moves back to your last turn"), _undo),
    TypedCommand("redo", "refaire", N_("make the move taken back again"), _redo),
    TypedCommand("board", "plateau", N_("draw the board again"), GameScreen.show),
    TypedCommand("position", "position", N_("print the position in one line"), _position),
    TypedCommand("save", "sauver", N_("save the game; save! overwrites"), _save, N_("[FILE]")),
    TypedCommand("load", "charger", N_("go on with a saved game"), _load, FILE),
    TypedCommand("draw", "nulle", N_("offer a draw"), _draw),
    TypedCommand("resign", "abandonner", N_("give the game up"), _resign),
    TypedCommand(
        "review", "bilan", N_("look at the game: who was ahead, where it turned"), _review
    ),
    TypedCommand("swap", "permuter", N_("change sides"), _swap),
    TypedCommand("again", "encore", N_("play the same game again"), _again),
    TypedCommand("pause", "pause", N_("stop the clock"), _pause),
    TypedCommand("continue", "continuer", N_("end a pause"), _continue),
    TypedCommand("quit", "quitter", N_("leave the game"), _quit),
)
