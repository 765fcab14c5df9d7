"""A match that can be stepped through, without a server: every position is in the output.

An image shows the last position, also where scripts are not trusted. The script takes it apart: all
stacks of pieces are defined in it, and each ply is a list of numbers, of the elements to show.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from palamedes.core.board import Board
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.ui.notebook.output import add_picture, as_html, new_output
from palamedes.ui.pictures import BoardPainter
from palamedes.ui.pictures.elements import OWN, draw, markup, own_name
from palamedes.ui.pictures.games import status
from palamedes.ui.session.scene import board_at, player_piece_kind
from palamedes.ui.texts.games import player_name
from palamedes.ui.texts.reviews import move_number


def match_html(match: Match) -> str:
    """A match as HTML: the last position, the moves, and a script to step through it."""
    last = len(match.turns)
    boards = [board_at(match, ply) for ply in range(last + 1)]
    names = [player_name(match.players, player) for player in (0, 1)]
    sign = player_piece_kind(match.game)
    painter = BoardPainter(match.game.view.geometry, boards, names=names, sign=sign)
    parts, frames = _frames(painter, boards, is_over=match.result is not None)
    told = status(match)
    svg = _picture(painter, f"{_(match.game.title)}: {told}", [parts[each] for each in frames[-1]])
    data = json.dumps(
        {"own": OWN, "parts": parts, "frames": frames, "labels": _labels()},
        ensure_ascii=False,
        separators=(",", ":"),
    )
    name = own_name(svg + data)
    output = _page(match, told, svg.replace(OWN, name))
    script = Path(__file__).with_name("stepping.js").read_text(encoding="utf-8")
    draw(
        output,
        "script",
        script.replace("DATA", data.replace("</", "<\\/").replace("<!", "\\u003c!")),
    )
    return as_html(output).replace(OWN, name)


def _frames(
    painter: BoardPainter, boards: Sequence[Board], is_over: bool
) -> tuple[list[str], list[list[int]]]:
    """All elements that are ever shown, each once; and for each ply, which of them."""
    numbers: dict[str, int] = {}
    frames = []
    for ply, board in enumerate(boards):
        content = painter.content(board, is_over and ply == len(boards) - 1)
        texts = [markup(element) for element in content]
        frames.append([numbers.setdefault(text, len(numbers)) for text in texts])
    return list(numbers), frames


def _picture(painter: BoardPainter, title: str, parts: Sequence[str]) -> str:
    """The last position as an SVG document; its last group is what changes from ply to ply."""
    svg = painter.frame(title, "")
    draw(svg, "g", "PARTS")
    before, _name, after = markup(svg).rpartition("PARTS")  # a player may be called so
    return f"{before}{''.join(parts)}{after}"


def _page(match: Match, told: str, svg: str) -> Element:
    output = new_output("player")
    stage = draw(output, "div", class_="stage")
    add_picture(stage, svg, f"{_(match.game.title)}: {told} {match.position.text}")
    beside = draw(output, "div", class_="beside")
    draw(beside, "p", told, class_="told")
    moves = draw(beside, "div", class_="moves")
    for ply, turn in enumerate(match.turns, start=1):
        number = move_number(match, ply)
        if ply == 1 or not number.endswith("..."):
            draw(moves, "span", number, class_="number").tail = " "
        draw(moves, "span", turn.move, class_="move", data_ply=str(ply)).tail = " "
    return output


def _labels() -> dict[str, Any]:
    """The names of the controls."""
    return {
        "first": _("Start"),
        "back": _("Previous move"),
        "forward": _("Next move"),
        "last": _("End"),
        "position": _("Position"),
        "keys": _(
            "Use the arrow keys to step through the game, Home and End to go to its start or end."
        ),
    }
