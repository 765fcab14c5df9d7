"""What the server says, as JSON can hold it: geometries, scenes, games."""

from typing import Any

from palamedes.core.board import Board, Geometry
from palamedes.core.game import Family, Game
from palamedes.core.language import _
from palamedes.search.analysis import Analysis
from palamedes.search.review import Worth
from palamedes.search.score import score_text
from palamedes.solver.tablebase import is_solved
from palamedes.ui.session import HUMAN, Scene
from palamedes.ui.texts.games import level_name, player_name, result_sentence
from palamedes.ui.texts.reviews import worth_text
from palamedes.ui.web.store import StoredGame

Document = dict[str, Any]


def catalogue(families: tuple[Family, ...]) -> list[Document]:
    """All games with what is needed to offer them."""
    return [
        {
            "name": family.name,
            "title": _(family.title),
            "variants": [game_document(family.make(variant)) for variant in family.variants],
        }
        for family in families
    ]


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
    }


def board_document(board: Board) -> Document:
    return {
        "turn": board.turn,
        "pieces": {
            spot: [[piece.kind, piece.owner, piece.count] for piece in stack]
            for spot, stack in board.pieces.items()
            if stack
        },
        "counters": [
            [each.owner, each.label, each.value, _(each.label)] for each in board.counters
        ],
        "regions": [
            [region.kind, region.x1, region.y1, region.x2, region.y2, region.owner]
            for region in board.regions
        ],
        "last": list(board.last),
    }


def hello_document(stored: StoredGame, tournament: str, refused: tuple[str, ...]) -> Document:
    """What somebody who comes to a game, perhaps of a tournament, needs to know once."""
    match = stored.match
    return {
        **game_document(match.game),
        "type": "hello",
        "id": stored.id,
        "game": match.game.id,
        "geometry": geometry_document(match.game.view.geometry),
        "start": match.start.text,
        "first": match.start.turn,
        "clock": stored.control and [stored.control.total, stored.control.increment],
        "rated": stored.rated,
        "step": stored.challenge,
        "contest": tournament,
        "forbidden": list(refused),
    }


def scene_document(scene: Scene, stored: StoredGame, seats: tuple[int, ...]) -> Document:
    """A scene as somebody in these seats may see it: nobody sees what another has in hand."""
    match, names = stored.match, names_of(stored)
    is_mine = scene.turn in seats
    document: Document = {
        "type": "scene",
        "board": board_document(scene.board if is_mine else match.position.board()),
        "names": list(names),
        "seats": list(seats),
        "kinds": ["human" if spec == HUMAN else "engine" for spec in stored.specs],
        "free": stored.free,
        "apart": stored.is_apart,
        "paused": scene.paused,
        "turn": scene.turn,
        "phase": _(scene.phase),
        "touched": list(scene.touched) if is_mine else [],
        "open": sorted(scene.open) if is_mine else [],
        "plies": scene.plies,
        "moves": [turn.move for turn in match.turns],
        "position": match.position.text,
        "result": None,
        "thinking": scene.thinking,
        "message": scene.message if _is_meant(scene, seats) else "",
        "hint": None,
        "worth": None if scene.worth is None else worth_document(scene.worth, names),
        "offer": scene.offer and {"kind": scene.offer.kind, "by": scene.offer.by},
        "clocks": scene.clocks and [round(left, 2) for left in scene.clocks],
        "can_undo": scene.can_undo and bool(seats),
    }
    if not is_mine:
        document["board"]["last"] = list(scene.board.last)
    if scene.result is not None:
        document["result"] = {
            "winner": scene.result.winner,
            "reason": scene.result.reason,
            "text": result_sentence(match, names),
        }
    if scene.hint is not None and is_mine:
        document["hint"] = {"spots": list(scene.hint.spots), "move": scene.hint.move}
    return document


def _is_meant(scene: Scene, seats: tuple[int, ...]) -> bool:
    """Whether those in these seats are to read the message of a scene."""
    return bool(seats) if scene.message_for is None else scene.message_for in seats


def stored_document(stored: StoredGame, visitor: str) -> Document:
    """A game in the list of somebody's games."""
    match, names = stored.match, names_of(stored)
    return {
        "id": stored.id,
        "game": match.game.id,
        "title": _(match.game.title),
        "names": list(names),
        "plies": len(match.turns),
        "board": board_document(match.position.board()),
        "over": match.result is not None,
        "result": result_sentence(match, names),
        "yours": [player for player in (0, 1) if stored.owners[player] == visitor],
        "your_turn": match.result is None and stored.owners[match.position.turn] == visitor,
        "created": stored.created.isoformat(),
    }


def names_of(stored: StoredGame) -> tuple[str, str]:
    """What those who play a game are called; an engine has a name only in a challenge."""
    people = [player_name(stored.names, player) for player in (0, 1)]
    first, second = (
        people[player] if spec == HUMAN or stored.challenge else _engine_name(spec)
        for player, spec in enumerate(stored.specs)
    )
    return (f"{first} 1", f"{second} 2") if first == second else (first, second)


def _engine_name(spec: str) -> str:
    """An engine by its level, and by the share of moves that it makes at random if it does."""
    level, _colon, settings = spec.partition(":")
    facts = dict(each.split("=", 1) for each in settings.split(",") if "=" in each)
    if "error" not in facts:
        return _("Computer ({level})").format(level=level_name(level))
    text = _("Computer ({level}, {percent} % at random)")
    return text.format(level=level_name(level), percent=round(100 * float(facts["error"])))


def thinking_document(seen: Analysis) -> Document:
    """What an engine sees while it thinks, for itself."""
    best = seen.best
    return {
        "type": "thinking",
        "depth": seen.depth,
        "nodes": seen.nodes,
        "text": score_text(best.score, best.is_true),
        "moves": list(best.moves[:6]),
    }


def worth_document(worth: Worth, names: tuple[str, str]) -> Document:
    return {
        "score": worth.score,
        "true": worth.is_true,
        "chance": round(worth.chance, 4),
        "text": worth_text(worth, names),
    }
