"""Questions in the banner above the board, which need not be answered."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from palamedes.core.language import N_, _, ngettext
from palamedes.ui.desktop import actions
from palamedes.ui.desktop.starting import NewGameChoice, resumed_session
from palamedes.ui.session import HUMAN, Scene, Unfinished, reader_at, unfinished
from palamedes.ui.texts.games import opponent_name, result_sentence
from palamedes.ui.texts.solving import solving_cost

if TYPE_CHECKING:
    from palamedes.ui.desktop.app import App

# The most urgent first: whether something is really meant, an offer of a player, what to do after
# the end, tables that a new game needs, unfinished games.
QuestionSubject = Literal["sure", "offer", "end", "start", "left"]
ORDER: tuple[QuestionSubject, ...] = ("sure", "offer", "end", "start", "left")


@dataclass(frozen=True)
class BannerQuestion:
    """A question. `text` returns it in the current language; the answers are texts for `_`."""

    subject: QuestionSubject
    text: Callable[[], str]
    answers: tuple[tuple[str, Callable[[], None]], ...]


class Questions:
    """Asks one question at a time, the most urgent first; the others wait."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._waiting: list[BannerQuestion] = []

    def show(self) -> None:
        """Show the first question, or no banner; also after the window was rebuilt."""
        banner = self._app.window.banner
        if not self._waiting:
            banner.hide()
            return
        question = self._waiting[0]
        answers = [
            (_(word), partial(self._answer, question, act)) for word, act in question.answers
        ]
        banner.ask(question.text(), answers)

    def forget(self, *subjects: QuestionSubject) -> None:
        """Drop the questions about these subjects."""
        self._waiting = [each for each in self._waiting if each.subject not in subjects]
        self.show()

    def _ask(self, question: BannerQuestion) -> None:
        """Queue a question in place of an older one about its subject, unless it is `left`."""
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

    def confirm(self, text: str, act: Callable[[], None]) -> None:
        """Ask whether something is really meant; `text` is for `_`."""
        answers = ((N_("Yes"), act), (N_("No"), _do_nothing))
        self._ask(BannerQuestion("sure", lambda: _(text), answers))

    # Unfinished games

    def offer_unfinished(self) -> None:
        """Offer to resume unfinished games, the newest first."""
        for game in unfinished():
            answers = (
                (N_("Resume"), partial(self._resume, game)),
                (N_("Later"), _do_nothing),
                (N_("Discard"), partial(self._discard, game)),
            )
            self._ask(BannerQuestion("left", partial(_offer_text, game), answers))

    def _discard(self, game: Unfinished) -> None:
        self.confirm(N_("Delete this game for good?"), game.discard)

    def _resume(self, game: Unfinished) -> None:
        self._app.play(resumed_session(game))

    # Tables

    def ask_to_solve(self, choice: NewGameChoice) -> None:
        """Ask whether to build the tables that a player needs, and say what that costs."""

        def text() -> str:
            asked = _("Perfect play needs {game} to be solved first ({cost}). Solve it now?")
            return asked.format(game=_(choice.game.title), cost=solving_cost(choice.game))

        answers = (
            (N_("Yes"), partial(self._app.solve, choice)),
            (N_("No"), lambda: actions.new_game(self._app)),
        )
        self._ask(BannerQuestion("start", text, answers))

    # During a game

    def update(self, before: Scene | None, scene: Scene) -> None:
        """Ask or drop the questions that follow from a change of the scene."""
        if scene.offer is None or scene.result is not None:
            if before is not None and before.offer is not None:
                self.forget("offer")
        elif before is None or before.offer != scene.offer:
            self._ask_for_answer(scene)
        if before is not None and self._has_moved_on(before, scene):
            self.forget("sure")
        if before is None or before.result == scene.result:
            return
        if scene.result is None:
            self.forget("end")
        else:
            self._offer_what_comes_next()

    def _has_moved_on(self, before: Scene, scene: Scene) -> bool:
        """Whether a person has moved or taken back instead of answering, or the game has ended."""
        engine_moved = scene.plies == before.plies + 1 and (
            not self._app.session.seats[before.turn].is_person
        )
        return scene.result != before.result or (scene.plies != before.plies and not engine_moved)

    def _ask_for_answer(self, scene: Scene) -> None:
        session, offer = self._app.session, scene.offer
        if offer is None or not session.seats[1 - offer.by].is_person:
            return  # an engine answers by itself
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

    def _offer_what_comes_next(self) -> None:
        """Say how the game has ended, with what strength, and offer a review and another game."""
        app = self._app

        def text() -> str:
            match, seats = app.session.match, app.session.seats
            result = result_sentence(match, you=reader_at(seats))
            return " ".join(filter(None, (result, app.ends.sentence(match, seats))))

        answers = (
            (N_("Play again"), lambda: actions.play_again(app)),
            (N_("Swap sides and play again"), lambda: actions.play_again(app, swapped=True)),
            (N_("Review the game"), lambda: actions.review(app)),
        )
        self._ask(BannerQuestion("end", text, answers))


def _offer_text(game: Unfinished) -> str:
    plies = len(game.match.turns)
    text = ngettext(
        "Resume your {game} game against {opponent} ({count} move)?",
        "Resume your {game} game against {opponent} ({count} moves)?",
        plies,
    )
    return text.format(game=_(game.match.game.title), opponent=_opponent(game), count=plies)


def _opponent(game: Unfinished) -> str:
    """The engine, or another person."""
    engines = [spec for spec in game.specs if spec != HUMAN]
    return opponent_name(engines[-1]) if engines else _("another player")


def _do_nothing() -> None:
    pass
