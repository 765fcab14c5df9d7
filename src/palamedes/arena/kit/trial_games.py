"""A few quick games of a bot against random moves, to see whether anything goes wrong."""

from collections.abc import Iterator
from typing import NamedTuple

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.game_jobs import job_of, play_jobs
from palamedes.arena.kit.run import bot_program
from palamedes.arena.plan import Entrant, GameTerms, Plan
from palamedes.arena.standings import FAILURES
from palamedes.arena.tournament import check_players
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.players.bot import bot_path, is_bot

BOT = 0  # its index in the plan


class TrialGame(NamedTuple):
    """A game of the bot, and what the bot printed on stderr."""

    game: FinishedGame
    errors: str

    @property
    def moves_first(self) -> bool:
        return self.game.fixture.first == BOT

    @property
    def fault(self) -> str:
        """Why the bot lost, if it did not lose on the board; otherwise empty."""
        is_lost = self.game.score_of(BOT) == 0
        return self.game.reason if is_lost and self.game.reason in FAILURES else ""

    @property
    def detail(self) -> str:
        return str(self.game.record["result"].get("detail", ""))

    @property
    def slowest(self) -> float:
        """Seconds of the bot's slowest move."""
        return max(self.game.record["seconds"][0 if self.moves_first else 1 :: 2], default=0.0)


def play_trial_games(game: Game, text: str, terms: GameTerms, games: int) -> Iterator[TrialGame]:
    """Play games with alternating sides, and yield each when it ends.

    PalamedesError if the player does not exist. A Python bot runs as a separate program, which can
    be killed if it hangs.
    """
    if is_bot(text) or (text.strip().endswith(".py") and ":" not in text):
        if not bot_path(text).is_file():
            raise PalamedesError(_("{path}: file not found").format(path=bot_path(text)))
        text = bot_program(bot_path(text), game)
    entrants = Entrant("bot", text), Entrant("random", "random")
    plan = Plan(game.id, entrants, terms, games=games, openings=0)
    check_players(plan)
    for fixture in plan.fixtures():
        (result,) = play_jobs([job_of(plan, fixture, ())])
        yield TrialGame(
            FinishedGame(fixture, result.record), result.errors[0 if fixture.first == BOT else 1]
        )
