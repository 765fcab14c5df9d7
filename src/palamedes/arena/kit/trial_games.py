"""A few quick games of a bot against random moves, to see whether anything goes wrong."""

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from palamedes.arena.diagnosis import Diagnosis, debug_output, diagnose
from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.game_jobs import job_of, play_jobs
from palamedes.arena.kit.run import guarded_spec
from palamedes.arena.plan import Entrant, GameTerms, Opening, Plan
from palamedes.arena.tournament import check_players, compile_ahead
from palamedes.core.game import Game
from palamedes.players.exchange import Exchange

BOT = 0  # its index in the plan
PLIES = 200  # of a trial game: some games go on for ever if nobody plans to win
LAST_LINES = 10  # of stderr, shown after a fault


@dataclass(frozen=True)
class TrialGame:
    """A game of the bot, what the bot printed on stderr, and its last words with the arena."""

    game: FinishedGame
    errors: str
    exchange: Exchange
    plies: int  # after which the game is stopped

    @property
    def moves_first(self) -> bool:
        return self.game.fixture.first == BOT

    @cached_property
    def diagnosis(self) -> Diagnosis | None:
        """Why the bot failed; None if it did not."""
        return diagnose(self.game, BOT, self.errors, self.exchange)

    @property
    def remark(self) -> Diagnosis | None:
        """What should be better, although the game went well."""
        return debug_output(self.exchange)

    @property
    def fault(self) -> str:
        """Why the bot lost, if it did not lose on the board; otherwise empty."""
        return self.game.reason if self.diagnosis is not None else ""

    @property
    def is_stopped(self) -> bool:
        """Whether the game was ended because it took too long."""
        return self.game.reason == "limit" and len(self.game.moves) >= self.plies

    @property
    def never_began(self) -> bool:
        """Whether the bot failed before its first move, as it will in every game."""
        return self.diagnosis is not None and not self.diagnosis.position

    @property
    def slowest(self) -> float:
        """Seconds of the bot's slowest move."""
        return max(self.game.record["seconds"][0 if self.moves_first else 1 :: 2], default=0.0)

    @property
    def last_errors(self) -> list[str]:
        return self.errors.splitlines()[-LAST_LINES:]

    def document(self) -> dict[str, Any]:
        """The game for other programs."""
        return {
            "number": self.game.fixture.number + 1,
            "moves_first": self.moves_first,
            "points": self.game.score_of(BOT),
            "reason": self.game.reason,
            "plies": len(self.game.moves),
            "stopped": self.is_stopped,
            "slowest_move": self.slowest,
            "fault": self.diagnosis and _diagnosis_document(self.diagnosis),
            "remark": self.remark and _diagnosis_document(self.remark),
            "stderr": self.last_errors,
        }


def _diagnosis_document(diagnosis: Diagnosis) -> dict[str, Any]:
    line = diagnosis.line
    return {**asdict(diagnosis), "line": line and line._asdict()}


def play_trial_games(
    game: Game, text: str, terms: GameTerms, games: int, plies: int = PLIES
) -> Iterator[TrialGame]:
    """Play games with alternating sides, and yield each when it ends, after `plies` at the latest.

    PalamedesError if the player does not exist. A game that the bot cannot even begin is the last.
    """
    entrants = Entrant("bot", guarded_spec(text, game)), Entrant("random", "random")
    limit = min(plies, terms.history.plies or plies)
    terms = replace(terms, history=replace(terms.history, plies=limit))
    plan = Plan(game.id, entrants, terms, games=games, openings=0)
    check_players(plan)
    compile_ahead(plan)
    for fixture in plan.fixtures():
        with redirect_stdout(sys.stderr):  # a bot in this process may print
            (result,) = play_jobs([job_of(plan, fixture, Opening())])
        seat = 0 if fixture.first == BOT else 1
        finished = FinishedGame(fixture, result.record)
        trial = TrialGame(finished, result.errors[seat], result.exchanges[seat], plies)
        yield trial
        if trial.never_began:
            return
