"""Weakness as people have it: a player that misjudges moves.

A searching player says what its moves are worth. To each worth, in expected points, an error is
added, drawn from a normal distribution, and the move that looks best then is played. So a small
mistake is common and a large one rare. A player that mixes good moves with random ones throws a
piece away between two good moves, which no person does.

Whatever is decided within `sight` plies is not misjudged: a player that sees two plies takes a win
in one move and parries a threat of one.
"""

from dataclasses import replace
from random import Random

from palamedes.core.match import Match
from palamedes.players.player import FREE, Allowance, Choice, SearchingPlayer
from palamedes.search.analysis import Analysis, Variation
from palamedes.search.score import WON, chance, plies_to_loss, plies_to_win

EVERY_MOVE = 2 * WON  # a margin that no score is below


class BlurredPlayer(SearchingPlayer):
    """A searching player that misjudges each move by about `blur` points (0 to 1)."""

    def __init__(self, player: SearchingPlayer, blur: float, sight: int, random: Random) -> None:
        self._player = player
        self._blur = blur
        self._sight = sight
        self._random = random

    def prepare(self, match: Match, seat: int) -> None:
        self._player.prepare(match, seat)

    def choose(self, match: Match, allowance: Allowance = FREE) -> Choice:
        analysis = self.consider(match, allowance, 0)
        chosen = replace(analysis, lines=analysis.lines[:1])
        return Choice(match.position.move_code(analysis.best.move), chosen)

    def consider(self, match: Match, allowance: Allowance, margin: int) -> Analysis:
        """The move that looks best, then those that are worth no more: a style may take one."""
        self._player.report = self.report
        analysis = self._player.consider(match, allowance, EVERY_MOVE)
        seen = self._candidates(analysis.lines)
        best = max(seen, key=lambda line: self._looks(line, match.game.scale))
        others = tuple(line for line in seen if line != best and line.score <= best.score)
        return replace(analysis, lines=(best, *others))

    def _candidates(self, lines: tuple[Variation, ...]) -> list[Variation]:
        """The moves to choose from: a win in sight alone, else those that do not lose in sight."""
        wins = [line for line in lines if self._is_in_sight(plies_to_win(line.score))]
        if wins:
            return [line for line in wins if line.score == wins[0].score]
        safe = [line for line in lines if not self._is_in_sight(plies_to_loss(line.score))]
        return safe or list(lines)

    def _is_in_sight(self, plies: int | None) -> bool:
        return plies is not None and plies <= self._sight

    def _looks(self, line: Variation, scale: float) -> float:
        return chance(line.score, scale) + self._random.gauss(0.0, self._blur)

    def stop(self) -> None:
        self._player.stop()

    def close(self) -> None:
        self._player.close()
