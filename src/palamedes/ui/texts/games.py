"""Names of players and levels, and results of games, as every front end shows them."""

from collections.abc import Sequence

from palamedes.core.history_rules import Reason
from palamedes.core.language import N_, _
from palamedes.core.match import Match

LONGEST_NAME = 24

# How a match ended, by its reason: with a winner, and as a draw.
WON: dict[Reason, str] = {
    "normal": N_("{winner} wins."),
    "repetition": N_("{winner} wins on points: the same position occurred {count} times."),
    "limit": N_("{winner} wins on points: move limit reached."),
    "resignation": N_("{winner} wins: {loser} resigned."),
    "adjudication": N_("{winner} wins by adjudication."),
    "timeout": N_("{winner} wins: {loser} ran out of time."),
    "illegal move": N_("{winner} wins: {loser} made an illegal move."),
    "crash": N_("{winner} wins: {loser} crashed."),
    "disqualified": N_("{winner} wins: {loser} was disqualified."),
}
DRAWN: dict[Reason, str] = {
    "normal": N_("Draw."),
    "repetition": N_("Draw: the same position occurred {count} times."),
    "limit": N_("Draw: move limit reached."),
    "agreement": N_("Draw agreed."),
    "adjudication": N_("Draw by adjudication."),
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


def opponent_name(spec: str) -> str:
    """An engine as somebody's opponent: `the computer (hard)`, or its spec."""
    if spec not in LEVELS:
        return spec
    return _("the computer ({level})").format(level=level_name(spec))


def player_name(players: tuple[str, str], player: int) -> str:
    """A player's name; `Computer (hard)` for a level, `Player 1` without a name.

    Equal names get a number. The text is safe to print and at most LONGEST_NAME long.
    """
    first, second = (
        _("Computer ({level})").format(level=level_name(name)) if name in LEVELS else name
        for name in (each.strip() for each in players)
    )
    return person_name((first, second), player)


def person_name(names: tuple[str, str], player: int) -> str:
    """The same for people: one who is called `hard` is not taken for the computer."""
    name = names[player].strip() or _("Player {number}").format(number=player + 1)
    if names[0].strip() == names[1].strip() != "":
        name = f"{name} {player + 1}"
    return _printable(name)


def entrant_name(name: str) -> str:
    """The name of a player in a table of a tournament: a level is called by its name alone."""
    return _printable(level_name(name))


def _printable(name: str) -> str:
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
