"""Writes a scene into the panel, the evaluation bar and the status bar."""

from time import monotonic

from palamedes.core.language import _
from palamedes.search.review import Worth
from palamedes.ui.desktop.window import Window
from palamedes.ui.session import Scene, Session, reader_at
from palamedes.ui.session.pace import has_people
from palamedes.ui.texts.games import result_sentence
from palamedes.ui.texts.reviews import worth_text

SEPARATOR = "  |  "


def counters_of(scene: Scene, player: int) -> list[str]:
    """The counters of a player, such as the pieces in hand, as texts."""
    return [
        _("{label}: {value}").format(label=_(counter.label), value=counter.value)
        for counter in scene.board.counters
        if counter.owner == player
    ]


class WindowUpdater:
    """Updates the widgets of one window, but only those that change."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._since = 0.0  # when the engine began to think
        self._thinker: tuple[int, int] | None = None
        self._message: tuple[int, str] = (0, "")
        self._cards: list[tuple[object, ...] | None] = [None, None]
        self._moves: tuple[object, ...] | None = None
        self._buttons: tuple[bool, ...] = ()
        self._speed: tuple[bool, bool, str] | None = None

    def show(self, session: Session, scene: Scene, typed: str, speed: str) -> None:
        """Show everything but the board; `speed` is that of games between engines."""
        self._note_thinking(scene)
        self._show_players(scene)
        self._show_moves(session, scene)
        self._show_worth(scene)
        self._show_buttons(scene)
        self._show_speed(session, scene, speed)
        self._window.status.show(self._status(session, scene, typed))
        if (scene.message_number, scene.message) != self._message:
            self._message = (scene.message_number, scene.message)
            self._show_message(scene)

    def _show_message(self, scene: Scene) -> None:
        """Show the session's message; during a move, with what the player has to do next."""
        if not scene.message:
            self._window.status.clear_message()
            return
        is_wrong = scene.is_refusal
        parts = [scene.message, _(scene.phase)] if is_wrong and scene.touched else [scene.message]
        self._window.status.show_message(SEPARATOR.join(parts), is_wrong)

    def _note_thinking(self, scene: Scene) -> None:
        thinker = None if scene.thinking is None else (scene.thinking, scene.plies)
        if thinker != self._thinker:
            self._thinker, self._since = thinker, monotonic()

    def _show_players(self, scene: Scene) -> None:
        for player in (0, 1):
            facts = counters_of(scene, player)
            if scene.thinking == player:
                text = _("getting ready... {seconds} s")
                if not scene.preparing:
                    text = _("thinking... {seconds} s")
                facts.append(text.format(seconds=int(monotonic() - self._since)))
            clock = None if scene.clocks is None else round(scene.clocks[player], 1)
            is_to_move = scene.turn == player and scene.result is None
            card = (scene.names[player], "   ".join(facts), clock, is_to_move)
            if self._cards[player] != card:
                self._cards[player] = card
                self._window.panel.cards[player].show(*card)

    def _show_moves(self, session: Session, scene: Scene) -> None:
        moves = tuple(turn.move for turn in session.match.turns)
        shown = (moves, session.match.start.turn, scene.ply)
        if shown != self._moves:
            self._moves = shown
            self._window.panel.moves.show(*shown)

    def _show_worth(self, scene: Scene) -> None:
        self._window.evaluation_bar.show(scene.worth)
        text = ""
        if scene.worth is not None:
            text = _("Evaluation: {worth}").format(worth=_worth_text(scene.worth, scene.names))
        label = self._window.panel.worth
        if label.cget("text") != text:
            label.configure(text=text)

    def _show_buttons(self, scene: Scene) -> None:
        possible = (scene.can_undo, scene.can_redo, bool(scene.open))
        if possible != self._buttons:
            self._buttons = possible
            for text, is_possible in zip(("Undo", "Redo", "Hint"), possible, strict=True):
                self._window.panel.enable(text, is_possible)

    def _show_speed(self, session: Session, scene: Scene, speed: str) -> None:
        is_wanted = not has_people(session.seats) and scene.result is None
        shown = (is_wanted, scene.paused, speed)
        if shown != self._speed:
            self._speed = shown
            self._window.panel.speed.show(*shown)

    def _status(self, session: Session, scene: Scene, typed: str) -> str:
        if typed:
            return _("Your move: {typed}").format(typed=typed)
        if not scene.is_latest:
            text = _("Position {ply} of {plies}. Press End to return to the game.")
            return text.format(ply=scene.ply, plies=scene.plies)
        if scene.result is not None:
            return result_sentence(session.match, you=reader_at(session.seats))
        name = scene.names[scene.turn]
        if scene.paused:
            return _("Game paused. {player} to move.").format(player=name)
        return SEPARATOR.join([_turn_text(session, scene), *counters_of(scene, scene.turn)])


def _turn_text(session: Session, scene: Scene) -> str:
    """Whose turn it is and what to do; a move that is begun has a sentence of its own."""
    phase = _(scene.phase)
    if scene.touched:
        return phase
    person, other = session.seats[scene.turn], session.seats[1 - scene.turn]
    if person.is_person and not other.is_person:
        return _("Your turn: {phase}").format(phase=phase)
    return _("{player} to move: {phase}").format(player=scene.names[scene.turn], phase=phase)


def _worth_text(worth: Worth, names: tuple[str, str]) -> str:
    """The value of a position; an estimate with the name of the player who is ahead."""
    text = worth_text(worth, names)
    if text[:1] in ("+", "-"):
        return f"{names[worth.score < 0]} +{text[1:]}"
    return text
