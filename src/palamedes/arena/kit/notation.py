"""NOTATION.txt of a starter bot: how moves and positions are written, with examples.

The examples come from the game itself. Like the rest of the kit the text is English.
"""

from pathlib import Path
from textwrap import fill

from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.games.samples import sample_matches

FOLDER = Path(__file__).parent / "notations"
WIDTH = 80  # columns of a text file
PLIES = 3  # of the example where a game has no sample
EXAMPLES = """\
Examples
--------
The arena tells a program the position in one of two ways: as the moves made
since the start of the game (startpos), or as a text (fen). Moves may follow a
text, too. Here both lines of a pair are the same position.
"""


def notation_text(game: Game) -> str:
    """How moves and positions of a game are written, as the content of a text file."""
    title = f"{game.title}: notation"
    explained = (FOLDER / f"{game.name}.txt").read_text(encoding="utf-8")
    examples = [_example(match) for match in _matches(game)]
    return "\n".join([title, "=" * len(title), "", explained, EXAMPLES, *examples])


def _matches(game: Game) -> list[Match]:
    """The start of a game and at least one position after some moves."""
    matches = sample_matches(game)
    if len(matches) == 1:
        later = Match.of(game)
        for _ply in range(PLIES):
            if later.result is None:
                later.play(later.position.moves[len(later.position.moves) // 2])
        matches.append(later)
    return matches


def _example(match: Match) -> str:
    """A position in both ways of writing it, and its legal moves."""
    moves = " ".join(turn.move for turn in match.turns)
    sent = f"position startpos moves {moves}" if moves else "position startpos"
    legal = " ".join(match.position.moves) or "none, the game is over"
    lines = [
        fill(sent, WIDTH, initial_indent="    ", subsequent_indent="      "),
        f"    position fen {match.position.text}",
        "",
        fill(f"Legal moves: {legal}", WIDTH, break_on_hyphens=False),
    ]
    return "\n".join(lines) + "\n"
