"""A bot for Palamedes: it wins at once where it can, and makes any move otherwise."""

from random import choice

from palamedes import Bot, Position, run_bot


class MyBot(Bot):
    def move(self, position: Position) -> str:
        for move in position.moves:
            after = position.play(move)
            if after.result is not None and after.result.winner == position.turn:
                return move
        return choice(position.moves)


if __name__ == "__main__":
    run_bot(MyBot)
