"""Checking a bot: its trial games or the steps of the protocol, in words and as a document."""

import sys
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any, NamedTuple

from palamedes.arena.diagnosis import Diagnosis
from palamedes.arena.kit.compliance import ComplianceStep, comply
from palamedes.arena.kit.conversation import Conversation
from palamedes.arena.kit.run import guarded_spec
from palamedes.arena.kit.trial_games import BOT, TrialGame, play_trial_games
from palamedes.arena.plan import GameTerms
from palamedes.core.errors import PalamedesError
from palamedes.core.files import check_writable
from palamedes.core.game import Game
from palamedes.core.language import N_, _, decimal
from palamedes.core.position import Position
from palamedes.players import is_program
from palamedes.players.external import program_command
from palamedes.players.external.sandbox import isolation
from palamedes.ui.terminal.board_text import draw
from palamedes.ui.terminal.console import Terminal, make_console
from palamedes.ui.terminal.json_output import JsonOutput
from palamedes.ui.terminal.progress import progress_bars
from palamedes.ui.texts.sandboxes import sandbox_notice

LEGAL_MOVES = 24  # listed after a fault
ENDINGS = {  # by the points of the bot
    1.0: N_("no error, won after {plies} plies"),
    0.5: N_("no error, drawn after {plies} plies"),
    0.0: N_("no error, lost after {plies} plies"),
}


class CheckOptions(NamedTuple):
    """What to check, and how to show it."""

    games: int
    plies: int  # of a game, at most
    compliance: bool  # the steps of the protocol instead of games
    json: JsonOutput
    plain: bool


def check_bot(game: Game, player: str, terms: GameTerms, options: CheckOptions) -> bool:
    """Check a bot and show what was found; whether it made no mistake."""
    check_writable(options.json.file)
    if isolation(terms.bounds.sandbox) != "bubblewrap":
        sys.stderr.write(f"{sandbox_notice(terms.bounds.sandbox)}\n")
    console = make_console(options.plain, file=StringIO() if options.json.prints else None)
    steps: list[ComplianceStep] = []
    played: list[TrialGame] = []
    if options.compliance:
        talk = _conversation(game, player, terms, options.plies)
        steps = show_steps(comply(talk), console)
    else:
        trials = play_trial_games(game, player, terms, options.games, options.plies)
        played = show_trials(trials, game, options.games, console)
    document = _document(game, player, steps, played)
    options.json.give(document)
    return bool(document["ok"])


def _conversation(game: Game, player: str, terms: GameTerms, plies: int) -> Conversation:
    spec = guarded_spec(player, game)
    if not is_program(spec):
        raise PalamedesError(
            _("--compliance needs a program: FILE.py or cmd:PROGRAM, not {text!r}").format(
                text=player[:40]
            )
        )
    assert terms.move is not None
    return Conversation(game, program_command(spec), terms.bounds, terms.move, plies)


def _document(
    game: Game, player: str, steps: list[ComplianceStep], played: list[TrialGame]
) -> dict[str, Any]:
    faults = sum(step.is_ok is False for step in steps)
    faults += sum(trial.diagnosis is not None for trial in played)
    return {
        "game": game.id,
        "player": player,
        "ok": faults == 0,
        "faults": faults,
        "steps": [
            {"name": step.name, "title": step.title, "ok": step.is_ok, "why": step.why}
            for step in steps
        ],
        "games": [trial.document() for trial in played],
    }


def show_steps(steps: Iterable[ComplianceStep], console: Terminal) -> list[ComplianceStep]:
    """Print each step as it is done, then a summary; all steps."""
    done = []
    marks = {True: _("ok"), False: _("FAILED"), None: _("skipped")}
    width = max(map(len, marks.values()))
    for step in steps:
        done.append(step)
        why = f" ({_safe(step.why)})" if step.why else ""
        console.say(f"{marks[step.is_ok]:{width}}  {step.title}{why}")
    failed = sum(step.is_ok is False for step in done)
    if failed:
        line = _("Steps that failed: {failed} of {steps}.")
    else:
        line = _("Your program speaks UGI: no step failed.")
    console.say(line.format(failed=failed, steps=len(done)))
    return done


def show_trials(
    trials: Iterable[TrialGame], game: Game, games: int, console: Terminal
) -> list[TrialGame]:
    """Print each game as it ends, with the faults, then a summary; all games played."""
    played = []
    for trial in _with_progress(trials, games):
        played.append(trial)
        console.say(_game_line(trial, games))
        for line in _fault_lines(trial, game, console.unicode):
            console.say(f"  {line}".rstrip())
    for line in _summary(played, games):
        console.say(line)
    return played


def _with_progress(trials: Iterable[TrialGame], games: int) -> Iterator[TrialGame]:
    """The games, with a bar on stderr while each is played."""
    remaining = iter(trials)
    for number in range(games):
        with progress_bars() as show:
            show(_("game {number} of {games}").format(number=number + 1, games=games), 0, 0)
            trial = next(remaining, None)
        if trial is None:
            return
        yield trial


def _game_line(trial: TrialGame, games: int) -> str:
    """Who moved first, and how the game ended."""
    line = _("Game {number} of {games}, your bot moves first: {ending}")
    if not trial.moves_first:
        line = _("Game {number} of {games}, your bot moves second: {ending}")
    return line.format(number=trial.game.fixture.number + 1, games=games, ending=_ending(trial))


def _ending(trial: TrialGame) -> str:
    plies = len(trial.game.moves)
    if trial.diagnosis is not None:
        return _("{fault}, after {plies} plies").format(fault=trial.diagnosis.title, plies=plies)
    if trial.is_stopped:
        return _("no error, stopped after {plies} plies (see --plies)").format(plies=plies)
    return _(ENDINGS[trial.game.score_of(BOT)]).format(plies=plies)


def _fault_lines(trial: TrialGame, game: Game, unicode: bool) -> list[str]:
    """What went wrong in a game, what to do, and what the bot wrote to stderr; often empty."""
    if trial.diagnosis is None:
        return [] if trial.remark is None else [trial.remark.title, trial.remark.advice]
    printed = [f"stderr: {_safe(line)}" for line in trial.last_errors]
    return [*diagnosis_lines(trial.diagnosis, game, unicode), *printed]


def diagnosis_lines(diagnosis: Diagnosis, game: Game, unicode: bool) -> list[str]:
    """The advice, the author's own line, the position, the answer and the legal moves."""
    lines = [_safe(diagnosis.advice)]
    if (line := diagnosis.line) is not None and line.number:
        place = _("{file}, line {number}").format(file=line.file, number=line.number)
        lines.append(_("Your line: {place}: {code}").format(place=place, code=_safe(line.code)))
        lines.append(_("Error: {error}").format(error=_safe(line.error)))
    if diagnosis.position:
        lines.append(_("Position: {text}").format(text=diagnosis.position))
        board = draw(Position.parse(game, diagnosis.position), unicode=unicode)
        lines += [f"  {row}" for row in board.splitlines()]
    if diagnosis.answered:
        lines.append(_("Answered: {text}").format(text=repr(_safe(diagnosis.answered))))
    if diagnosis.legal:
        lines.append(_("Legal moves: {moves}").format(moves=_listed(diagnosis.legal)))
    lines.append(_("The arena noted: {detail}").format(detail=_safe(diagnosis.detail)))
    return lines


def _listed(moves: tuple[str, ...]) -> str:
    listed = ", ".join(moves[:LEGAL_MOVES])
    more = len(moves) - LEGAL_MOVES
    if more <= 0:
        return listed
    return _("{moves} and {count} more").format(moves=listed, count=more)


def _summary(played: list[TrialGame], games: int) -> list[str]:
    failed = [trial for trial in played if trial.diagnosis is not None]
    if failed and failed[-1].never_began:
        lines = [_("Your bot failed before its first move: the other games are not played.")]
        return lines if len(played) < games else [_failures(failed, played)]
    if failed:
        return [_failures(failed, played)]
    slowest = max(trial.slowest for trial in played)
    line = _("Games without errors: {games}. Slowest move: {slowest} s.")
    return [line.format(games=len(played), slowest=decimal(slowest, 3))]


def _failures(failed: list[TrialGame], played: list[TrialGame]) -> str:
    line = _("Your bot failed in {faults} of {games} games.")
    return line.format(faults=len(failed), games=len(played))


def _safe(text: str) -> str:
    """A text without control characters."""
    return "".join(character if character.isprintable() else " " for character in text)
