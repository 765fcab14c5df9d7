"""A few quick games of a bot against chance, to see whether anything goes wrong."""

from collections.abc import Iterator
from typing import NamedTuple

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.game_jobs import job_of, play_jobs
from palamedes.arena.kit.run import bot_program
from palamedes.arena.plan import Entrant, Plan, Terms
from palamedes.arena.standings import FAILURES
from palamedes.arena.tournament import check
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.players.bot import bot_path, is_bot

BOT = 0  # its place in the plan


class Trial(NamedTuple):
    """A game of the bot, and what it printed on stderr."""

    played: FinishedGame
    errors: str

    @property
    def moves_first(self) -> bool:
        return self.played.fixture.first == BOT

    @property
    def fault(self) -> str:
        """The reason for which the bot has lost otherwise than on the board, or nothing."""
        is_lost = self.played.score_of(BOT) == 0
        return self.played.reason if is_lost and self.played.reason in FAILURES else ""

    @property
    def detail(self) -> str:
        return str(self.played.record["result"].get("detail", ""))

    @property
    def slowest(self) -> float:
        """The seconds of the bot's longest move."""
        return max(self.played.record["seconds"][0 if self.moves_first else 1 :: 2], default=0.0)


def trials(game: Game, text: str, terms: Terms, games: int) -> Iterator[Trial]:
    """Games as they are played, with the sides in turn; PalamedesError if there is no such player.

    A bot in a file of Python is run as a program of its own, so that it is stopped if it hangs.
    """
    if is_bot(text) or (text.strip().endswith(".py") and ":" not in text):
        if not bot_path(text).is_file():
            raise PalamedesError(_("{path}: there is no such file").format(path=bot_path(text)))
        text = bot_program(bot_path(text), game)
    entrants = Entrant("bot", text), Entrant("random", "random")
    plan = Plan(game.id, entrants, terms, games=games, openings=0)
    check(plan)
    for fixture in plan.fixtures():
        (answer,) = play_jobs([job_of(plan, fixture, ())])
        yield Trial(
            FinishedGame(fixture, answer.record), answer.errors[0 if fixture.first == BOT else 1]
        )
