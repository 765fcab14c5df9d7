"""Names of players and levels, and results of games, as every front end shows them."""

from collections.abc import Sequence

from palamedes.core.game import Game
from palamedes.core.history_rules import Reason
from palamedes.core.language import N_, _
from palamedes.core.match import Match
from palamedes.players.adaptive import ADAPTIVE, strengths
from palamedes.players.ladder import STEP, LadderStep, ladder

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

# The levels that games declare, and the one that adapts to its opponent.
LEVELS = {
    ADAPTIVE: N_("adaptive"),
    "random": N_("random"),
    "easy": N_("easy"),
    "medium": N_("medium"),
    "hard": N_("hard"),
    "master": N_("master"),
    "perfect": N_("perfect"),
}
STEP_NAME = N_("step {number}")

# The ten places of a ladder: a title, and one line that tells a person what to expect.
PLACES = (
    (N_("Newcomer"), N_("Has just learnt the rules and overlooks a lot.")),
    (N_("Beginner"), N_("Knows the rules, but makes many mistakes.")),
    (N_("Casual player"), N_("Plays now and then, and often misses the better move.")),
    (N_("Regular"), N_("Knows the simple tricks, but falls for the rest.")),
    (N_("Club player"), N_("Plays sensibly, with a mistake every few moves.")),
    (N_("Skilled player"), N_("Seldom makes an obvious mistake.")),
    (N_("Strong player"), N_("Thinks ahead and punishes mistakes.")),
    (N_("Expert"), N_("Thinks far ahead and makes few mistakes.")),
    (N_("Candidate master"), N_("Hardly ever makes a mistake.")),
    (N_("Master"), N_("The strongest we have.")),
)


def level_name(level: str) -> str:
    """The name of a level or a step in the current language; any other text unchanged."""
    if found := STEP.fullmatch(level):
        return _(STEP_NAME).format(number=found[1])
    known = _without_rating(level)
    return _(LEVELS[known]) if known in LEVELS else level


def is_level(spec: str) -> bool:
    """Whether a spec names a level or a step, so that `level_name` has a name for it."""
    return _without_rating(spec) in LEVELS or STEP.fullmatch(spec) is not None


def _without_rating(spec: str) -> str:
    """An adaptive player is called the same at every rating."""
    return ADAPTIVE if spec.startswith(f"{ADAPTIVE}:rating=") else spec


def step_title(game: Game, step: LadderStep) -> str:
    """What a person may call a step of the ladder of a game: `Regular`."""
    return _(PLACES[_place(game, step)][0])


def step_line(game: Game, step: LadderStep) -> str:
    """One line that says what to expect of a step."""
    return _(PLACES[_place(game, step)][1])


def _place(game: Game, step: LadderStep) -> int:
    """Where a step is among the ten places: a shorter ladder also ends with the last one."""
    steps = len(ladder(game))
    return round((step.number - 1) * (len(PLACES) - 1) / (steps - 1))


def adaptive_line() -> str:
    """One line that says what to expect of the adaptive player."""
    return _("Finds your level and follows it, so that games are close.")


def strength_sentence(game: Game, strength: float) -> str:
    """How strong the adaptive player has played, for people to read after the game."""
    known = strengths(game)
    nearest = min(range(len(known)), key=lambda place: abs(known[place] - strength))
    step = ladder(game)[nearest]
    rating = round(strength, -1)
    text = _("It played at about {rating} (step {number}: {title}).")
    if step.rating is None or rating <= 0:  # "about -70" would say nothing to a person
        text = _("It played like step {number}: {title}.")
    return text.format(rating=f"{rating:.0f}", number=step.number, title=step_title(game, step))


def generation_name(number: int) -> str:
    """The name of a generation of a learned evaluation, as a level."""
    return _("generation {number}").format(number=number)


def opponent_name(spec: str) -> str:
    """An engine as somebody's opponent: `the computer (hard)`, or its spec."""
    if not is_level(spec):
        return spec
    return _(THE_COMPUTER).format(level=level_name(spec))


def player_name(players: tuple[str, str], player: int) -> str:
    """A player's name; `Computer (hard)` for a level or step, `Player 1` without a name.

    Equal names get a number. The text is safe to print and at most LONGEST_NAME long.
    """
    first, second = (
        _(COMPUTER).format(level=level_name(name)) if is_level(name) else name
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
