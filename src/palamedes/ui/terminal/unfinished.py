"""Offers unfinished games, which were autosaved, to be resumed."""

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _, ngettext
from palamedes.ui.session import HUMAN, Autosave, Unfinished, unfinished
from palamedes.ui.terminal.choices import list_options, number_typed
from palamedes.ui.terminal.console import YES, Terminal
from palamedes.ui.terminal.opponents import make_seats
from palamedes.ui.terminal.play import play
from palamedes.ui.texts.games import opponent_name, player_name

NO = ("n", "no", "non")


def offer_unfinished(console: Terminal, game: Game | None = None) -> bool | None:
    """Offer to resume an unfinished game, of any kind or of `game`.

    Returns what `play` returns, or None if no game is resumed. Games are deleted only if the
    person says no.
    """
    found = _unfinished_games(console, game)
    chosen = _choose(console, found) if found else None
    return None if chosen is None else _resume(console, chosen)


def mention_unfinished(console: Terminal, game: Game) -> None:
    """Tell a person who starts a game that an unfinished one of the same kind exists."""
    found = _unfinished_games(console, game)
    if found:
        text = _("{game} Run palamedes to resume it.")
        console.say(text.format(game=_sentence(found[0])))


def _unfinished_games(console: Terminal, game: Game | None) -> list[Unfinished]:
    """The games to offer; empty if no person can answer."""
    if not console.interactive:
        return []
    return [each for each in unfinished() if game is None or each.match.game == game]


def _choose(console: Terminal, found: list[Unfinished]) -> Unfinished | None:
    """Ask which game to resume. "No" deletes them all; other answers keep them for later."""
    if len(found) == 1:
        question = _("{game} Resume it? (y: yes, n: discard it, Enter: later) ")
        typed = console.ask(question.format(game=_sentence(found[0]))).lower()
        number = 0 if typed in YES else None
    else:
        list_options(console, _("Unfinished games:"), [_line(each) for each in found])
        typed = console.ask(_("Number to resume, no to discard all, Enter for later: ")).lower()
        number = number_typed(typed, len(found))
    if number is None and typed in NO:
        _discard(console, found)
    return None if number is None else found[number]


def _discard(console: Terminal, found: list[Unfinished]) -> None:
    """Delete these games, if that is really meant: "no" may only mean "not now"."""
    question = ngettext(
        "Delete this game for good?", "Delete these {count} games for good?", len(found)
    )
    if console.confirms(question.format(count=len(found))):
        for each in found:
            each.discard()
        console.say(ngettext("Game discarded.", "Games discarded.", len(found)))


def _sentence(game: Unfinished) -> str:
    text = ngettext(
        "You have an unfinished game: {game}, {players}, {count} move ({when}).",
        "You have an unfinished game: {game}, {players}, {count} moves ({when}).",
        len(game.match.turns),
    )
    return text.format(**_facts(game))


def _line(game: Unfinished) -> str:
    """An unfinished game in a list of several."""
    text = ngettext(
        "{game}, {players}, {count} move ({when})",
        "{game}, {players}, {count} moves ({when})",
        len(game.match.turns),
    )
    return text.format(**_facts(game))


def _facts(game: Unfinished) -> dict[str, str]:
    return {
        "game": _(game.match.game.title),
        "players": _players(game),
        "count": str(len(game.match.turns)),
        "when": f"{game.when:%Y-%m-%d %H:%M}",
    }


def _players(game: Unfinished) -> str:
    """The opponent of a person who plays an engine, else both players."""
    engines = [spec for spec in game.specs if spec != HUMAN]
    if len(engines) == 1:
        return _("against {player}").format(player=opponent_name(engines[0]))
    names = [player_name(game.match.players, player) for player in (0, 1)]
    return _("{first} against {second}").format(first=names[0], second=names[1])


def _resume(console: Terminal, game: Unfinished) -> bool | None:
    try:
        seats = make_seats(console, game.match.game, game.specs)
        autosave = Autosave(game.path)
    except PalamedesError as error:
        console.say(str(error))
        return None
    return play(game.match, console, seats=seats, control=game.control, autosave=autosave)
