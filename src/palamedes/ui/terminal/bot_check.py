"""The outcome of a bot's trial games, in words."""

from collections.abc import Iterable

from palamedes.arena.kit.trial_games import BOT, TrialGame
from palamedes.arena.standings import Score
from palamedes.core.language import N_, _
from palamedes.ui.terminal.console import Terminal

LAST_LINES = 10  # of stderr, shown after a fault

FAULTS = {
    "illegal move": N_("illegal move"),
    "timeout": N_("timed out"),
    "crash": N_("crash"),
    "disqualified": N_("disqualified"),
}


def show_trials(trials: Iterable[TrialGame], console: Terminal) -> bool:
    """Print faults as games are played, then a summary; whether there was no fault."""
    score, faults, slowest = Score(), 0, 0.0
    for trial in trials:
        score.add(trial.game.score_of(BOT))
        faults += bool(trial.fault)
        slowest = max(slowest, trial.slowest)
        for line in _lines(trial):
            console.say(line)
    if faults:
        line = _("The bot failed in {faults} of {games} games.")
    else:
        line = _(
            "Games without errors: {games} ({wins} won, {draws} drawn, {losses} lost). Slowest "
            "move: {slowest:.3f} s."
        )
    counts = {"wins": score.wins, "draws": score.draws, "losses": score.losses}
    console.say(line.format(faults=faults, games=score.games, slowest=slowest, **counts))
    return not faults


def _lines(trial: TrialGame) -> list[str]:
    """Which fault ended a game, and the last lines that the bot wrote to stderr; often empty."""
    if not trial.fault:
        return []
    line = _("game {number} (bot first, moves played: {plies}): {fault} ({detail})")
    if not trial.moves_first:
        line = _("game {number} (bot second, moves played: {plies}): {fault} ({detail})")
    fault = line.format(
        number=trial.game.fixture.number + 1,
        plies=len(trial.game.moves),
        fault=_(FAULTS[trial.fault]),
        detail=_safe(trial.detail),
    )
    printed = [_safe(line) for line in trial.errors.splitlines()[-LAST_LINES:]]
    return [fault, *(f"  stderr: {line}" for line in printed)]


def _safe(text: str) -> str:
    """A text without control characters."""
    return "".join(character if character.isprintable() else " " for character in text)
