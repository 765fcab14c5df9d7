"""The lines that players type during a game: moves and commands."""

from dataclasses import replace
from random import randrange

from palamedes.core.errors import PalamedesError
from palamedes.core.language import N_, _, ngettext
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.ui.session import Seat, Seats, take_seat
from palamedes.ui.session.profile import is_adaptive, without_rating
from palamedes.ui.session.seats import person_named
from palamedes.ui.settings import load_settings, save_settings
from palamedes.ui.terminal.commands import TypedCommand, find_command, list_commands
from palamedes.ui.terminal.game_screen import GameScreen
from palamedes.ui.terminal.move_text import in_columns, move_line
from palamedes.ui.terminal.opponents import read_pause
from palamedes.ui.terminal.review import show_review
from palamedes.ui.terminal.saved_game import open_game

BAR_WAIT_ON_REQUEST = 5.0  # seconds; the longest wait after the command `bar`
REPLACE = N_("This game is not saved. Replace it anyway?")
KEPT = N_("Your game is kept: you can resume it next time.")


def handle_line(screen: GameScreen, line: str) -> None:
    """Make the move or run the command of a line; PalamedesError if it is neither."""
    try:
        screen.match.position.move_code(line)
    except PalamedesError as error:
        not_a_move = error
    else:
        _move(screen, line)
        return
    word, _space, argument = line.partition(" ")
    if word.endswith("!"):
        word, argument = word[:-1], f"! {argument}"
    command = _command_at_end(screen, line) or find_command(COMMANDS, word)
    if command is None:
        raise PalamedesError(_("{error} (type moves or help)").format(error=not_a_move))
    command.action(screen, argument.strip())


def _command_at_end(screen: GameScreen, letter: str) -> TypedCommand[GameScreen] | None:
    """After the end, one letter is enough for the commands that are offered."""
    if not screen.is_over:
        return None
    return next(
        (each for each in COMMANDS if each.action in AT_END and each.name[0] == letter), None
    )


def _move(screen: GameScreen, typed: str) -> None:
    screen.session.move(typed)
    if not screen.console.interactive:  # the typed line is not on the screen
        screen.console.say(move_line(screen.match, len(screen.match.turns)))


# Reading


def _help(screen: GameScreen, _argument: str) -> None:
    example = (*screen.match.position.moves, *Position.start(screen.match.game).moves)[0]
    screen.console.say(_("Type a move, such as {move}, or a command:").format(move=example))
    screen.console.say(list_commands(COMMANDS))


def _rules(screen: GameScreen, _argument: str) -> None:
    screen.console.say_paragraph(_(screen.match.game.rules))


def _moves(screen: GameScreen, _argument: str) -> None:
    moves = () if screen.is_over else screen.match.position.moves
    count = ngettext("{count} legal move", "{count} legal moves", len(moves))
    screen.console.say(count.format(count=len(moves)))
    if moves:
        screen.console.say(in_columns(moves, screen.console.width))


def _position(screen: GameScreen, _argument: str) -> None:
    screen.console.say(screen.match.position.text)


def _review(screen: GameScreen, _argument: str) -> None:
    show_review(screen.match, screen.console)


def _hint(screen: GameScreen, _argument: str) -> None:
    """Hint at the first spot; the second time, at the whole move."""
    screen.session.hint()
    if not screen.wait_until(lambda: screen.session.scene().hint is not None or screen.is_over):
        screen.session.forget_hint()


def _bar(screen: GameScreen, _argument: str) -> None:
    screen.set_bar(not screen.has_bar)
    if screen.console.interactive:
        save_settings(replace(load_settings(), gauge=screen.has_bar))
    if not screen.has_bar:
        screen.console.say(_("Evaluation bar off."))
    elif not screen.show_bar(BAR_WAIT_ON_REQUEST):
        screen.console.say(_("Evaluation bar on."))


# Back, forth and to the end


def _undo(screen: GameScreen, _argument: str) -> None:
    before, was_ended = [turn.move for turn in screen.match.turns], screen.match.verdict is not None
    screen.session.undo()
    if was_ended:
        screen.console.say(_("The game continues."))
    for move in reversed(before[len(screen.match.turns) :]):
        screen.console.say(_("Move undone: {move}.").format(move=move))
    screen.say_pause()


def _redo(screen: GameScreen, _argument: str) -> None:
    before = len(screen.match.turns)
    screen.session.redo()
    for turn in screen.match.turns[before:]:
        screen.console.say(_("Move redone: {move}.").format(move=turn.move))
    screen.say_pause()


def _pause(screen: GameScreen, _argument: str) -> None:
    _check_not_over(screen)
    screen.session.pause()
    screen.say_pause()


def _continue(screen: GameScreen, _argument: str) -> None:
    _check_not_over(screen)
    screen.session.resume()


def _draw(screen: GameScreen, _argument: str) -> None:
    """Offer a draw: a person is asked here, an engine thinks about it."""
    screen.session.offer_draw()
    offer = screen.session.scene().offer
    if offer is not None and screen.session.seats[1 - offer.by].is_person:
        question = _("{player}, do you accept a draw?").format(player=screen.name(1 - offer.by))
        screen.session.answer(screen.console.confirms(question))
    else:
        screen.wait_until(lambda: screen.session.scene().offer is None)


def _resign(screen: GameScreen, _argument: str) -> None:
    speaker = screen.session.speaker()
    question = _("{player}, do you want to resign?").format(player=screen.name(speaker))
    if not screen.console.interactive or screen.console.confirms(question):
        screen.session.resign(speaker)


# Sides, new games and files


def _swap(screen: GameScreen, _argument: str) -> None:
    first, second = screen.session.seats
    screen.session.reseat((second, first))
    screen.console.say(_("Sides swapped."))


def _again(screen: GameScreen, _argument: str) -> None:
    """Play the same game again with the same players; an adaptive one follows the results."""
    if _wants_to_keep(screen, _(REPLACE)):
        return
    old, (first, second) = screen.match, screen.session.seats
    match = Match(old.start, old.history, old.players)
    seats = (_seat_again(match, first), _seat_again(match, second))
    screen.session.begin(match, seats, screen.session.control)
    screen.saved.track(match)


def _seat_again(match: Match, seat: Seat) -> Seat:
    if not is_adaptive(seat.spec):
        return seat
    return take_seat(match.game, without_rating(seat.spec), randrange(1 << 30))


def _save(screen: GameScreen, argument: str) -> None:
    overwrite = argument.startswith("!")
    path = screen.saved.save(screen.match, argument.removeprefix("!").strip(), overwrite)
    screen.console.say(_("Game saved as {file}.").format(file=path))


def _load(screen: GameScreen, argument: str) -> None:
    match, path = open_game(argument)
    if _wants_to_keep(screen, _(REPLACE)):
        return
    session = screen.session
    session.begin(match, seats_with_names(match, session.seats), session.control)
    screen.saved.track(match, path)


def seats_with_names(match: Match, seats: Seats) -> Seats:
    """The same seats, where people have the names of the match."""
    first, second = (
        person_named(match.game, name) if seat.is_person else seat
        for seat, name in zip(seats, match.players, strict=True)
    )
    return first, second


def _speed(screen: GameScreen, argument: str) -> None:
    """Set the pause before an engine's move, or say how long it is."""
    if argument:
        screen.session.pace = read_pause(argument)
    text = _("Pause before the computer's move: {seconds:g} s.")
    screen.console.say(text.format(seconds=screen.session.pace))


def _step(screen: GameScreen, _argument: str) -> None:
    screen.session.step()


def _quit(screen: GameScreen, _argument: str) -> None:
    """Leave; a game that goes on is kept, one that is over is lost unless it is saved."""
    if screen.is_kept:
        screen.console.say(_(KEPT))
        screen.has_quit = True
    else:
        screen.has_quit = not _wants_to_keep(screen, _("The game is not saved. Quit anyway?"))


def _check_not_over(screen: GameScreen) -> None:
    if screen.is_over:
        raise PalamedesError(_("The game is over."))


def _wants_to_keep(screen: GameScreen, question: str) -> bool:
    """Whether the game is not saved and the player, asked, does not want to lose it."""
    if screen.is_saved or not screen.console.interactive:
        return False
    return not screen.console.confirms(question)


AT_END = (_review, _again, _undo, _save, _quit)
FILE = N_("FILE")
COMMANDS: tuple[TypedCommand[GameScreen], ...] = (
    TypedCommand("help", "aide", N_("show this help"), _help),
    TypedCommand("rules", "règles", N_("show the rules"), _rules),
    TypedCommand("moves", "coups", N_("list the legal moves"), _moves),
    TypedCommand(
        "hint", "indice", N_("get a hint; type it again to see the move"), _hint, older=("conseil",)
    ),
    TypedCommand("bar", "barre", N_("show or hide the evaluation bar"), _bar),
    TypedCommand("undo", "annuler", N_("undo your last move"), _undo),
    TypedCommand("redo", "rétablir", N_("redo the move you undid"), _redo, older=("refaire",)),
    TypedCommand("board", "plateau", N_("draw the board again"), GameScreen.show),
    TypedCommand("position", "position", N_("print the position on one line"), _position),
    TypedCommand(
        "save", "sauver", N_("save the game; save! overwrites a file"), _save, N_("[FILE]")
    ),
    TypedCommand("load", "charger", N_("resume a saved game"), _load, FILE),
    TypedCommand("draw", "nulle", N_("offer a draw"), _draw),
    TypedCommand("resign", "abandonner", N_("resign the game"), _resign),
    TypedCommand("review", "bilan", N_("review the game: who was ahead, where it turned"), _review),
    TypedCommand("swap", "permuter", N_("swap sides"), _swap),
    TypedCommand("again", "encore", N_("play again from the start"), _again),
    TypedCommand("pause", "pause", N_("pause the game"), _pause),
    TypedCommand("continue", "continuer", N_("resume the game"), _continue),
    TypedCommand("step", "pas", N_("in a pause, let the computer make one move"), _step),
    TypedCommand(
        "speed",
        "vitesse",
        N_("set the pause before the computer's move"),
        _speed,
        N_("[SECONDS]"),
    ),
    TypedCommand("quit", "quitter", N_("leave the game; you can resume it later"), _quit),
)
