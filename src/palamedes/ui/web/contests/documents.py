"""Tournaments as JSON can hold them. No owner of anything is ever in there."""

from palamedes.arena.placing import placings
from palamedes.arena.played import Played
from palamedes.arena.standings import Standing, Standings
from palamedes.core.record import from_document
from palamedes.games import find_game
from palamedes.ui.report.words import result_text
from palamedes.ui.sentences import level_name
from palamedes.ui.session.scene import board_at
from palamedes.ui.web.contests.engines import Seen
from palamedes.ui.web.contests.people import entrants_of, entry_of, round_count, rounds_of
from palamedes.ui.web.documents import Document, board_document, geometry_document
from palamedes.ui.web.people.past import game_title
from palamedes.ui.web.store.contests import Contest, Pairing

LATEST = 10  # games of engines that are shown


def summary(contest: Contest, visitor: str) -> Document:
    """A tournament in the list of all."""
    entry = entry_of(contest, visitor)
    return {
        "id": contest.id,
        "kind": contest.kind,
        "title": contest.title,
        "game": contest.game,
        "game_title": game_title(contest.game),
        "state": contest.state,
        "created": contest.created.isoformat(),
        "players": len(entrants_of(contest)),
        "mine": contest.owner == visitor != "",
        "you": None if entry is None or entry.expelled else entry.number,
    }


# Engines


def engines_document(contest: Contest, seen: Seen, place: int, visitor: str) -> Document:
    plan, played = seen.plan, seen.played
    return {
        **summary(contest, visitor),
        "settings": contest.settings,
        "place": place,
        "total": len(plan.meetings()) * plan.games,
        "played": len(played),
        "table": [_player_row(seen.standings, each) for each in seen.standings.players],
        "latest": [_game_row(each) for each in reversed(played[-LATEST:])],
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


def _game_row(played: Played) -> Document:
    names = [level_name(name) for name in played.record["players"]]
    record = {**played.record, "players": names}
    return {
        "number": played.fixture.number,
        "names": names,
        "result": result_text(record),
        "start": record["start"],
        "moves": record["moves"],
    }


def replay_document(played: Played) -> Document:
    """A game with the boards after every move, to be looked at."""
    match = from_document(played.record, find_game)
    return {
        **_game_row(played),
        "geometry": geometry_document(match.game.view.geometry),
        "boards": [board_document(board_at(match, ply)) for ply in range(len(match.turns) + 1)],
    }


# People


def people_document(contest: Contest, visitor: str) -> Document:
    rounds, entrants = rounds_of(contest), entrants_of(contest)
    return {
        **summary(contest, visitor),
        "settings": contest.settings,
        "round": len(rounds),
        "rounds": round_count(contest),
        "entrants": [
            {"number": entry.number, "name": entry.name, "withdrawn": entry.withdrawn}
            for entry in entrants
        ],
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
            for each in placings([entry.number for entry in entrants], rounds)
        ],
        "pairings": [_pairing_document(each) for each in contest.pairings],
        "board": _board_of(contest, visitor),
    }


def _pairing_document(pairing: Pairing) -> Document:
    return {
        "round": pairing.round,
        "board": pairing.board,
        "first": pairing.first,
        "second": pairing.second,
        "game": pairing.game_id,
        "points": pairing.points,
    }


def _board_of(contest: Contest, visitor: str) -> str | None:
    """The game that somebody is to play now."""
    mine = {entry.number for entry in contest.entries if visitor and entry.owner == visitor}
    games = (p.game_id for p in contest.pairings if p.points is None and mine & {p.first, p.second})
    return next(games, None)
