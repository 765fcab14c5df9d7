"""What positions are worth: by a search, by an evaluation, by the rules of the search tree."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from queue import SimpleQueue

from palamedes.core.game import Game
from palamedes.core.match import Match, position_of
from palamedes.core.position import Position
from palamedes.core.rules import NO_MOVE, ONGOING
from palamedes.library.analysis import PositionAnalysis
from palamedes.library.arguments import match_of, workers_of
from palamedes.library.engine import OnProgress, OpenEngine, SearchLimits
from palamedes.library.engine import engine as open_engine
from palamedes.library.score import Score
from palamedes.search import explain as explaining
from palamedes.search.batches import check_list
from palamedes.search.evaluations import default_evaluation_name, evaluation_of

NODES = 10_000  # of each of many positions, if no limit is given


def analyse(
    position: Position | Match,
    *,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    engine: str | None = None,
    on_progress: OnProgress | None = None,
) -> PositionAnalysis:
    """The best lines of a position, or of a match with its history.

    >>> import palamedes
    >>> position = palamedes.parse("morpion", "3/OO1/XX1 X")
    >>> print(palamedes.analyse(position, depth=3))
    win in 1 ply: c1

    The search ends at the first limit: `time` in seconds, `depth` in plies, or `nodes`; without
    one, after a second. `engine` is a text such as `alphabeta:threads=2` or `mcts`; by default it
    is the strongest. `on_progress` is called with what the search has found so far.
    """
    limits: SearchLimits = {"time": time, "depth": depth, "nodes": nodes, "lines": lines}
    with open_engine(match_of(position).game, engine) as opened:
        if on_progress is None:
            return opened.analyse(position, **limits)
        for found in opened.stream(position, **limits):
            on_progress(found)
        return found


def analyse_many(
    positions: Iterable[Position | Match],
    *,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    engine: str | None = None,
    workers: int | None = None,
) -> list[PositionAnalysis]:
    """The analyses of many positions, on several threads; by default 10,000 nodes each.

    >>> import palamedes
    >>> position = palamedes.start("teeko")
    >>> replies = [position.play(move) for move in position.moves[:3]]
    >>> [found.depth for found in palamedes.analyse_many(replies, depth=2)]
    [2, 2, 2]

    An engine keeps what it knows from one position to the next: with one worker and a limit of
    depth or nodes the same positions always give the same analyses.
    """
    check_list(positions)
    matches = [match_of(position) for position in positions]
    if time is None and depth is None and nodes is None:
        nodes = NODES
    limits: SearchLimits = {"time": time, "depth": depth, "nodes": nodes, "lines": lines}
    count = workers_of(workers)
    with ExitStack() as stack, ThreadPoolExecutor(count) as pool:
        free: dict[Game, SimpleQueue[OpenEngine]] = {}
        for game in {match.game for match in matches}:
            free[game] = SimpleQueue()
            for _worker in range(min(count, len(matches))):
                free[game].put(stack.enter_context(open_engine(game, engine)))
        try:
            return list(pool.map(partial(_analyse_with_any, free, limits), matches))
        except BaseException:
            stack.close()  # ends the searches, for which the pool waits
            raise


def _analyse_with_any(
    free: dict[Game, SimpleQueue[OpenEngine]], limits: SearchLimits, match: Match
) -> PositionAnalysis:
    """Analyse with an engine that is free: there are as many as threads."""
    engine = free[match.game].get()
    try:
        return engine.analyse(match, **limits)
    finally:
        free[match.game].put(engine)


def evaluate(position: Position | Match, evaluation: str | None = None) -> Score:
    """The static value of a position for the player to move, without any search.

    >>> import palamedes
    >>> print(palamedes.evaluate(palamedes.start("morris"), "naive"))
    +0

    `evaluation` is the name of one, such as `tuned` or `learned`; by default it is the one that
    engines use. A finished game has its exact value.
    """
    position = position_of(position)
    game = position.game
    found = evaluation_of(game, evaluation or default_evaluation_name(game))
    outcome = position.state.outcome()
    if outcome != ONGOING:
        return Score.of_end(position, outcome)
    return Score.of(game, int(found.score(position.state, NO_MOVE)), position.turn)


def explain(
    position: Position | Match,
    algorithm: explaining.Algorithm = "minimax",
    depth: int = 2,
    *,
    evaluation: str | None = None,
    order: explaining.Order = "given",
    simulations: int = 200,
    expansions: int = 1,
    seed: int = 0,
) -> explaining.Tree:
    """Search slowly and keep the whole tree: minimax, alphabeta, mcts or bestfirst.

    >>> import palamedes
    >>> tree = palamedes.explain(palamedes.start("morpion"), "alphabeta", depth=2)
    >>> tree.counts.nodes, tree.best_move
    (38, 'b2')

    Minimax and alpha-beta have a `depth`, MCTS a number of `simulations`, best-first search of
    `expansions`. Moves are tried in the `order` given by the rules, the good or the bad ones
    first, or at random.
    """
    position = position_of(position)
    name = evaluation or next(iter(position.game.evaluations), "none")
    return explaining.explain(
        position,
        algorithm,
        depth,
        evaluation_of(position.game, name),
        order,
        simulations,
        seed,
        evaluation_name=name,
        expansions=expansions,
    )
