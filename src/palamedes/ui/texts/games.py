"""Names of players and levels, and results of games, as every front end shows them."""

from collections.abc import Sequence

from palamedes.core.history import Reason
from palamedes.core.language import N_, _
from palamedes.core.match import Match

LONGEST_NAME = 24

# How a match ended, by its reason: with a winner, and as a draw.
WON: dict[Reason, str] = {
    "normal": N_("{winner} wins."),
    "repetition": N_("The position has come up {count} times: {winner} wins on points."),
    "limit": N_("The limit of moves is reached: {winner} wins on points."),
    "resignation": N_("{loser} resigns: {winner} wins."),
    "adjudication": N_("The position is decided: {winner} wins."),
    "timeout": N_("{loser} has run out of time: {winner} wins."),
    "illegal move": N_("{loser} made an illegal move: {winner} wins."),
    "crash": N_("{loser} has crashed: {winner} wins."),
    "disqualified": N_("{loser} is disqualified: {winner} wins."),
}
DRAWN: dict[Reason, str] = {
    "normal": N_("The game is a draw."),
    "repetition": N_("The position has come up {count} times: the game is a draw."),
    "limit": N_("The limit of moves is reached: the game is a draw."),
    "agreement": N_("The players agree on a draw."),
    "adjudication": N_("The position is decided: the game is a draw."),
}

# The levels that games declare.
LEVELS = {
    "random": N_("random"),
    "easy": N_("easy"),
    "medium": N_("medium"),
    "hard": N_("hard"),
    "master": N_("master"),
    "perfect": N_("perfect"),
}


def level_name(level: str) -> str:
    """The name of a level in the current language; any other text unchanged."""
    return _(LEVELS[level]) if level in LEVELS else level


def player_name(players: tuple[str, str], player: int) -> str:
    """A player's name, or `Player 1` without one; equal names get a number.

    The text is safe to print and at most LONGEST_NAME long.
    """
    name = players[player].strip() or _("Player {number}").format(number=player + 1)
    name = level_name(name)
    if players[0].strip() == players[1].strip() != "":
        name = f"{name} {player + 1}"
    safe = "".join(character if character.isprintable() else "?" for character in name)
    return safe if len(safe) <= LONGEST_NAME else f"{safe[: LONGEST_NAME - 3]}..."


def result_sentence(match: Match, names: Sequence[str] | None = None) -> str:
    """Who has won and why; empty while the match goes on.

    `names` replaces the names of the players.
    """
    result = match.result
    names = names or [player_name(match.players, player) for player in (0, 1)]
    if result is None:
        return ""
    if result.winner is None:
        sentence = _(DRAWN.get(result.reason, DRAWN["normal"]))
        return sentence.format(count=match.history.repetition)
    return _(WON.get(result.reason, WON["normal"])).format(
        winner=names[result.winner],
        loser=names[1 - result.winner],
        count=match.history.repetition,
    )
