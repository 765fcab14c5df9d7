"""Statistics of a match: what can be counted without judging the moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from palamedes.core.board import Board, Counter, Zone
from palamedes.core.match import Match


@dataclass(frozen=True)
class Statistics:
    """The figures of one player in one match. Texts are for `_`.

    seconds, longest: in all, and of the slowest move; None if they were not measured.
    zones: the share of each zone that the player held, on average over the match.
    counters: the counters beside the board at the end, such as captures.
    """

    moves: int
    seconds: float | None
    longest: float | None
    zones: Mapping[str, float]
    counters: Mapping[str, int]


def statistics(match: Match, player: int) -> Statistics:
    """The figures of a player."""
    movers = [position.turn for position in match.positions[:-1]]
    turns = [turn for turn, mover in zip(match.turns, movers, strict=True) if mover == player]
    seconds = [turn.seconds for turn in turns if turn.seconds is not None]
    boards = [position.board() for position in match.positions[1:]]
    return Statistics(
        moves=len(turns),
        seconds=sum(seconds) if seconds else None,
        longest=max(seconds, default=None),
        zones=_held(match.game.view.geometry.zones, boards, player),
        counters=_counters(match.position.board().counters, player),
    )


def _held(zones: Sequence[Zone], boards: Sequence[Board], player: int) -> dict[str, float]:
    mine = [zone for zone in zones if zone.owner in (None, player)]
    return {
        zone.title: fmean(_share(zone, board, player) for board in boards) if boards else 0.0
        for zone in mine
    }


def _share(zone: Zone, board: Board, player: int) -> float:
    """The share of a zone that a player holds; of their own zone, the share of all pieces in it."""
    if zone.owner is not None:
        counts = {spot: sum(piece.count for piece in board.pieces[spot]) for spot in board.pieces}
        inside = sum(count for spot, count in counts.items() if spot in zone.spots)
        return inside / max(sum(counts.values()), 1)
    held = {
        spot
        for spot in zone.spots
        if any(piece.owner == player for piece in board.pieces.get(spot, ()))
    }
    for spot in board.geometry.spots:
        for region in board.regions:
            if region.kind == "won" and region.owner == player and region.covers(spot):
                held |= {spot.name} & zone.spots
    return len(held) / len(zone.spots)


def _counters(counters: Sequence[Counter], player: int) -> dict[str, int]:
    return {counter.label: counter.value for counter in counters if counter.owner == player}
