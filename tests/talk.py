"""Typed lines for the terminal front end, and what it prints."""

import io
import random

from palamedes.core.history_rules import HistoryRules
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.ui.session import HUMAN, take_seat
from palamedes.ui.terminal import make_console, play

NAMES = ("Ada", "Bob")
WEAK = "alphabeta:depth=1"
TEEKO_WIN = ["a1", "a5", "b1", "b5", "c1", "c5", "d1"]


class Typist(io.StringIO):
    """An input of typed lines, from a terminal or from a pipe."""

    def __init__(self, lines, at_terminal=False):
        super().__init__("".join(f"{line}\n" for line in lines))
        self.at_terminal = at_terminal

    def isatty(self):
        return self.at_terminal


class Interrupter(Typist):
    """Presses Ctrl-C after the last line."""

    def readline(self):
        if line := super().readline():
            return line
        raise KeyboardInterrupt


def talk(talker, lines, at_terminal=False, typist=Typist, width=80, **options):
    """What `talker` prints when these lines are typed, and what it returns."""
    console = make_console(
        file=io.StringIO(), source=typist(lines, at_terminal), width=width, **options
    )
    answer = talker(console)
    return console.file.getvalue(), answer


def play_lines(match, *lines, path=None, **options):
    return talk(lambda console: play(match, console, path), lines, **options)


def teeko(*moves, history=None):
    match = Match(Position.start(find_game("teeko")), history or HistoryRules(repetition=3), NAMES)
    for move in moves:
        match.play(move)
    return match


def made(match):
    return [turn.move for turn in match.turns]


def random_match(game, plies):
    match = Match.of(game, NAMES)
    choose = random.Random(plies)
    while len(match.turns) < plies and match.result is None:
        match.play(choose.choice(match.position.codes))
    return match


def sit(match, *lines, specs=(HUMAN, WEAK), control=None, **options):
    """Play a match with these players: the output, and what `play` returns."""
    seats = tuple(take_seat(match.game, spec) for spec in specs)
    return talk(
        lambda console: play(match, console, seats=seats, control=control), lines, **options
    )
