"""All games of a tournament packed into one text, for the replay in the browser.

The board is described once (core/board.py). Of each position only what has changed since the one
before it is kept, and things that come up again and again (stacks of pieces, sets of regions)
are kept once and numbered. The whole is JSON, deflated, in base64: letters that are safe in HTML
whatever the names of players are. report.js unpacks it.
"""

import base64
import json
import zlib
from collections.abc import Hashable, Sequence
from statistics import median
from typing import Any

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.plan import Plan
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
    """What `pack` was given."""
    document: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(text)))
    return document


def archive(game: Game, plan: Plan, games: Sequence[FinishedGame]) -> dict[str, Any]:
    """Everything the replay needs: the board, the words, the games in the order of the plan."""
    stacks, regions, labels = _Numbers(), _Numbers(), _Numbers()
    stacks.of(())  # 0 is an empty spot
    film = _Film(game, stacks, regions, labels)
    packed = [_game(film, played) for played in sorted(games, key=lambda each: each.fixture)]
    return {
        "names": [legible(entrant.name) for entrant in plan.entrants],
        "words": script_texts(),
        "won": WON,
        "estimate": ESTIMATE,
        "typical": _typical_score(games),
        "board": _geometry(game.view.geometry),
        "stacks": stacks.things,
        "regions": regions.things,
        "labels": [_(label) for label in labels.things],
        "games": packed,
    }


class _Numbers:
    """Things numbered in the order in which they first come up."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def of(self, thing: Hashable) -> int:
        return self._numbers.setdefault(thing, len(self._numbers))

    @property
    def things(self) -> list[Any]:
        return list(self._numbers)


class _Film:
    """Turns the moves of a game into frames, each the change from the frame before.

    A frame is [spots, regions, counters, touched]: spots and the stacks now on them, one after the
    other; the number of the set of regions; owner, label and value of each counter; the spots that
    the move touched.
    """

    def __init__(self, game: Game, stacks: _Numbers, regions: _Numbers, labels: _Numbers) -> None:
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


def _game(film: _Film, played: FinishedGame) -> dict[str, Any]:
    record = played.record
    start = Position.parse(film.game, record["start"])
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
        "frames": film.frames(start, played.moves),
    }


def _geometry(geometry: Geometry) -> dict[str, Any]:
    return {
        "spots": [[spot.name, spot.x, spot.y, spot.kind] for spot in geometry.spots],
        "lines": [[line.x1, line.y1, line.x2, line.y2, line.heavy] for line in geometry.lines],
        "labels": [[label.text, label.x, label.y] for label in geometry.labels],
    }


def _typical_score(games: Sequence[FinishedGame]) -> float:
    """How far from even an evaluation usually is: the scale of the graphs."""
    sizes = [
        abs(thought[2])
        for played in games
        for thought in played.record.get("thoughts") or ()
        if thought and 0 < abs(thought[2]) < ESTIMATE
    ]
    return max(1.0, median(sizes)) if sizes else 1.0


def script_texts() -> dict[str, Any]:
    """What report.js writes by itself."""
    return {
        "start": _("starting position"),
        "win": _("win in {plies}"),
        "loss": _("loss in {plies}"),
        "counter": _("{label}: {value}"),
        "shown": _("{shown} of {total} games"),
        "seconds": _("{seconds} s"),
        "plies": _("{plies} plies"),
        "game": _("Game {number}"),
        "reasons": {reason: _(text) for reason, text in REASONS.items()},
    }
