"""Games that were left behind, offered again."""

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _, ngettext
from palamedes.ui.session import HUMAN, Autosave, Unfinished, unfinished
from palamedes.ui.terminal.choices import list_options, number_typed
from palamedes.ui.terminal.console import YES, Terminal
from palamedes.ui.terminal.opponents import seat
from palamedes.ui.terminal.play import play
from palamedes.ui.texts.games import player_name

NO = ("n", "no", "non")


def offer_unfinished(console: Terminal, game: Game | None = None) -> bool | None:
    """Let a person go on with a game, of any kind or of this one, that was left behind.

    None if there is none or it is not wanted; else what `play` says. A game is thrown away only
    if the person says no.
    """
    left = _left_behind(console, game)
    chosen = _choose(console, left) if left else None
    return None if chosen is None else _go_on(console, chosen)


def mention_unfinished(console: Terminal, game: Game) -> None:
    """Say that a game of this kind was left behind, to somebody who wants to begin another one."""
    left = _left_behind(console, game)
    if left:
        text = _("{game} The menu (palamedes) offers it.")
        console.say(text.format(game=_sentence(left[0])))


def _left_behind(console: Terminal, game: Game | None) -> list[Unfinished]:
    """The games to offer; none where nobody can answer."""
    if not console.interactive:
        return []
    return [each for each in unfinished() if game is None or each.match.game == game]


def _choose(console: Terminal, left: list[Unfinished]) -> Unfinished | None:
    """The game to go on with. No throws all away; any other answer leaves them for later."""
    if len(left) == 1:
        question = _("{game} Go on with it? (y for yes, n to throw it away, Enter for later) ")
        typed = console.ask(question.format(game=_sentence(left[0]))).lower()
        number = 0 if typed in YES else None
    else:
        list_options(console, _("You left some games:"), [_sentence(each) for each in left])
        typed = console.ask(_("Number, no to throw them away, Enter for later: ")).lower()
        number = number_typed(typed, len(left))
    if number is None and typed in NO:
        for each in left:
            each.discard()
        console.say(ngettext("The game is thrown away.", "The games are thrown away.", len(left)))
    return None if number is None else left[number]


def _sentence(left: Unfinished) -> str:
    match, moves = left.match, len(left.match.turns)
    text = ngettext(
        "You left a game of {game}, {players}, after {count} move ({when}).",
        "You left a game of {game}, {players}, after {count} moves ({when}).",
        moves,
    )
    return text.format(
        game=_(match.game.title),
        players=_opponents(left),
        count=moves,
        when=f"{left.when:%Y-%m-%d %H:%M}",
    )


def _opponents(left: Unfinished) -> str:
    """Who plays whom, as the person who left would say it."""
    engines = [spec for spec in left.specs if spec != HUMAN]
    if len(engines) == 1:
        return _("against {player}").format(player=player_name((engines[0], ""), 0))
    names = [player_name(left.match.players, player) for player in (0, 1)]
    return _("{first} against {second}").format(first=names[0], second=names[1])


def _go_on(console: Terminal, left: Unfinished) -> bool | None:
    try:
        seats = seat(console, left.match.game, left.specs)
        autosave = Autosave(left.path)
    except PalamedesError as error:
        console.say(str(error))
        return None
    return play(left.match, console, seats=seats, control=left.control, autosave=autosave)
