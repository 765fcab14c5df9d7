"""Players by name: a level of the game, or an algorithm with options.

hard                          a level, as the game declares it
hard:error=0.3                the same with a handicap: so large a share of its moves is random
hard:style=aggressive         the same with a style: or defensive, unpredictable (players/style.py)
alphabeta:depth=6,eval=expert
mcts:time=0.5
cmd:./bot --fast              an external program: players/external says how it is spoken to
bot:FILE.py                   a bot written in Python, run in this process: players/bot.py
"""

from collections.abc import Callable, Mapping
from random import Random

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game, State
from palamedes.core.language import _
from palamedes.core.probe import Oracle
from palamedes.players.bot import bot_path, is_bot, load_bot
from palamedes.players.external import Bounds, is_program, program_player
from palamedes.players.player import (
    Careless,
    EnginePlayer,
    ExactPlayer,
    Number,
    Player,
    RandomPlayer,
    Searcher,
)
from palamedes.players.style import Styled, check_style
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Engine, Limits
from palamedes.search.exact import ExactSearch
from palamedes.search.mcts.engine import ESTIMATED_WIN, MonteCarlo
from palamedes.search.nothing import Nothing
from palamedes.search.truth import TruthEngine
from palamedes.solver.tablebase import Tablebase


def make_player(
    game: Game,
    text: str,
    seed: int = 0,
    bounds: Bounds = Bounds(),  # noqa: B008 - immutable
) -> Player:
    """The player that a text names; PalamedesError if it names none. Bounds are for programs."""
    if is_program(text):
        return program_player(game, text, bounds)
    if is_bot(text):
        return load_bot(bot_path(text))
    algorithm, options = _resolve(game, text)
    if algorithm not in ALGORITHMS:
        known = ", ".join(dict.fromkeys([*game.levels, *ALGORITHMS]))
        raise PalamedesError(
            _("unknown player {name!r}; there are: {known}").format(name=text[:40], known=known)
        )
    settings = _Settings(game, options, Random(seed))
    error = settings.number("error", float, 0.0, 0.0, 1.0)
    style = settings.word("style")
    player = ALGORITHMS[algorithm](settings)
    if style:
        player = _with_style(player, style, settings, algorithm)
    settings.check_all_used()
    return Careless(player, error, settings.random) if error else player


def _with_style(player: Player, style: str, settings: "_Settings", algorithm: str) -> Player:
    check_style(style)
    if not isinstance(player, Searcher):
        raise PalamedesError(_("{name!r} plays by chance, in no style").format(name=algorithm))
    unit = float(ESTIMATED_WIN) if algorithm == "mcts" else 0.0
    return Styled(player, style, settings.evaluation(), settings.random, unit)


def make_engine(game: Game, text: str) -> Engine:
    """An engine for analysis: `alphabeta:threads=2,eval=expert` or `mcts`."""
    algorithm, options = _resolve(game, text)
    if algorithm not in ENGINES:
        known = ", ".join(ENGINES)
        raise PalamedesError(
            _("unknown engine {name!r}; there are: {known}").format(name=text[:40], known=known)
        )
    settings = _Settings(game, options, Random(0))
    engine = ENGINES[algorithm](settings)
    settings.check_all_used()
    return engine


def best_engine(game: Game) -> Engine:
    """The engine that knows most: it asks the tables there are, and searches."""
    return make_engine(game, "perfect" if game.layers is not None else "alphabeta")


def needs_tables(game: Game, text: str) -> bool:
    """Whether the player that a text names cannot play before the game is solved."""
    if is_program(text) or is_bot(text):
        return False
    algorithm, _options = _resolve(game, text)
    return algorithm == "perfect" and bool(Tablebase(game).missing_usual)


def evaluation_of(game: Game, name: str) -> State:
    """An evaluation of a game by its name."""
    known = {**game.evaluations, "none": Nothing()}
    found = known.get(game.evaluation_name(name))
    if found is None:
        raise PalamedesError(
            _("{game} has no evaluation {name!r}; there are: {known}").format(
                game=game.name, name=name[:40], known=", ".join(known)
            )
        )
    return found


def default_evaluation(game: Game) -> State:
    """The evaluation that searches of a game use where none is named."""
    return evaluation_of(game, "tuned" if "tuned" in game.evaluations else "none")


def _resolve(game: Game, text: str) -> tuple[str, dict[str, str]]:
    """The algorithm and the options behind a text; those of a level can be overridden."""
    name, _colon, rest = text.strip().lower().partition(":")
    options = _options(rest)
    if name in game.levels:
        algorithm, _colon, declared = game.levels[name].partition(":")
        return algorithm, {**_options(declared), **options}
    return name, options


def _options(text: str) -> dict[str, str]:
    options = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise PalamedesError(_("{part!r} is not an option=value").format(part=part[:40]))
        options[name.strip()] = value.strip()
    return options


class _Settings:
    """Options being read; what nobody reads is a mistake."""

    def __init__(self, game: Game, options: Mapping[str, str], random: Random) -> None:
        self.game = game
        self.random = random
        self._options = dict(options)
        self._evaluation: State | None = None

    def number(
        self, name: str, kind: Callable[[str], Number], default: Number, least: Number, most: Number
    ) -> Number:
        text = self._options.pop(name, None)
        if text is None:
            return default
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or not least <= value <= most:
            raise PalamedesError(
                _("{name} must be a number from {least} to {most}, not {text!r}").format(
                    name=name, least=least, most=most, text=text[:40]
                )
            )
        return value

    def word(self, name: str) -> str:
        return self._options.pop(name, "")

    def evaluation(self) -> State:
        if self._evaluation is None:
            name = self._options.pop("eval", None)
            self._evaluation = (
                default_evaluation(self.game) if name is None else evaluation_of(self.game, name)
            )
        return self._evaluation

    def has(self, *names: str) -> bool:
        return any(name in self._options for name in names)

    def limits(self, default_seconds: float) -> Limits:
        """What limits a search; the time if nothing else does."""
        seconds = 0.0 if self.has("depth", "nodes") else default_seconds
        depth = self.number("depth", int, 0, 1, 100)
        nodes = self.number("nodes", int, 0, 1, 10**12)
        seconds = self.number("time", float, seconds, 0.001, 86_400.0)
        return Limits(depth or None, nodes or None, seconds or None)

    def check_all_used(self) -> None:
        for name in self._options:
            raise PalamedesError(_("unknown option {name!r}").format(name=name[:40]))


def _random(settings: _Settings) -> Player:
    return RandomPlayer(settings.random)


def _best(settings: _Settings) -> Player:
    return ExactPlayer(ExactSearch(settings.evaluation(), depth=1), settings.random)


def _minimax(settings: _Settings) -> Player:
    depth = settings.number("depth", int, 2, 1, 20)
    return ExactPlayer(ExactSearch(settings.evaluation(), depth, pruning=False), settings.random)


def _alphabeta(settings: _Settings) -> Player:
    if settings.has("depth") and not settings.has("time", "nodes", "threads", "hash", "tables"):
        depth = settings.number("depth", int, 4, 1, 100)
        return ExactPlayer(ExactSearch(settings.evaluation(), depth), settings.random)
    return _engine_player(settings, _alphabeta_engine)


def _mcts(settings: _Settings) -> Player:
    return _engine_player(settings, _mcts_engine)


def _engine_player(settings: _Settings, engine: Callable[[_Settings], Engine]) -> Player:
    limits = settings.limits(default_seconds=1.0)
    return EnginePlayer(engine(settings), limits)


def _alphabeta_engine(settings: _Settings) -> Engine:
    """A search; with `tables=1` one that asks them, and keeps what they promise."""
    if settings.number("tables", int, 0, 0, 1):
        tables = Tablebase(settings.game)
        return TruthEngine(tables, _search_engine(settings, tables), searches_draws=True)
    return _search_engine(settings)


def _search_engine(settings: _Settings, oracle: Oracle | None = None) -> Engine:
    megabytes = settings.number("hash", int, 32, 1, 65_536)
    threads = settings.number("threads", int, 1, 1, 256)
    evaluation = settings.evaluation()
    return AlphaBeta(evaluation, megabytes=megabytes, threads=threads, oracle=oracle)


def _mcts_engine(settings: _Settings) -> Engine:
    evaluation = settings.evaluation() if settings.has("eval") else None
    return MonteCarlo(evaluation, seed=settings.random.getrandbits(62))


def _perfect(settings: _Settings) -> Player:
    if Tablebase(settings.game).missing_usual:
        raise PalamedesError(
            _("there are no tables yet: palamedes solve {game}").format(game=settings.game.id)
        )
    return _engine_player(settings, _perfect_engine)


def _perfect_engine(settings: _Settings) -> Engine:
    """The truth where there are tables, and a search that asks them where there are none."""
    tables = Tablebase(settings.game)
    return TruthEngine(tables, _search_engine(settings, tables))


ENGINES: dict[str, Callable[[_Settings], Engine]] = {
    "alphabeta": _alphabeta_engine,
    "mcts": _mcts_engine,
    "perfect": _perfect_engine,
}
ALGORITHMS: dict[str, Callable[[_Settings], Player]] = {
    "random": _random,
    "best": _best,
    "minimax": _minimax,
    "alphabeta": _alphabeta,
    "mcts": _mcts,
    "perfect": _perfect,
}
