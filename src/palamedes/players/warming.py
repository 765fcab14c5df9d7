"""Compiling ahead, so that nobody waits for the compiler when an engine first moves.

The native code of a player is kept on disk (core/cache.py). A file there notes each player that is
ready; without a cache folder nothing is, and players compile when they need it.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from palamedes.core.cache import folder_for, is_read_only
from palamedes.core.files import write_atomically
from palamedes.core.game import Family, Game
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players.adaptive import ADAPTIVE
from palamedes.players.ladder import LadderStep, is_step, ladder
from palamedes.players.spec import best_engine, make_player

LEVELS = (ADAPTIVE, "hard", "medium", "easy", "master")  # the default opponent comes first
ANALYSIS = "analysis"  # stands for the engine that gives hints and analyses

Task = tuple[str, str]  # the id of a game, and a level, ANALYSIS, or the spec of a player


def task_of(game: Game, spec: str) -> Task:
    """The task that compiles what a player needs.

    A handicap needs nothing more than its level, and the steps are those of the adaptive player.
    """
    name = spec.partition(":")[0]
    if name == ADAPTIVE or is_step(name):
        return game.id, ADAPTIVE
    return game.id, name if name in game.levels else spec


def is_ready(task: Task) -> bool:
    """Whether the native code of a player is on disk."""
    note = _note(task)
    return note is not None and note.exists()


def warm_up(task: Task) -> Task:
    """Compile what a player needs, and note that it is ready."""
    game_id, spec = task
    game = find_game(game_id)
    match, note = Match.of(game), _note(task)
    if spec == ANALYSIS:
        best_engine(game, megabytes=1).prepare(match)
    else:
        for name in (spec, *(step.name for step in _steps(game, spec))):
            player = make_player(game, name)
            player.prepare(match, 0)
            player.close()
    if note is not None and not is_read_only():
        note.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(note, f"{game_id} {spec}\n".encode())
    return task


def warming_tasks(families: Iterable[Family]) -> list[Task]:
    """The players that are not ready: first the opponents that are asked for first."""
    return [task for task in every_task(families) if not is_ready(task)]


def every_task(families: Iterable[Family]) -> list[Task]:
    """The players that can be compiled ahead, ready or not."""
    chosen = tuple(families)
    standard = [family.make(family.variants[0]) for family in chosen]
    variants = [family.make(variant) for family in chosen for variant in family.variants[1:]]
    return [
        (game.id, spec)
        for games in (standard, variants)
        for spec in (*LEVELS, ANALYSIS)
        for game in games
        if spec in (ADAPTIVE, ANALYSIS) or game.levels.get(spec, "random") != "random"
    ]


def _steps(game: Game, spec: str) -> tuple[LadderStep, ...]:
    """The steps that a player makes its moves with: those of the ladder, or none."""
    return ladder(game) if spec == ADAPTIVE else ()


def _note(task: Task) -> Path | None:
    """The note of a task. Variants that are only data, such as nim's heaps, share their code."""
    game_id, spec = task
    game = find_game(game_id)
    folder = folder_for([type(game.start)])
    if folder is None:
        return None
    players = [spec, *(step.spec for step in _steps(game, spec))]
    specs = " ".join(game.levels.get(each, each) for each in players)
    code = f"{type(game.start).__name__} {specs}"
    return folder / "ready" / hashlib.sha256(code.encode()).hexdigest()[:20]
