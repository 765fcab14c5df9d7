"""Names of players and levels, and results of games, as every front end shows them."""

from collections.abc import Sequence

from palamedes.core.history_rules import Reason
from palamedes.core.language import N_, _
from palamedes.core.match import Match

LONGEST_NAME = 24

# How a match ended, by its reason: with a winner, as the winner and as the loser read it, and as a
# draw. A reason of the game's own rules is in the sentences below.
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
    "abandonment": N_("{winner} wins: {loser} left the game."),
}
YOU_WON: dict[Reason, str] = {
    "normal": N_("You win."),
    "repetition": N_("You win on points: the same position occurred {count} times."),
    "limit": N_("You win on points: move limit reached."),
    "resignation": N_("You win: {loser} resigned."),
    "adjudication": N_("You win by adjudication."),
    "timeout": N_("You win on time."),
    "illegal move": N_("You win: {loser} made an illegal move."),
    "crash": N_("You win: {loser} crashed."),
    "disqualified": N_("You win: {loser} was disqualified."),
    "abandonment": N_("You win: {loser} left the game."),
}
YOU_LOST: dict[Reason, str] = {
    "normal": N_("You lose."),
    "repetition": N_("You lose on points: the same position occurred {count} times."),
    "limit": N_("You lose on points: move limit reached."),
    "resignation": N_("You lose: you resigned."),
    "adjudication": N_("You lose by adjudication."),
    "timeout": N_("You lose on time."),
    "illegal move": N_("You lose: your move was illegal."),
    "crash": N_("You lose: your program crashed."),
    "disqualified": N_("You lose: you were disqualified."),
    "abandonment": N_("You lose: you left the game."),
}
DRAWN: dict[Reason, str] = {
    "normal": N_("Draw."),
    "repetition": N_("Draw: the same position occurred {count} times."),
    "limit": N_("Draw: move limit reached."),
    "agreement": N_("Draw agreed."),
    "adjudication": N_("Draw by adjudication."),
    "abandonment": N_("Draw: a player left before both had moved."),
}
WON_BECAUSE = N_("{winner} wins: {why}.")
YOU_WON_BECAUSE = N_("You win: {why}.")
YOU_LOST_BECAUSE = N_("You lose: {why}.")
DRAWN_BECAUSE = N_("Draw: {why}.")

# What the computer is called; no person may be called like it (ui/web/http/names.py).
COMPUTER, THE_COMPUTER = N_("Computer ({level})"), N_("the computer ({level})")

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


def generation_name(number: int) -> str:
    """The name of a generation of a learned evaluation, as a level."""
    return _("generation {number}").format(number=number)


def opponent_name(spec: str) -> str:
    """An engine as somebody's opponent: `the computer (hard)`, or its spec."""
    if spec not in LEVELS:
        return spec
    return _(THE_COMPUTER).format(level=level_name(spec))


def player_name(players: tuple[str, str], player: int) -> str:
    """A player's name; `Computer (hard)` for a level, `Player 1` without a name.

    Equal names get a number. The text is safe to print and at most LONGEST_NAME long.
    """
    first, second = (
        _(COMPUTER).format(level=level_name(name)) if name in LEVELS else name
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


def result_sentence(
    match: Match, names: Sequence[str] | None = None, you: int | None = None
) -> str:
    """Who has won and why; empty while the match goes on.

    `names` replaces the names of the players. `you` is the player who reads it; None for people who
    watch, and for two players at one screen.
    """
    result, ending = match.result, match.ending
    names = names or [player_name(match.players, player) for player in (0, 1)]
    if result is None:
        return ""
    sentences, because = _sentences(result.winner, you)
    why = ending.clause if ending else ""
    text = because if why else sentences.get(result.reason, sentences["normal"])
    winner = result.winner or 0
    return _(text).format(
        winner=names[winner],
        loser=names[1 - winner],
        count=match.history.repetition,
        why=why,
    )


def _sentences(winner: int | None, you: int | None) -> tuple[dict[Reason, str], str]:
    """The sentences for a reader by reason, and the one for a reason of the game's own rules."""
    if winner is None:
        return DRAWN, DRAWN_BECAUSE
    if you is None:
        return WON, WON_BECAUSE
    return (YOU_WON, YOU_WON_BECAUSE) if winner == you else (YOU_LOST, YOU_LOST_BECAUSE)
