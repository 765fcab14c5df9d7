"""What the window asks, in the banner above the board: nobody has to answer."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from palamedes.core.language import N_, _, ngettext
from palamedes.ui.desktop import actions
from palamedes.ui.desktop.starting import NewGameChoice, resume
from palamedes.ui.session import HUMAN, Scene, Unfinished, unfinished
from palamedes.ui.texts.games import level_name, result_sentence

if TYPE_CHECKING:
    from palamedes.ui.desktop.app import App

# The most urgent first: what the players ask each other, how the game ended, a game that cannot
# begin yet, games left behind.
Subject = Literal["offer", "end", "start", "left"]
ORDER: tuple[Subject, ...] = ("offer", "end", "start", "left")


@dataclass(frozen=True)
class BannerQuestion:
    """Something to ask. `text` is asked for anew in another language; answers are for `_`."""

    subject: Subject
    text: Callable[[], str]
    answers: tuple[tuple[str, Callable[[], None]], ...]


class Questions:
    """Asks one thing at a time, the most urgent first; the others wait."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._waiting: list[BannerQuestion] = []

    def show(self) -> None:
        """Ask what is to be asked now: also in a new window, perhaps in another language."""
        banner = self._app.window.banner
        if not self._waiting:
            banner.hide()
            return
        question = self._waiting[0]
        answers = [
            (_(word), partial(self._answer, question, act)) for word, act in question.answers
        ]
        banner.ask(question.text(), answers)

    def forget(self, *subjects: Subject) -> None:
        """Some questions are over."""
        self._waiting = [each for each in self._waiting if each.subject not in subjects]
        self.show()

    def _ask(self, question: BannerQuestion) -> None:
        """Ask in turn; of all but games left behind, only the last question counts."""
        if question.subject != "left":
            self._waiting = [each for each in self._waiting if each.subject != question.subject]
        self._waiting.append(question)
        self._waiting.sort(key=lambda each: ORDER.index(each.subject))
        self.show()

    def _answer(self, question: BannerQuestion, act: Callable[[], None]) -> None:
        self._waiting.remove(question)
        self._app.window.board.focus_set()
        self._app.do(lambda _app: act())
        self.show()

    # Games left behind

    def offer_unfinished(self) -> None:
        """Offer the games that were left behind, the newest first."""
        for left in unfinished():
            answers = (
                (N_("Resume"), partial(self._resume, left)),
                (N_("Later"), _nothing),
                (N_("Discard"), left.discard),
            )
            self._ask(BannerQuestion("left", partial(_offer_text, left), answers))

    def _resume(self, left: Unfinished) -> None:
        self._app.play(resume(left))

    # Tables

    def ask_to_solve(self, choice: NewGameChoice) -> None:
        """A player needs tables that are not there."""

        def text() -> str:
            asked = _("Perfect play needs {game} to be solved first. Solve it now?")
            return asked.format(game=_(choice.game.title))

        answers = ((N_("Yes"), partial(self._app.solve, choice)), (N_("No"), _nothing))
        self._ask(BannerQuestion("start", text, answers))

    # What happens in a game

    def hear(self, before: Scene | None, scene: Scene) -> None:
        """Ask what follows from a change of the scene."""
        if scene.offer is None or scene.result is not None:
            if before is not None and before.offer is not None:
                self.forget("offer")
        elif before is None or before.offer != scene.offer:
            self._ask_for_answer(scene)
        if before is None or before.result == scene.result:
            return
        if scene.result is None:
            self.forget("end")
        else:
            self._offer_review()

    def _ask_for_answer(self, scene: Scene) -> None:
        session, offer = self._app.session, scene.offer
        if offer is None or not session.seats[1 - offer.by].is_person:
            return  # an engine answers for itself
        texts = {
            "draw": N_("{player} offers a draw. Accept?"),
            "undo": N_("{player} requests a takeback. Accept?"),
        }

        def text() -> str:
            return _(texts[offer.kind]).format(player=session.scene().names[offer.by])

        answers = (
            (N_("Yes"), lambda: session.answer(True)),
            (N_("No"), lambda: session.answer(False)),
        )
        self._ask(BannerQuestion("offer", text, answers))

    def _offer_review(self) -> None:
        app = self._app
        answers = (
            (N_("Review the game"), lambda: actions.review(app)),
            (N_("New game..."), lambda: actions.new_game(app)),
        )
        self._ask(BannerQuestion("end", lambda: result_sentence(app.session.match), answers))


def _offer_text(left: Unfinished) -> str:
    plies = len(left.match.turns)
    text = ngettext(
        "Resume your {game} game against {opponent} ({count} move)?",
        "Resume your {game} game against {opponent} ({count} moves)?",
        plies,
    )
    return text.format(game=_(left.match.game.title), opponent=_opponent(left), count=plies)


def _opponent(left: Unfinished) -> str:
    """Who sat at the other side of the board."""
    engines = [spec for spec in left.specs if spec != HUMAN]
    return level_name(engines[-1]) if engines else _("another player")


def _nothing() -> None:
    pass
