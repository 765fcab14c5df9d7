"""Tournaments as JSON documents, which never contain owners."""

from collections.abc import Sequence

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.standings import Standing, Standings
from palamedes.arena.tiebreaks import PlayerPlace, rank_players
from palamedes.core.language import _
from palamedes.core.record import from_document
from palamedes.games import find_game
from palamedes.ui.session.scene import board_at
from palamedes.ui.texts.games import level_name
from palamedes.ui.texts.tournaments import result_text
from palamedes.ui.web.features.accounts.history import game_title
from palamedes.ui.web.features.tournaments.engines import JournalView
from palamedes.ui.web.features.tournaments.people import (
    entrants_of,
    entry_of,
    round_count,
    rounds_of,
)
from palamedes.ui.web.live.documents import Document, board_document, geometry_document
from palamedes.ui.web.store.tournaments import OVER, Pairing, Tournament, TournamentEntry

SHOWN_GAMES = 10  # of a tournament of engines


def summary(tournament: Tournament, visitor: str) -> Document:
    """A tournament in the list of tournaments."""
    entry = entry_of(tournament, visitor)
    return {
        "id": tournament.id,
        "kind": tournament.kind,
        "title": tournament.title,
        "game": tournament.game,
        "game_title": game_title(tournament.game),
        "state": tournament.state,
        "created": tournament.created.isoformat(),
        "players": len(entrants_of(tournament)),
        "mine": tournament.owner == visitor != "",
        "you": None if entry is None or entry.expelled else entry.number,
    }


# Engines


def engines_document(
    tournament: Tournament, view: JournalView, queue_position: int, visitor: str
) -> Document:
    plan, played = view.plan, view.played
    return {
        **summary(tournament, visitor),
        "settings": tournament.settings,
        "place": queue_position,
        "total": len(plan.meetings()) * plan.games,
        "played": len(played),
        "table": [_player_row(view.standings, each) for each in view.standings.players],
        "latest": [_game_row(each) for each in reversed(played[-SHOWN_GAMES:])],
    }


def _player_row(result: Standings, player: Standing) -> Document:
    score = player.score
    against = (result.score(player.place, other.place) for other in result.players)
    return {
        "name": level_name(player.name),
        "spec": player.spec if player.spec != player.name else "",
        "rating": _finite(player.rating),
        "error": _finite(player.error),
        "points": score.points,
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "cross": [None if each is None else [each.points, each.games] for each in against],
    }


def _finite(value: float | None) -> float | None:
    return None if value is None or abs(value) == float("inf") else round(value, 1)


def _game_row(played: FinishedGame) -> Document:
    names = [level_name(name) for name in played.record["players"]]
    record = {**played.record, "players": names}
    return {
        "number": played.fixture.number,
        "names": names,
        "result": result_text(record),
        "start": record["start"],
        "moves": record["moves"],
    }


def replay_document(played: FinishedGame) -> Document:
    """A game with the board after every move."""
    match = from_document(played.record, find_game)
    return {
        **_game_row(played),
        "geometry": geometry_document(match.game.view.geometry),
        "boards": [board_document(board_at(match, ply)) for ply in range(len(match.turns) + 1)],
    }


# People


def people_document(tournament: Tournament, visitor: str) -> Document:
    rounds, entrants = rounds_of(tournament), entrants_of(tournament)
    table = rank_players([entry.number for entry in entrants], rounds)
    return {
        **summary(tournament, visitor),
        "settings": tournament.settings,
        "round": len(rounds),
        "rounds": round_count(tournament),
        "entrants": [
            {
                "number": entry.number,
                "name": _("deleted player") if entry.is_deleted else entry.name,
                "withdrawn": entry.withdrawn,
            }
            for entry in entrants
        ],
        "winners": _winners(entrants, table) if tournament.state == OVER else [],
        "table": [
            {
                "place": each.place,
                "number": each.player,
                "points": each.points,
                "games": each.games,
                "wins": each.wins,
                "buchholz": each.buchholz,
                "berger": each.berger,
                "scores": each.scores,
            }
            for each in table
        ],
        "pairings": [_pairing_document(each) for each in tournament.pairings],
        "board": _current_game(tournament, visitor),
    }


def _winners(entrants: Sequence[TournamentEntry], table: Sequence[PlayerPlace]) -> list[int]:
    """The entrants in the best place, of those who have not deleted their data."""
    known = {entry.number for entry in entrants if not entry.is_deleted}
    ranked = [each for each in table if each.player in known]
    best = min((each.place for each in ranked), default=0)
    return [each.player for each in ranked if each.place == best]


def _pairing_document(pairing: Pairing) -> Document:
    return {
        "round": pairing.round,
        "board": pairing.board,
        "first": pairing.first,
        "second": pairing.second,
        "game": pairing.game_id,
        "points": pairing.points,
    }


def _current_game(tournament: Tournament, visitor: str) -> str | None:
    """The id of the game that a visitor is to play now; None if there is none."""
    mine = {entry.number for entry in tournament.entries if visitor and entry.owner == visitor}
    games = (
        p.game_id for p in tournament.pairings if p.points is None and mine & {p.first, p.second}
    )
    return next(games, None)
