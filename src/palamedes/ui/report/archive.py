"""All games of a tournament packed into one text, which report.js unpacks to replay them.

The geometry of the board is stored once. A position is stored as its changes from the one before,
and values that recur (stacks of pieces, sets of regions) are stored once and numbered. The whole
is JSON, deflated, in base64: characters that are safe in HTML whatever the players are called.
"""

import base64
import json
import zlib
from collections.abc import Hashable, Sequence
from statistics import median
from typing import Any

from palamedes.arena.finished_game import FinishedGame
from palamedes.core.board import Board, Geometry
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.search.score import ESTIMATE, WON
from palamedes.ui.texts.standings import REASONS
from palamedes.ui.texts.tournaments import legible, result_text


def pack(document: dict[str, Any]) -> str:
    """A document as letters, digits, `+`, `/` and `=`."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def unpack(text: str) -> dict[str, Any]:
    """The document that `pack` has packed."""
    document: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(text)))
    return document


def archive(game: Game, names: Sequence[str], games: Sequence[FinishedGame]) -> dict[str, Any]:
    """Everything the replay needs: the board, the texts, the games in the order of the plan."""
    stacks, regions, labels = _Numbering(), _Numbering(), _Numbering()
    stacks.of(())  # 0 is an empty spot
    frame_maker = _FrameMaker(game, stacks, regions, labels)
    packed = [_game(frame_maker, played) for played in sorted(games, key=lambda each: each.fixture)]
    return {
        "names": [legible(name) for name in names],
        "words": script_texts(),
        "won": WON,
        "estimate": ESTIMATE,
        "typical": _typical_score(games),
        "board": _geometry(game.view.geometry),
        "stacks": stacks.values,
        "regions": regions.values,
        "labels": [_(label) for label in labels.values],
        "games": packed,
    }


def boards(positions: Sequence[Position]) -> dict[str, Any]:
    """Single positions of one game, each a whole frame, for scripts to draw."""
    game = positions[0].game
    stacks, regions, labels = _Numbering(), _Numbering(), _Numbering()
    stacks.of(())
    frame_maker = _FrameMaker(game, stacks, regions, labels)
    frames = [frame_maker.frames(position, ()) for position in positions]
    return {
        "board": _geometry(game.view.geometry),
        "frames": frames,
        "stacks": stacks.values,
        "regions": regions.values,
    }


class _Numbering:
    """Numbers values in the order of their first use."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def of(self, value: Hashable) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

    @property
    def values(self) -> list[Any]:
        return list(self._numbers)


class _FrameMaker:
    """Turns the moves of a game into frames, each with the changes from the frame before.

    A frame is [spots, regions, counters, touched]: a flat list of changed spots and their new
    stacks; the number of the set of regions; a flat list of owner, label and value of each
    counter; the spots that the move touched.
    """

    def __init__(
        self, game: Game, stacks: _Numbering, regions: _Numbering, labels: _Numbering
    ) -> None:
        self.game = game
        self.stacks, self.regions, self.labels = stacks, regions, labels
        names = [spot.name for spot in game.view.geometry.spots]
        self.spots = {name: number for number, name in enumerate(names)}

    def frames(self, start: Position, moves: Sequence[str]) -> list[list[Any]]:
        position, before = start, self._stacks(start.board())
        frames = [self._frame(start.board(), {}, before, ())]
        for move in moves:
            code = position.move_code(move)
            touched = self.game.view.touches(position.state, code, position.turn)
            position = position.play(code)
            board = position.board()
            after = self._stacks(board)
            frames.append(self._frame(board, before, after, touched))
            before = after
        return frames

    def _stacks(self, board: Board) -> dict[int, int]:
        """The number of the stack on each occupied spot."""
        return {
            self.spots[name]: self.stacks.of(
                tuple((piece.kind, piece.owner, piece.count) for piece in stack)
            )
            for name, stack in board.pieces.items()
        }

    def _frame(
        self, board: Board, before: dict[int, int], after: dict[int, int], touched: Sequence[str]
    ) -> list[Any]:
        changes: list[int] = []
        for spot in sorted(before.keys() | after.keys()):
            if before.get(spot, 0) != after.get(spot, 0):
                changes += [spot, after.get(spot, 0)]
        regions = tuple(
            (region.kind, region.x1, region.y1, region.x2, region.y2, region.owner)
            for region in board.regions
        )
        counters: list[int] = []
        for counter in board.counters:
            counters += [counter.owner, self.labels.of(counter.label), counter.value]
        return [changes, self.regions.of(regions), counters, [self.spots[name] for name in touched]]


def _game(frame_maker: _FrameMaker, played: FinishedGame) -> dict[str, Any]:
    record = played.record
    start = Position.parse(frame_maker.game, record["start"])
    thoughts = record.get("thoughts") or [None] * len(record["moves"])
    return {
        "number": played.fixture.number + 1,
        "players": [played.fixture.first, played.fixture.second],
        "turn": start.turn,
        "winner": record["result"]["winner"] or 0,
        "reason": played.reason,
        "text": result_text(record),
        "detail": legible(record["result"].get("detail", ""), 200),
        "moves": played.moves,
        "seconds": [spent if spent is None else round(spent, 3) for spent in record["seconds"]],
        "scores": [thought and thought[2] for thought in thoughts],
        "frames": frame_maker.frames(start, played.moves),
    }


def _geometry(geometry: Geometry) -> dict[str, Any]:
    return {
        "spots": [[spot.name, spot.x, spot.y, spot.kind] for spot in geometry.spots],
        "lines": [[line.x1, line.y1, line.x2, line.y2, line.heavy] for line in geometry.lines],
        "labels": [[label.text, label.x, label.y] for label in geometry.labels],
    }


def _typical_score(games: Sequence[FinishedGame]) -> float:
    """The median size of a score, which sets the scale of the graphs."""
    sizes = [
        abs(thought[2])
        for played in games
        for thought in played.record.get("thoughts") or ()
        if thought and 0 < abs(thought[2]) < ESTIMATE
    ]
    return max(1.0, median(sizes)) if sizes else 1.0


def script_texts() -> dict[str, Any]:
    """The texts that report.js writes."""
    return {
        "start": _("starting position"),
        "won": _("win"),
        "lost": _("loss"),
        "win": [_("win in 1 ply"), _("win in {plies} plies")],
        "loss": [_("loss in 1 ply"), _("loss in {plies} plies")],
        "counter": _("{label}: {value}"),
        "shown": _("{shown} of {total} games"),
        "seconds": _("{seconds} s"),
        "plies": _("{plies} plies"),
        "game": _("Game {number}"),
        "reasons": {reason: _(text) for reason, text in REASONS.items()},
    }
