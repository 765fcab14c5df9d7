"""@NAME@: a bot for @GAME@. It looks some moves ahead and picks the move that it likes best.

The first thing to improve is the evaluation, in evaluate.py.
"""

from random import sample
from time import monotonic

from evaluate import evaluate

from palamedes import Bot, Position, run_bot

DEPTH = 2  # plies to look ahead; the clock stops a longer search
SHARE = 0.8  # of the time of a move: answering takes time, too
WON = 1_000_000  # the score of a game won now; one won later scores a little less


class MyBot(Bot):
    def move(self, position: Position) -> str:
        seconds = 1.0 if self.seconds is None else self.seconds
        self.deadline = monotonic() + SHARE * seconds
        moves = sample(position.moves, len(position.moves))  # equal moves: one of them at random
        try:
            # First one ply deep, then two, ...: whenever the time is up, there is a move to play.
            for depth in range(1, DEPTH + 1):
                best = self.best_move(position, moves, depth)
                # Trying the best move first makes the next depth much faster.
                moves.remove(best)
                moves.insert(0, best)
        except TimeoutError:
            pass
        return moves[0]

    def best_move(self, position: Position, moves: list[str], depth: int) -> str:
        best, best_score = moves[0], -WON - 1
        for move in moves:
            score = -self.search(position.play(move), depth - 1, 1, -WON - 1, -best_score)
            if score > best_score:
                best, best_score = move, score
        return best

    def search(self, position: Position, depth: int, ply: int, alpha: int, beta: int) -> int:
        """The score of a position for the player to move, by alpha-beta; `ply` moves from the root.

        The player already has `alpha` elsewhere, and the opponent allows at most `beta`: a score
        outside of these need not be exact. TimeoutError when the time is up.
        """
        if position.result is not None:
            if position.result.winner is None:
                return 0
            return WON - ply if position.result.winner == position.turn else ply - WON
        if depth == 0:
            return evaluate(position)
        if monotonic() > self.deadline:
            raise TimeoutError
        for move in position.moves:
            score = -self.search(position.play(move), depth - 1, ply + 1, -beta, -alpha)
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return alpha


if __name__ == "__main__":
    run_bot(MyBot)
