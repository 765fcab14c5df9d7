"""A refereed game in the terminal: the moves as they are made, then the result."""

from collections.abc import Sequence

from palamedes.arena.plan import GameTerms
from palamedes.arena.play_game import play_game
from palamedes.arena.referee import NAMES, move_line, result_lines
from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.players import Player
from palamedes.ui.terminal.board_text import draw
from palamedes.ui.terminal.console import Terminal


def referee(
    game: Game, players: Sequence[Player], terms: GameTerms, console: Terminal | None, board: bool
) -> Match:
    """The game that two players play; a console shows each move, and the board if asked to."""
    match = Match.of(game, NAMES)

    def watch(match: Match) -> None:
        if console is None:
            return
        if match.verdict is None:
            console.say(move_line(match))
        if board:
            console.say(draw(match.position, unicode=console.unicode))

    play_game(match, players, terms, watch)
    return match


def show_result(match: Match, console: Terminal) -> None:
    """Print how the game ended, in the lines of the course's referee."""
    for line in result_lines(match):
        console.say(line)
