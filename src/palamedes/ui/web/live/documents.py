"""Converts games, boards and scenes to JSON documents and messages."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from palamedes.core.board import Board, Geometry, Stack, Transfer
from palamedes.core.game import Family, Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.core.record import to_document
from palamedes.players import needs_tables
from palamedes.players.adaptive import ADAPTIVE
from palamedes.players.ladder import ladder
from palamedes.search.analysis import Analysis
from palamedes.search.review import Worth
from palamedes.search.score import score_text
from palamedes.solver.tablebase import is_solved
from palamedes.ui.session import Scene
from palamedes.ui.session.scene import board_at, partial_moves
from palamedes.ui.texts.games import (
    COMPUTER,
    adaptive_line,
    generation_name,
    level_name,
    person_name,
    result_sentence,
    step_line,
    step_title,
    strength_sentence,
)
from palamedes.ui.texts.reviews import worth_text
from palamedes.ui.web.live.generations import generation_of
from palamedes.ui.web.live.permissions import shows_thinking
from palamedes.ui.web.messages.game import (
    EvaluationData,
    GameInfo,
    ResultData,
    ThinkingMessage,
)
from palamedes.ui.web.store import StoredGame
from palamedes.ui.web.store.stored_game import ListedGame

Document = dict[str, Any]
NO_TOUCHES: Document = {"touches": {}, "partial": [], "transfers": {}}


def catalogue(families: Sequence[Family], can_be_built: Callable[[Game], bool]) -> list[Document]:
    """All games, with their variants.

    `can_be_built` says whether missing tables of a game are built when somebody needs them.
    """
    return [
        {
            "name": family.name,
            "title": _(family.title),
            "variants": [
                _listed_document(family.make(variant), can_be_built) for variant in family.variants
            ],
        }
        for family in families
    ]


def _listed_document(game: Game, can_be_built: Callable[[Game], bool]) -> Document:
    """A game in the catalogue, with the levels that can be played on this server."""
    has_all = can_be_built(game)
    playable = [level for level in game.levels if has_all or not needs_tables(game, level)]
    return {**game_document(game), "playable": playable, **opponents_document(game)}


def opponents_document(game: Game) -> Document:
    """The opponents that are offered before the levels: the adaptive player, and the ladder."""
    return {
        "adaptive": {"name": ADAPTIVE, "title": level_name(ADAPTIVE), "line": adaptive_line()},
        "steps": [
            {
                "name": step.name,
                "title": step_title(game, step),
                "line": step_line(game, step),
                "rating": step.rating and round(step.rating.rating),
            }
            for step in ladder(game)
        ],
    }


def game_document(game: Game) -> Document:
    return {
        "id": game.id,
        "name": game.name,
        "variant": game.variant,
        "title": _(game.title),
        "rules": _(game.rules),
        "levels": [{"name": level, "title": level_name(level)} for level in game.levels],
        "solved": is_solved(game),
    }


def geometry_document(geometry: Geometry) -> Document:
    return {
        "spots": [[spot.name, spot.x, spot.y, spot.kind] for spot in geometry.spots],
        "lines": [[line.x1, line.y1, line.x2, line.y2, line.heavy] for line in geometry.lines],
        "labels": [[label.text, label.x, label.y] for label in geometry.labels],
        "owners": {spot.name: spot.owner for spot in geometry.spots if spot.owner is not None},
        "faces": {spot.name: stack_document(spot.face) for spot in geometry.spots if spot.face},
    }


def board_document(board: Board) -> Document:
    return {
        "turn": board.turn,
        "pieces": _stacks_document(board.pieces),
        "counters": [
            [each.owner, each.label, each.value, _(each.label)] for each in board.counters
        ],
        "regions": [
            [region.kind, region.x1, region.y1, region.x2, region.y2, region.owner]
            for region in board.regions
        ],
        "last": list(board.last),
        "ended": list(board.ended),
        "transfers": _transfers_document(board.transfers),
        "formed": list(board.formed),
        "covered": _stacks_document(board.covered),
    }


def stack_document(stack: Stack) -> list[tuple[str, int | None, int]]:
    """The pieces on one spot."""
    return [(piece.kind, piece.owner, piece.count) for piece in stack]


def _stacks_document(stacks: Mapping[str, Stack]) -> Document:
    return {spot: stack_document(stack) for spot, stack in stacks.items() if stack}


def _transfers_document(transfers: tuple[Transfer, ...]) -> list[list[str | int | None]]:
    return [
        [each.piece.kind, each.piece.owner, each.piece.count, each.origin, each.target]
        for each in transfers
    ]


def touch_document(position: Position) -> Document:
    """The legal moves as the spots each one touches, and how the board looks during each.

    `transfers` has the moves that do more than their touches tell, for a preview.
    """
    names = dict(zip(position.codes, position.moves, strict=True))
    return {
        "touches": {names[code]: path for path, code in position.touches.items()},
        "partial": [
            {
                "touched": list(partial.touched),
                "phase": _(partial.phase),
                "pieces": {spot: stack_document(stack) for spot, stack in partial.pieces.items()},
                "formed": list(partial.formed),
            }
            for partial in partial_moves(position)
        ],
        "transfers": {
            names[code]: _transfers_document(transfers)
            for path, code in position.touches.items()
            if _goes_beyond(path, transfers := position.transfers(code))
        },
    }


def _goes_beyond(path: tuple[str, ...], transfers: tuple[Transfer, ...]) -> bool:
    """Whether a move changes other spots than those it touches."""
    changed = {spot for each in transfers for spot in (each.origin, each.target)}
    return not changed <= {None, *path}


def position_document(match: Match) -> Document:
    """The position of a match, with its legal moves."""
    position = match.position
    return {
        "text": position.text,
        "board": board_document(board_at(match, len(match.turns))),
        "turn": position.turn,
        "phase": _(match.game.view.phase(position.state, position.turn)),
        "result": result_sentence(match),
        **touch_document(position),
        "over": match.result is not None,
        "winner": match.result and match.result.winner,
    }


def game_info(stored: StoredGame, tournament_id: str, forbidden: tuple[str, ...]) -> GameInfo:
    """The message that a visitor gets once, when opening a game."""
    match = stored.match
    return GameInfo.model_validate(
        {
            **game_document(match.game),
            "id": stored.id,
            "game": match.game.id,
            "geometry": geometry_document(match.game.view.geometry),
            "start": match.start.text,
            "first": match.start.turn,
            "clock": stored.control and (stored.control.total, stored.control.increment),
            "rated": stored.rated,
            "step": stored.challenge,
            "contest": tournament_id,
            "forbidden": list(forbidden),
        }
    )


def result_data(scene: Scene, stored: StoredGame, seats: tuple[int, ...]) -> ResultData | None:
    if scene.result is None:
        return None
    winner, reason = scene.result
    strength = stored.strength
    return ResultData(
        winner=winner,
        reason=reason,
        text=_result_text(stored, seats),
        strength="" if strength is None else strength_sentence(stored.match.game, strength),
    )


def _result_text(stored: StoredGame, seats: tuple[int, ...]) -> str:
    """The result as a visitor with these seats reads it: who plays both sides reads the names."""
    you = seats[0] if len(seats) == 1 else None
    return result_sentence(stored.match, names_of(stored), you)


def record_of(stored: StoredGame) -> Document:
    """A game as a record; what an engine thinks is added when everybody may see it."""
    document = to_document(stored.match)
    if not shows_thinking(stored):
        document.pop("thoughts", None)
    return document


def listed_document(listed: ListedGame, visitor: str) -> Document:
    """A game in the list of a visitor's games."""
    stored = listed.stored
    match, names, mine = stored.match, names_of(stored), stored.players_of(visitor)
    return {
        "id": stored.id,
        "game": match.game.id,
        "title": _(match.game.title),
        "names": list(names),
        "bots": stored.bots,
        "plies": listed.plies,
        "board": board_document(match.position.board()),
        "over": match.result is not None,
        "result": _result_text(stored, mine),
        "yours": list(mine),
        "your_turn": match.result is None and match.position.turn in mine,
        "created": stored.created.isoformat(),
    }


def names_of(stored: StoredGame) -> tuple[str, str]:
    """The names of the players; an engine has a name of its own only in a challenge."""
    people = [person_name(stored.names, player) for player in (0, 1)]
    first, second = (
        people[player] if side.is_person or stored.challenge else engine_name(side.spec)
        for player, side in enumerate(stored.sides)
    )
    return (f"{first} 1", f"{second} 2") if first == second else (first, second)


def engine_name(spec: str) -> str:
    """The name of an engine: its level, and its share of random moves if it has a handicap."""
    if (number := generation_of(spec)) is not None:
        return _(COMPUTER).format(level=generation_name(number))
    level, _colon, settings = spec.partition(":")
    facts = dict(each.split("=", 1) for each in settings.split(",") if "=" in each)
    if "error" not in facts:
        return _(COMPUTER).format(level=level_name(level))
    text = _("Computer ({level}, {percent}% random moves)")
    return text.format(level=level_name(level), percent=round(100 * float(facts["error"])))


def thinking_message(analysis: Analysis) -> ThinkingMessage:
    """What a thinking engine has found so far; the score is its own."""
    best = analysis.best
    return ThinkingMessage(
        depth=analysis.depth,
        nodes=analysis.nodes,
        text=score_text(best.score, best.is_true),
        moves=list(best.moves[:6]),
    )


def evaluation_data(worth: Worth, names: tuple[str, str]) -> EvaluationData:
    return EvaluationData(
        score=worth.score,
        true=worth.is_true,
        chance=round(worth.chance, 4),
        text=worth_text(worth, names),
    )
