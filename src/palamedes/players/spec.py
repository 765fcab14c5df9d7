"""Player specs: texts that name a player.

hard                            a level of the game
step4                           a step of its ladder (players/ladder.py)
adaptive:rating=1480            finds the level of its opponent (players/adaptive.py)
hard:error=0.3                  a level with a handicap: 30 % of its moves are random
hard:style=aggressive           a level with a style (players/style.py)
hard:blur=0.1                   a level that misjudges moves by about 10 % (players/blurred.py)
alphabeta:depth=6,eval=expert   an algorithm with options
mcts:time=0.5
cmd:./bot --fast                an external program (players/external)
bot:FILE.py                     a bot written in Python, run in this process if it has no sandbox
learned:FILE,time=0.5           alpha-beta with an evaluation of your own (`palamedes learn`)
myengine:depth=3                an engine that a plug-in adds (players/engine_plugins.py)
master:book=0                   a level that does without its opening book (search/book_engine.py)
"""

from collections.abc import Callable
from functools import partial
from random import Random

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.probe import Oracle
from palamedes.players.adaptive import ADAPTIVE, AdaptivePlayer, newcomer
from palamedes.players.blurred import BlurredPlayer
from palamedes.players.bot import bot_path, bot_program, is_bot, load_bot
from palamedes.players.engine_plugins import engine_names, find_engine
from palamedes.players.external import Bounds, is_program, program_player, usual_bounds
from palamedes.players.ladder import find_step, is_step, ladder
from palamedes.players.learned import is_learned, split_learned
from palamedes.players.player import (
    EnginePlayer,
    ExactPlayer,
    HandicappedPlayer,
    Player,
    RandomPlayer,
    SearchingPlayer,
)
from palamedes.players.spec_options import SpecOptions
from palamedes.players.style import StyledPlayer, check_style
from palamedes.search.alphabeta.engine import AlphaBeta
from palamedes.search.analysis import Engine
from palamedes.search.book_engine import BookEngine
from palamedes.search.fixed_depth import ExactSearch
from palamedes.search.learned.files import read_learned
from palamedes.search.mcts.engine import ESTIMATED_WIN, MonteCarlo
from palamedes.search.truth_engine import TruthEngine
from palamedes.solver.exact_values import ExactValues
from palamedes.solver.tablebase import Tablebase

SIGHT = 2  # plies within which a blurred player misjudges nothing
STRONGEST = 4000.0  # rating of an adaptive player
HASH = 32  # megabytes of the transposition table, unless a spec names another size


def make_player(
    game: Game,
    text: str,
    seed: int = 0,
    bounds: Bounds | None = None,
) -> Player:
    """The player named by a spec; PalamedesError if the spec is wrong.

    Bounds limit programs (by default `usual_bounds`); in a sandbox, a Python bot is a program, too.
    """
    if bounds is None:
        bounds = usual_bounds()
    if is_bot(text) and bounds.sandbox != "off":
        text = bot_program(bot_path(text), game)
    if is_program(text):
        return program_player(game, text, bounds)
    if is_bot(text):
        return load_bot(bot_path(text))
    algorithm, options = _read_spec(game, text, Random(seed))
    if algorithm == ADAPTIVE:
        return _adaptive(options)
    make = _find_algorithm(algorithm)
    if make is None:  # of a level of somebody's game it is the player behind it that is unknown
        raise _unknown(game, algorithm if text in game.levels else text[:40])
    return _with_handicaps(make, algorithm, options)


def _unknown(game: Game, name: str) -> PalamedesError:
    steps = f"step1...step{len(ladder(game))}"
    names = [ADAPTIVE, steps, *game.levels, *ALGORITHMS, *engine_names()]
    known = ", ".join(dict.fromkeys(names))
    return PalamedesError(
        _("unknown player {name!r}; choose from {known}").format(name=name, known=known)
    )


def _with_handicaps(
    make: Callable[[SpecOptions], Player], algorithm: str, options: SpecOptions
) -> Player:
    """The player that `make` makes, with the blur, the style and the errors it is to have."""
    error = options.number("error", float, 0.0, 0.0, 1.0)
    blur = options.number("blur", float, 0.0, 0.0, 1.0)
    sight = options.number("sight", int, SIGHT, 0, 100)
    style = options.word("style")
    player = make(options)
    if options.number("book", int, 0, 0, 1):  # not read by players that can have none
        raise PalamedesError(_("{name!r} has no opening book").format(name=algorithm))
    if blur:
        player = BlurredPlayer(_searching(player, algorithm), blur, sight, options.random)
    if style:
        player = _with_style(player, style, options, algorithm)
    options.check_all_used()
    return HandicappedPlayer(player, error, options.random) if error else player


def _adaptive(options: SpecOptions) -> Player:
    """The steps of the ladder make the moves, with a style if one is named."""
    game, random, style = options.game, options.random, options.word("style")
    if style:
        check_style(style)
    rating = options.number("rating", float, newcomer(game).rating, 0.0, STRONGEST)
    plays_by_book = options.number("book", int, 1, 0, 1)
    options.check_all_used()
    own = [f"style={style}"] if style else []
    own += [] if plays_by_book else ["book=0"]

    def make(spec: str) -> Player:
        name, _colon, declared = spec.partition(":")
        full = f"{name}:{','.join(filter(None, [declared, *own]))}"
        return make_player(game, full, random.getrandbits(32))

    return AdaptivePlayer(game, rating, make, random)


def _searching(player: Player, algorithm: str) -> SearchingPlayer:
    if isinstance(player, SearchingPlayer):
        return player
    raise PalamedesError(
        _("{name!r} plays at random: it can have neither style nor blur").format(name=algorithm)
    )


def _with_style(player: Player, style: str, options: SpecOptions, algorithm: str) -> Player:
    check_style(style)
    searching = _searching(player, algorithm)
    unit = float(ESTIMATED_WIN) if algorithm == "mcts" else 0.0
    return StyledPlayer(searching, style, options.evaluation(), options.random, unit)


def make_engine(game: Game, text: str) -> Engine:
    """An engine for analysis: `alphabeta:threads=2,eval=expert`, `mcts` or `learned:FILE`."""
    name = "alphabeta" if is_learned(text) else text.partition(":")[0].strip().lower()
    make = ENGINES.get(name) or find_engine(name)
    if make is None:
        known = ", ".join([*ENGINES, *engine_names(), "learned:FILE"])
        raise PalamedesError(
            _("unknown engine {name!r}; choose from {known}").format(name=text[:40], known=known)
        )
    if is_learned(text):
        _algorithm, options = _read_spec(game, text, Random(0))
    else:  # no level, even if the game has one of that name
        options = SpecOptions(game, _split(text)[1], Random(0))
    engine = make(options)
    options.check_all_used()
    return engine


def best_engine_spec(game: Game, megabytes: int = HASH, threads: int = 1) -> str:
    """The spec of the strongest engine for analysing a game.

    It is `perfect`, which looks values up in the tables built so far and searches elsewhere, or
    `alphabeta` for a game that cannot have tables.
    """
    algorithm = "alphabeta" if game.layers is None else "perfect"
    return f"{algorithm}:hash={megabytes},threads={threads}"


def best_engine(game: Game, megabytes: int = HASH, threads: int = 1) -> Engine:
    """The engine of `best_engine_spec`."""
    return make_engine(game, best_engine_spec(game, megabytes, threads))


def adaptive_rating(game: Game, text: str) -> float | None:
    """The rating an adaptive player begins with; None if the spec names another player."""
    if opens_a_file(text):
        return None
    name, values = _split(text)
    if name != ADAPTIVE:
        return None
    options = SpecOptions(game, values, Random(0))
    return options.number("rating", float, newcomer(game).rating, 0.0, STRONGEST)


def opens_a_file(text: str) -> bool:
    """Whether a spec names a program or a file, which no record from elsewhere may open."""
    return is_program(text) or is_bot(text) or is_learned(text)


def needs_tables(game: Game, text: str) -> bool:
    """Whether a spec names a player that needs tables which are not built yet."""
    if opens_a_file(text):
        return False
    algorithm, _values = _resolve(game, text)
    return algorithm == "perfect" and bool(Tablebase(game).missing_usual)


def uses_tables(game: Game, text: str) -> bool:
    """Whether a spec names a player that looks positions up in tables."""
    if opens_a_file(text):
        return False
    algorithm, values = _resolve(game, text)
    return algorithm == "perfect" or values.get("tables", "0") != "0"


def _read_spec(game: Game, text: str, random: Random) -> tuple[str, SpecOptions]:
    """The algorithm of a spec and its options; the evaluation in a file is read."""
    if is_learned(text):
        file, declared = split_learned(text)
        values = _parse_options(declared)
        evaluation = read_learned(file, game).evaluation(game)
        return "alphabeta", SpecOptions(game, values, random, evaluation)
    algorithm, values = _resolve(game, text)
    return algorithm, SpecOptions(game, values, random)


def without_book(game: Game, text: str) -> str:
    """The spec of the same player without an opening book; the same spec if it uses none."""
    if opens_a_file(text):
        return text
    _algorithm, values = _resolve(game, text)
    if values.get("book", "0") == "0":
        return text
    return f"{text}{',' if ':' in text else ':'}book=0"


def _resolve(game: Game, text: str) -> tuple[str, dict[str, str]]:
    """The algorithm and the options of a spec; options override those of the level."""
    name, values = _split(text)
    if is_step(name):
        algorithm, declared = _resolve(game, find_step(game, name).spec)
    elif name in game.levels:
        algorithm, declared = _split(game.levels[name])
    else:
        return name, values
    return algorithm, {**declared, **values}


def _split(text: str) -> tuple[str, dict[str, str]]:
    """The name and the options of a spec."""
    name, _colon, rest = text.strip().lower().partition(":")
    return name, _parse_options(rest)


def _parse_options(text: str) -> dict[str, str]:
    values = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise PalamedesError(
                _("{part!r} must have the form option=value").format(part=part[:40])
            )
        values[name.strip()] = value.strip()
    return values


def _find_algorithm(name: str) -> Callable[[SpecOptions], Player] | None:
    """What makes the players of a name: ours, or one that plays the moves of an added engine."""
    if name in ALGORITHMS:
        return ALGORITHMS[name]
    engine = find_engine(name)
    return None if engine is None else partial(_engine_player, engine=engine)


def _random(options: SpecOptions) -> Player:
    return RandomPlayer(options.random)


def _best(options: SpecOptions) -> Player:
    return ExactPlayer(ExactSearch(options.evaluation(), depth=1), options.random)


def _minimax(options: SpecOptions) -> Player:
    depth = options.number("depth", int, 2, 1, 20)
    return ExactPlayer(ExactSearch(options.evaluation(), depth, pruning=False), options.random)


def _alphabeta(options: SpecOptions) -> Player:
    if options.number("book", int, 0, 0, 1):
        return _engine_player(options, _book_engine)
    if options.has("depth") and not options.has("time", "nodes", "threads", "hash", "tables"):
        depth = options.number("depth", int, 4, 1, 100)
        return ExactPlayer(ExactSearch(options.evaluation(), depth), options.random)
    return _engine_player(options, _alphabeta_engine)


def _mcts(options: SpecOptions) -> Player:
    return _engine_player(options, _mcts_engine)


def _engine_player(options: SpecOptions, engine: Callable[[SpecOptions], Engine]) -> Player:
    limits = options.limits(default_seconds=1.0)
    return EnginePlayer(engine(options), limits)


def _alphabeta_engine(options: SpecOptions) -> Engine:
    """Alpha-beta; with `tables=1` it looks positions up and never gives a known value away."""
    if options.number("tables", int, 0, 0, 1):
        tables = Tablebase(options.game)
        return TruthEngine(tables, _search_engine(options, tables), searches_draws=True)
    return _search_engine(options)


def _book_engine(options: SpecOptions) -> Engine:
    """Alpha-beta that plays the opening from the book of the game."""
    return BookEngine(_alphabeta_engine(options), options.random)


def _search_engine(options: SpecOptions, oracle: Oracle | None = None) -> Engine:
    megabytes = options.number("hash", int, HASH, 1, 65_536)
    threads = options.number("threads", int, 1, 1, 256)
    evaluation = options.evaluation()
    return AlphaBeta(evaluation, megabytes=megabytes, threads=threads, oracle=oracle)


def _mcts_engine(options: SpecOptions) -> Engine:
    evaluation = options.evaluation() if options.has("eval") else None
    return MonteCarlo(evaluation, seed=options.random.getrandbits(62))


def _perfect(options: SpecOptions) -> Player:
    if Tablebase(options.game).missing_usual:
        raise PalamedesError(
            _("{game} has no tables yet; build them with: palamedes solve {game}").format(
                game=options.game.id
            )
        )
    return _engine_player(options, _perfect_engine)


def _perfect_engine(options: SpecOptions) -> Engine:
    """Exact values from the tables, and a search that looks them up for other positions."""
    known = ExactValues(options.game)
    return TruthEngine(known, _search_engine(options, known))


ENGINES: dict[str, Callable[[SpecOptions], Engine]] = {
    "alphabeta": _alphabeta_engine,
    "mcts": _mcts_engine,
    "perfect": _perfect_engine,
}
ALGORITHMS: dict[str, Callable[[SpecOptions], Player]] = {
    "random": _random,
    "best": _best,
    "minimax": _minimax,
    "alphabeta": _alphabeta,
    "mcts": _mcts,
    "perfect": _perfect,
}
