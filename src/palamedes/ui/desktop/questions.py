"""What the window asks, in the banner above the board: nobody has to answer."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from palamedes.core.language import _, ngettext
from palamedes.ui.desktop import actions
from palamedes.ui.desktop.starting import Choice, resume
from palamedes.ui.sentences import level_name, result_sentence
from palamedes.ui.session import HUMAN, Scene, Unfinished, unfinished

if TYPE_CHECKING:
    from palamedes.ui.desktop.app import App


class Questions:
    """Asks one thing at a time; a new question takes the place of the one before."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._left: list[Unfinished] = []
        self.current: Callable[[], None] | None = None  # asks it once more

    def forget(self) -> None:
        """Another game is on the table: what was asked about the last one is over."""
        if self.current is not None and self.current != self._offer_next:
            self._hide()

    def ask_again(self) -> None:
        """The window is new, perhaps in another language."""
        if self.current is not None:
            self.current()

    def _hide(self) -> None:
        self.current = None
        self._app.window.banner.hide()

    def _ask(
        self,
        again: Callable[[], None],
        text: str,
        yes: Callable[[], None],
        no: Callable[[], None] = lambda: None,
        answers: tuple[str, str] | None = None,
    ) -> None:
        self.current = again

        def answered(then: Callable[[], None]) -> Callable[[], None]:
            def act() -> None:
                self.current = None
                self._app.do(lambda _app: then())

            return act

        self._app.window.banner.ask(text, answered(yes), answered(no), answers)

    # Games left behind

    def offer_unfinished(self) -> None:
        """Offer the games that were left behind, the newest first."""
        self._left = unfinished()
        self._offer_next()

    def _offer_next(self) -> None:
        if not self._left:
            return
        left = self._left[0]
        plies = len(left.match.turns)
        text = ngettext(
            "Go on with the game of {game} against {opponent}, {count} move?",
            "Go on with the game of {game} against {opponent}, {count} moves?",
            plies,
        )
        words = text.format(game=_(left.match.game.title), opponent=_opponent(left), count=plies)
        self._ask(self._offer_next, words, self._resume, self._discard)

    def _resume(self) -> None:
        left = self._left.pop(0)
        self._app.play(resume(left))

    def _discard(self) -> None:
        self._left.pop(0).discard()
        self._offer_next()

    # Tables

    def ask_to_solve(self, choice: Choice) -> None:
        """A player needs tables that are not there."""
        text = _("To play perfectly, {game} must be solved first. Do it now?")
        self._ask(
            lambda: self.ask_to_solve(choice),
            text.format(game=_(choice.game.title)),
            lambda: self._app.solve(choice),
        )

    # What happens in a game

    def hear(self, before: Scene | None, scene: Scene) -> None:
        """Ask what follows from a change of the scene."""
        if scene.offer is not None and (before is None or before.offer != scene.offer):
            self._ask_for_answer()
        elif before is not None and before.result is None and scene.result is not None:
            self._offer_review()
        elif (before is not None and scene.result is None and before.result is not None) or (
            before is not None and before.offer is not None and scene.offer is None
        ):
            self._hide()

    def _ask_for_answer(self) -> None:
        session = self._app.session
        scene = session.scene()
        if scene.offer is None:
            return
        if not session.seats[1 - scene.offer.by].is_person:
            return  # an engine answers for itself
        texts = {
            "draw": _("{player} offers a draw. Agreed?"),
            "undo": _("{player} asks to take the last move back. Agreed?"),
        }
        text = texts[scene.offer.kind].format(player=scene.names[scene.offer.by])
        self._ask(
            self._ask_for_answer, text, lambda: session.answer(True), lambda: session.answer(False)
        )

    def _offer_review(self) -> None:
        app = self._app
        self._ask(
            self._offer_review,
            result_sentence(app.session.match),
            lambda: actions.review(app),
            lambda: actions.new_game(app),
            (_("Review the game"), _("New game...")),
        )


def _opponent(left: Unfinished) -> str:
    """Who sat at the other side of the board."""
    engines = [spec for spec in left.specs if spec != HUMAN]
    return level_name(engines[-1]) if engines else _("another person")
