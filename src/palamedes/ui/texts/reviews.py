"""The review of a finished game in words: statistics, judgements of moves, values."""

from palamedes.core.language import N_, _, decimal, ngettext
from palamedes.core.match import Match
from palamedes.core.statistics import Statistics, statistics
from palamedes.search.review import Class, Fault, Judgement, Review, Worth
from palamedes.search.score import ESTIMATE, plies_to_win, score_text
from palamedes.ui.texts.games import player_name

Row = tuple[str, str, str]  # the title, the first player's figure, the second player's

FAULTS: dict[Fault, str] = {
    "inaccuracy": N_("inaccuracies"),
    "mistake": N_("mistakes"),
    "blunder": N_("blunders"),
}
# How a move turned the game, by its class for the player before and after the move.
TURNS: dict[tuple[Class, Class], str] = {
    ("won", "even"): N_("{number} {player}: {move} throws away the win. {best} was better."),
    ("won", "lost"): N_("{number} {player}: {move} turns a win into a loss. {best} was better."),
    ("even", "lost"): N_("{number} {player}: {move} loses a drawn position. {best} was better."),
}
ESTIMATED = N_(
    "{number} {player}: {move} lowers the winning chances by {cost} points. {best} was better."
)
NOTHING = "-"


def statistics_rows(match: Match, review: Review | None = None) -> list[Row]:
    """A table of figures about both players; a row that is known of neither is left out."""
    first, second = statistics(match, 0), statistics(match, 1)
    rows = [
        (_("moves"), str(first.moves), str(second.moves)),
        (_("time"), _seconds(first.seconds), _seconds(second.seconds)),
        (_("slowest move"), _seconds(first.longest), _seconds(second.longest)),
        *_counter_rows(first, second),
        *_zone_rows(first, second),
        *(_judged_rows(review) if review is not None else ()),
    ]
    return [row for row in rows if row[1:] != (NOTHING, NOTHING)]


def judgement_sentence(match: Match, judgement: Judgement) -> str:
    """What a move gave away: in words where exact values are known, else as an estimate."""
    before, after = (
        each.class_of(judgement.player) for each in (judgement.before, judgement.after)
    )
    text = TURNS.get((before, after), ESTIMATED) if judgement.is_true else ESTIMATED
    return _(text).format(
        number=move_number(match, judgement.ply),
        player=player_name(match.players, judgement.player),
        move=judgement.move,
        best=judgement.best,
        cost=round(100 * judgement.cost),
    )


def move_number(match: Match, ply: int) -> str:
    """A move's number in a two-column score sheet: `3.`, or `3...` for the second player."""
    number, is_second = divmod(ply + match.start.turn + 1, 2)
    return f"{number}..." if is_second else f"{number}."


def worth_text(worth: Worth, names: tuple[str, str]) -> str:
    """The value of a position: in words if it is proven, else a score seen by player 1."""
    plies = plies_to_win(abs(worth.score))
    if worth.score == 0 and not worth.is_true:
        return _("even")
    winner = names[0] if worth.score > 0 else names[1]
    if abs(worth.score) == ESTIMATE:
        return _("{player} wins").format(player=winner)
    if plies is None:
        return score_text(worth.score, worth.is_true)
    if plies == 0:
        return _("{player} has won").format(player=winner)
    text = ngettext("{player} wins in {plies} ply", "{player} wins in {plies} plies", plies)
    return text.format(player=winner, plies=plies)


def _counter_rows(first: Statistics, second: Statistics) -> list[Row]:
    return [
        (
            _(label),
            str(first.counters.get(label, NOTHING)),
            str(second.counters.get(label, NOTHING)),
        )
        for label in dict.fromkeys((*first.counters, *second.counters))
    ]


def _zone_rows(first: Statistics, second: Statistics) -> list[Row]:
    return [
        (
            _("share of {zone}").format(zone=_(title)),
            _percent(first.zones.get(title)),
            _percent(second.zones.get(title)),
        )
        for title in dict.fromkeys((*first.zones, *second.zones))
    ]


def _judged_rows(review: Review) -> list[Row]:
    faults = review.faults(0), review.faults(1)
    rows = [(_("accuracy"), _percent(review.accuracy(0)), _percent(review.accuracy(1)))]
    rows += [
        (_(text), str(faults[0][fault]), str(faults[1][fault])) for fault, text in FAULTS.items()
    ]
    return rows


def _seconds(seconds: float | None) -> str:
    if seconds is None:
        return NOTHING
    if seconds < 60:
        return _("{seconds} s").format(seconds=decimal(seconds))
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def _percent(share: float | None) -> str:
    return NOTHING if share is None else _("{percent}%").format(percent=round(100 * share))
