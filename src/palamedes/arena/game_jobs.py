"""The jobs of a worker process: play a few games, return plain data."""

from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from palamedes.arena.kept_programs import KEPT
from palamedes.arena.plan import Entrant, Fixture, GameTerms, Opening, Plan
from palamedes.arena.play_game import play_game
from palamedes.core.game import Game
from palamedes.core.match import Match
from palamedes.core.record import to_document
from palamedes.games import find_game
from palamedes.players import Allowance, is_program, make_player
from palamedes.players.bot import bot_path, bot_program, is_bot
from palamedes.players.exchange import Exchange

WARM_UP = 0.05  # seconds of search that compile or load a player's code

_warm: set[tuple[str, str]] = set()  # game and spec of players whose code is compiled


@dataclass(frozen=True)
class GameJob:
    """A game to play, with everything a worker needs for it."""

    game: str
    fixture: Fixture
    entrants: tuple[Entrant, Entrant]
    opening: Opening
    seed: str
    terms: GameTerms

    def begin(self, game: Game) -> Match:
        """The game with its opening played."""
        one, other = self.entrants
        return self.opening.begin(game, self.terms.history, (one.name, other.name))


class GameJobResult(NamedTuple):
    """The record of a game, what each player printed on stderr, and its last words."""

    fixture: Fixture
    record: dict[str, Any]
    errors: tuple[str, str]
    exchanges: tuple[Exchange, Exchange] = (Exchange(), Exchange())


def job_of(plan: Plan, fixture: Fixture, opening: Opening) -> GameJob:
    entrants = plan.entrants[fixture.first], plan.entrants[fixture.second]
    seed = f"{plan.seed} {fixture.number}"
    return GameJob(plan.game, fixture, entrants, opening, seed, plan.terms)


def play_jobs(jobs: list[GameJob]) -> list[GameJobResult]:
    """Play games, in a process or a thread of its own."""
    return [_play(job) for job in jobs]


def _play(job: GameJob) -> GameJobResult:
    game = find_game(job.game)
    match = job.begin(game)
    seeds = Random(job.seed)
    specs = [_stoppable(game, entrant.spec, job.terms) for entrant in job.entrants]
    players = [
        KEPT.player(game, Entrant(entrant.name, spec), seeds.getrandbits(32), job.terms.bounds)
        for entrant, spec in zip(job.entrants, specs, strict=True)
    ]
    for spec in specs:
        _warm_up(game, spec)
    play_game(match, players, job.terms)
    KEPT.forget_ended()
    one_player, other_player = players
    return GameJobResult(
        job.fixture,
        to_document(match),
        (one_player.errors, other_player.errors),
        (one_player.exchange, other_player.exchange),
    )


def _stoppable(game: Game, spec: str, terms: GameTerms) -> str:
    """The spec, except that a bot with a clock runs as a program, which can be killed."""
    has_clock = terms.move is not None or terms.total is not None
    return bot_program(bot_path(spec), game) if is_bot(spec) and has_clock else spec


def _warm_up(game: Game, spec: str) -> None:
    """Compile the code of a player before the game, so that its clock does not pay for that."""
    if (game.id, spec) in _warm or is_program(spec) or is_bot(spec):
        return
    _warm.add((game.id, spec))
    make_player(game, spec).choose(Match.of(game), Allowance(move=WARM_UP, depth=1))
