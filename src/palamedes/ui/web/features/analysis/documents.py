"""Questions about positions that come from the network, and the answers as JSON can hold them."""

from dataclasses import replace
from typing import Any

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.search.analysis import Analysis, Variation
from palamedes.search.review import Review, worth_of
from palamedes.search.score import chance, score_text
from palamedes.ui.session.scene import board_at
from palamedes.ui.texts.games import player_name, result_sentence
from palamedes.ui.texts.reviews import judgement_sentence, statistics_rows
from palamedes.ui.web.live.documents import Document, board_document, worth_document
from palamedes.ui.web.live.messages import parse_board, text_in

MOST_MOVES = 1000
MOST_LINES = 5
LONGEST_NAME = 40


def fresh_match(message: dict[str, Any]) -> Match:
    """The match that a question is about, before its moves."""
    game = find_game(text_in(message, "game"))
    start = message.get("start")
    position = Position.start(game) if start is None else Position.parse(game, str(start)[:400])
    return Match(position, game.history)


def moves_in(message: dict[str, Any]) -> list[str]:
    moves = message.get("moves", [])
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise PalamedesError(_("{where}: must be a list").format(where="moves"))
    return [str(move)[:40] for move in moves]


def players_in(message: dict[str, Any]) -> tuple[str, str]:
    """What those who play are called, as far as the question says so."""
    names = message.get("names")
    if not isinstance(names, list) or len(names) != 2:
        return "", ""
    first, second = (str(name)[:LONGEST_NAME] for name in names)
    return first, second


def lines_in(message: dict[str, Any]) -> int:
    lines = message.get("lines", 1)
    return max(1, min(lines, MOST_LINES)) if type(lines) is int else 1


def composed_document(message: dict[str, Any]) -> Document:
    """The position that somebody has set up, as it looks then; PalamedesError if it cannot be."""
    game = find_game(text_in(message, "game"))
    text = game.view.compose(parse_board(message.get("board"), game.view.geometry))
    position = Position.parse(game, text)
    board = board_document(position.board())
    return {"type": "composed", "text": position.text, "board": board}


def position_document(match: Match) -> Document:
    """A position, and every move that can be made in it by the spots that are touched."""
    position = match.position
    return {
        "type": "position",
        "text": position.text,
        "board": board_document(board_at(match, len(match.turns))),
        "turn": position.turn,
        "phase": _(match.game.view.phase(position.state, position.turn)),
        "result": result_sentence(match),
        "touches": {
            position.move_text(code): list(path) for path, code in position.touches.items()
        },
        "over": match.result is not None,
        "winner": match.result and match.result.winner,
    }


def _names() -> tuple[str, str]:
    """What to call players of whom nothing is known."""
    return player_name(("", ""), 0), player_name(("", ""), 1)


def analysis_document(match: Match, found: Analysis, done: bool) -> Document:
    """What an engine sees. While it looks deeper, lines may not be in their order yet."""
    found = replace(found, lines=tuple(sorted(found.lines, key=lambda line: -line.score)))
    return {
        "type": "analysis",
        "done": done,
        "depth": found.depth,
        "nodes": found.nodes,
        "worth": worth_document(worth_of(match, found), _names()),
        "lines": [line_document(match, line) for line in found.lines],
    }


def line_document(match: Match, line: Variation) -> Document:
    return {
        "move": line.move,
        "score": line.score,
        "true": line.is_true,
        "text": score_text(line.score, line.is_true),
        "chance": round(chance(line.score, match.game.scale), 4),
        "moves": list(line.moves[:12]),
    }


def review_document(match: Match, found: Review) -> Document:
    return {
        "type": "review",
        "chances": [round(worth.chance, 4) for worth in found.worths],
        "moves": [
            {
                "ply": each.ply,
                "move": each.move,
                "best": each.best,
                "cost": round(each.cost, 4),
                "fault": each.fault,
                "turning": each.is_turning_point,
                "text": judgement_sentence(match, each) if each.fault else "",
            }
            for each in found.judgements
        ],
        "accuracy": [found.accuracy(0), found.accuracy(1)],
        "rows": [list(row) for row in statistics_rows(match, found)],
    }
