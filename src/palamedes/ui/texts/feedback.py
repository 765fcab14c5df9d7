"""What a student reads about a bot: its strength, its faults, and hints."""

from palamedes.arena.faults import Fault
from palamedes.arena.marks import StudentMark
from palamedes.arena.standings import Standing
from palamedes.arena.yardstick import likest_step
from palamedes.core.game import Game
from palamedes.core.language import _, decimal
from palamedes.ui.texts.standings import REASONS, elo_text, interval_text, likeness_text
from palamedes.ui.texts.tournaments import legible

NEAR_THE_LIMIT = 0.8  # of the time for a move


def fault_text(fault: Fault) -> str:
    """What went wrong in a game, what to do, and where in the student's own code."""
    found = fault.diagnosis
    text = f"{found.title}. {legible(found.advice, 400)}"
    if found.line is None or not found.line.number:
        return text
    line = _("Your line: {place}: {code}").format(
        place=_("{file}, line {number}").format(file=found.line.file, number=found.line.number),
        code=found.line.code,
    )
    return f"{text} {legible(line, 300)}"


def strength_text(game: Game, player: Standing, is_on_ladder: bool) -> str:
    """How strong a player is, with the interval, and the step that it is like."""
    if player.rating is None:
        return _("No games were played.")
    sentences = [
        _("Rating: {rating} (95%: {interval}).").format(
            rating=elo_text(player.rating, not is_on_ladder),
            interval=interval_text(player.low, player.high, not is_on_ladder),
        )
    ]
    if player.likeness is not None:
        sentences.append(_("Plays like: {step}.").format(step=likeness_text(player.likeness)))
    if is_on_ladder and player.low is not None and player.high is not None:
        low, high = (likeness_text(likest_step(game, end)) for end in (player.low, player.high))
        if low != high:
            text = _("That is uncertain: from {low} to {high}.")
            sentences.append(text.format(low=low, high=high))
    return " ".join(sentences)


def mark_text(mark: StudentMark | None) -> str:
    """A mark as it is written; empty if there is none."""
    if mark is None or mark.mark is None:
        return ""
    return legible(mark.mark) if isinstance(mark.mark, str) else decimal(mark.mark, None)


def deduction_text(mark: StudentMark | None) -> str:
    """What was deducted for faults; empty if nothing was."""
    if mark is None or not mark.deducted:
        return ""
    return _("{points} deducted for faults.").format(points=decimal(mark.deducted, None))


def failure_text(player: Standing) -> str:
    """How many games were lost by each kind of fault; empty if none was."""
    counts = player.failures.most_common()
    return ", ".join(f"{_(REASONS[reason])} {count}" for reason, count in counts)


def comment_text(game: Game, player: Standing, is_on_ladder: bool, mark: StudentMark | None) -> str:
    """A comment of one line for a learning platform."""
    score = player.score
    points = _("Points: {points} of {games}.").format(
        points=decimal(score.points, None), games=score.games
    )
    parts = [strength_text(game, player, is_on_ladder), points]
    if faults := failure_text(player):
        parts.append(_("Games lost by faults: {faults}.").format(faults=faults))
    return " ".join([*parts, deduction_text(mark)]).strip()


def unreadable_text(why: str) -> str:
    return _("The hand-in could not be read: {why}.").format(why=legible(why, 200))


def hint_lines(player: Standing, limit: float | None) -> list[str]:
    """What a student may do next."""
    lines = []
    slowest = player.statistics.slowest
    if limit is not None and slowest > NEAR_THE_LIMIT * limit and not player.failures["timeout"]:
        text = _("Your slowest move took {seconds} s of {limit} s: leave more time to spare.")
        lines.append(text.format(seconds=decimal(slowest, 2), limit=decimal(limit, None)))
    if not player.failures:
        lines.append(_("No game was lost by a fault: from here on, only better moves count."))
    return lines
