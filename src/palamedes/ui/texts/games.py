"""What every front end says about a match: names, results, lists of moves."""

from collections.abc import Sequence

from palamedes.core.history import Reason
from palamedes.core.language import N_, _
from palamedes.core.match import Match

LONGEST_NAME = 24

# Why a match ended: when somebody won, and when it is a draw.
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


# What to call the levels that games declare.
LEVELS = {
    "random": N_("random"),
    "easy": N_("easy"),
    "medium": N_("medium"),
    "hard": N_("hard"),
    "master": N_("master"),
    "perfect": N_("perfect"),
}


def level_name(level: str) -> str:
    """A level in the language spoken now; anything else is called as it is."""
    return _(LEVELS[level]) if level in LEVELS else level


def player_name(players: tuple[str, str], player: int) -> str:
    """What to call a player: the name, made safe to print, or a number; both if both are equal."""
    name = players[player].strip() or _("Player {number}").format(number=player + 1)
    name = level_name(name)
    if players[0].strip() == players[1].strip() != "":
        name = f"{name} {player + 1}"
    safe = "".join(character if character.isprintable() else "?" for character in name)
    return safe if len(safe) <= LONGEST_NAME else f"{safe[: LONGEST_NAME - 3]}..."


def result_sentence(match: Match, names: Sequence[str] | None = None) -> str:
    """Who has won and why; nothing while the match goes on. Names are those of the players."""
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


def in_columns(words: Sequence[str], width: int) -> str:
    """Words in as many columns as fit, read row by row."""
    column = max(map(len, words), default=0) + 2
    a_row = max(1, (width + 2) // column)
    rows = [words[first : first + a_row] for first in range(0, len(words), a_row)]
    return "\n".join("".join(word.ljust(column) for word in row).rstrip() for row in rows)


def score_sheet(match: Match) -> str:
    """The moves, numbered, in a column for each player. The second may have moved first."""
    moves = [turn.move for turn in match.turns]
    if match.start.turn == 1:
        moves.insert(0, "...")
    first, second = moves[::2], [*moves[1::2], ""]
    names = [player_name(match.players, player) for player in (0, 1)]
    column = max(map(len, [*first, names[0]])) + 2
    number = len(str(len(first)))
    rows = [f"{'':{number}}  {names[0]:{column}}{names[1]}"]
    rows += [
        f"{row:{number}}. {one:{column}}{two}".rstrip()
        for row, (one, two) in enumerate(zip(first, second, strict=False), start=1)
    ]
    return "\n".join(rows)
