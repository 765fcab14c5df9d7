"""Games between players: one, or a whole tournament."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias, TypedDict, Unpack

from palamedes.arena.early_stop import counted_games
from palamedes.arena.export import to_csv, to_document
from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.game_jobs import job_of
from palamedes.arena.journal import open_journal
from palamedes.arena.openings import openings_of
from palamedes.arena.plan import Entrant, GameTerms, Plan, unique_name
from palamedes.arena.play_game import play_game as play_to_the_end
from palamedes.arena.programs import check_programs
from palamedes.arena.standings import Standing, Standings, standings
from palamedes.arena.tournament import check_players, play_tournament
from palamedes.core.display import Displayed
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.record import from_document
from palamedes.core.record import to_document as record_of
from palamedes.games import find_game
from palamedes.library.arguments import game_of, limits_of, whole, workers_of
from palamedes.library.solving import tables_for
from palamedes.players import Bot, Player, make_player

MOST_GAMES = 1_000_000
MOST_PLIES = 100

PlayerLike: TypeAlias = str | type[Bot] | Bot  # a spec such as `hard`, or a bot of your own
OnGame: TypeAlias = Callable[[Match], None]


class MoveLimits(TypedDict, total=False):
    """The limits of each move: seconds, after which a player loses, plies, nodes."""

    time: float | None
    depth: int | None
    nodes: int | None


def play_game(
    game: Game | str,
    first: PlayerLike,
    second: PlayerLike,
    *,
    seed: int = 0,
    **limits: Unpack[MoveLimits],
) -> Match:
    """Play a game between two players and return it.

    >>> import palamedes
    >>> match = palamedes.play_game("morpion", "medium", "random", seed=1)
    >>> match.result.reason
    'normal'

    Players are texts such as `hard`, `step4` or `mcts:nodes=500`, or bots of your own. The limits
    hold for each move of both: `time` in seconds, `depth`, `nodes`.
    """
    chosen = game_of(game)
    names = (_name(first), _name(second))
    match = Match.of(chosen, names)
    seeds = Random(seed)
    players = [_player(chosen, each, seeds.getrandbits(32)) for each in (first, second)]
    play_to_the_end(match, players, _terms(chosen, **limits))
    return match


@dataclass(frozen=True)
class TournamentResult(Displayed):
    """A finished tournament: its plan, all games, and what they say of the players."""

    plan: Plan
    played: tuple[FinishedGame, ...]

    def __repr__(self) -> str:
        players, games = len(self.plan.entrants), len(self.played)
        return f"<tournament of {self.plan.game}: {players} players, {games} games>"

    @cached_property
    def standings(self) -> Standings:
        """Ratings with 95 % intervals, scores, and what happened between any two players."""
        return standings(self.plan, self.played)

    @property
    def players(self) -> list[Standing]:
        """The players with their figures, best first."""
        return self.standings.players

    @cached_property
    def games(self) -> list[Match]:
        """All games, in the order of the plan."""
        return [from_document(each.record, find_game) for each in self.played]

    def to_document(self) -> dict[str, Any]:
        """The plan and the standings as JSON."""
        return to_document(self.plan, self.standings)

    def __str__(self) -> str:
        """A line for each player, best first: name, points, games, rating."""
        width = max(len(player.name) for player in self.players)
        return "\n".join(
            f"{player.name:{width}}  {player.score.points:g}/{player.score.games}"
            + ("" if player.rating is None else f"  {player.rating:+.0f}")
            for player in self.players
        )

    def to_csv(self) -> str:
        """The standings as a table for spreadsheets."""
        return to_csv(self.standings)


def tournament(
    game: Game | str,
    players: Sequence[PlayerLike] | Mapping[str, PlayerLike],
    *,
    games: int = 50,
    openings: int = 4,
    gauntlet: bool = False,
    seed: int = 0,
    workers: int | None = None,
    journal: str | Path | None = None,
    on_game: OnGame | None = None,
    **limits: Unpack[MoveLimits],
) -> TournamentResult:
    """Let every player meet every other, `games` times, over fair random openings.

    >>> import palamedes
    >>> result = palamedes.tournament("morpion", ["random", "medium"], games=4, openings=0)
    >>> [player.name for player in result.players]
    ['medium', 'random']

    Players are texts such as `hard`, `mcts:nodes=500` or `bot:FILE.py`, or bots of your own; a
    mapping gives them names. In a `gauntlet` only the first meets the others. The games are played
    on several threads; those of bots that are given as classes or objects one after the other. A
    `journal` is a file that keeps each game at once: call again with the same one to go on. The
    limits hold for each move: `time` in seconds, `depth`, `nodes`.
    """
    chosen = game_of(game)
    named = _named(players)
    whole("games", games, 1, MOST_GAMES)
    whole("openings", openings, 0, MOST_PLIES)
    count = workers_of(workers)
    entrants = tuple(Entrant(name, _spec(player)) for name, player in named.items())
    terms = _terms(chosen, **limits)
    plan = Plan(chosen.id, entrants, terms, games, gauntlet, openings, seed)
    tell = _teller(on_game)
    if all(isinstance(player, str) for player in named.values()):
        return TournamentResult(plan, tuple(_play_plan(plan, count, journal, tell)))
    if journal is not None:
        raise PalamedesError(_("a journal needs players that it can name, such as bot:FILE.py"))
    return TournamentResult(plan, tuple(_play_here(plan, list(named.values()), tell)))


def run_bot(kind: type[Bot]) -> None:
    """Run this bot as a program: it speaks UGI for the game named by the first argument.

    In a file that is loaded (`bot:FILE.py`) it does nothing.
    """
    from palamedes.arena.kit.run import run_as_program  # needed by bots alone

    run_as_program(kind)


def _play_plan(
    plan: Plan, workers: int, journal: str | Path | None, tell: Callable[[FinishedGame], None]
) -> Sequence[FinishedGame]:
    """Play what the journal lacks; without one, everything."""
    check_players(plan)
    check_programs(entrant.spec for entrant in plan.entrants)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal" if journal is None else Path(journal)
        with open_journal(path, plan) as opened, ThreadPoolExecutor(workers) as pool:
            play_tournament(opened, pool, workers, tell)
            return counted_games(plan, opened.games)


def _play_here(
    plan: Plan, players: Sequence[PlayerLike], tell: Callable[[FinishedGame], None]
) -> list[FinishedGame]:
    """Play one game after the other in this thread: the bots exist only in this program."""
    game, played, opening = find_game(plan.game), [], openings_of(plan)
    for fixture in plan.fixtures():
        job = job_of(plan, fixture, opening(fixture.opening))
        match, seeds = job.begin(game), Random(job.seed)
        sides = (players[fixture.first], players[fixture.second])
        meeting = [_player(game, each, seeds.getrandbits(32)) for each in sides]
        play_to_the_end(match, meeting, plan.terms)
        played.append(FinishedGame(fixture, record_of(match)))
        tell(played[-1])
    return played


def _teller(on_game: OnGame | None) -> Callable[[FinishedGame], None]:
    def tell(finished: FinishedGame) -> None:
        if on_game is not None:
            on_game(from_document(finished.record, find_game))

    return tell


def _terms(
    game: Game, time: float | None = None, depth: int | None = None, nodes: int | None = None
) -> GameTerms:
    limits = limits_of(time, depth, nodes)
    return GameTerms(game.history, limits.seconds, depth=limits.depth, nodes=limits.nodes)


def _named(players: Sequence[PlayerLike] | Mapping[str, PlayerLike]) -> dict[str, PlayerLike]:
    """The players by name: one that is taken gets a number."""
    if isinstance(players, Mapping):
        return dict(players)
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise PalamedesError(_("players must be a list, such as ['easy', 'hard']"))
    named: dict[str, PlayerLike] = {}
    for player in players:
        named[unique_name(_name(player), named)] = player
    return named


def _name(player: PlayerLike) -> str:
    if isinstance(player, str):
        return player
    return player.__name__ if isinstance(player, type) else type(player).__name__


def _spec(player: PlayerLike) -> str:
    """What the plan says of a player."""
    return player if isinstance(player, str) else _name(player)


def _player(game: Game, player: PlayerLike, seed: int) -> Player:
    if isinstance(player, str):
        tables_for(game, player)
        return make_player(game, player, seed)
    if isinstance(player, Bot):
        return player
    if isinstance(player, type) and issubclass(player, Bot):
        try:
            return player()
        except TypeError as error:  # it lacks `move`, or wants arguments
            raise PalamedesError(f"{player.__name__}: {error}") from error
    raise PalamedesError(
        _(
            "{player!r} is not a player: give a text such as 'hard', or a class derived from Bot"
        ).format(player=str(player)[:40])
    )
