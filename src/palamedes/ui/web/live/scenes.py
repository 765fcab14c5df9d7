"""What a scene of a game says to each of those who see it, as JSON.

Every field is written once for all who read the same in it, and a field that is as it was before
need not be sent again: `SceneTexts.changes`.
"""

from typing import Any

from pydantic_core import to_json

from palamedes.core.language import _, set_language
from palamedes.ui.session import Scene
from palamedes.ui.session.scene import board_at
from palamedes.ui.web.live.documents import (
    NO_TOUCHES,
    Document,
    board_document,
    evaluation_data,
    names_of,
    result_data,
    touch_document,
)
from palamedes.ui.web.store import StoredGame

View = tuple[str, tuple[int, ...]]  # language, and the sides one plays: a scene depends on both
Fields = dict[str, str]  # each as JSON


class SceneTexts:
    """One scene, for everybody.

    number: of the scene, of those that were shown to all; 0 before the first
    before: the scene shown to all before it, if its fields can be compared with these
    """

    def __init__(
        self, scene: Scene, stored: StoredGame, number: int, before: "SceneTexts | None" = None
    ) -> None:
        self.number, self._before = number, before
        self.scene, self._stored = scene, stored
        self._moves = [turn.move for turn in stored.match.turns]
        self._shared: dict[str, Fields] = {}  # what all read in a language
        self._fields: dict[View, Fields] = {}
        self._messages: dict[View, str] = {}
        self._changes: dict[View, str] = {}

    def message(self, view: View) -> str:
        """The whole scene."""
        if view not in self._messages:
            facts = _texts({"type": "scene", "number": self.number, "moves": self._moves})
            self._messages[view] = _object({**facts, **self._fields_of(view)})
        return self._messages[view]

    def changes(self, view: View) -> str:
        """What is not as in the scene before; the whole scene if nobody saw that in this way."""
        before = None if self._before is None else self._before._fields.get(view)
        if before is None:
            return self.message(view)
        if view not in self._changes:
            fields = self._fields_of(view)
            changed = {name: text for name, text in fields.items() if before[name] != text}
            kept = self._kept_moves()
            facts = {"type": "change", "number": self.number, "kept": kept}
            facts["moves"] = self._moves[kept:]
            self._changes[view] = _object({**_texts(facts), "scene": _object(changed)})
        return self._changes[view]

    def _kept_moves(self) -> int:
        """The number of moves that are as in the scene before."""
        old, now = [] if self._before is None else self._before._moves, self._moves
        kept = min(len(old), len(now))
        while old[:kept] != now[:kept]:
            kept -= 1
        return kept

    def forget_before(self) -> None:
        """Keep only what the scene after this one is compared with."""
        self._before = None
        self._messages.clear()
        self._changes.clear()

    def _fields_of(self, view: View) -> Fields:
        if view not in self._fields:
            language, seats = view
            set_language(language)
            if language not in self._shared:
                self._shared[language] = _texts(shared_document(self.scene, self._stored))
            own = own_document(self.scene, self._stored, seats)
            self._fields[view] = {**self._shared[language], **_texts(own)}
        return self._fields[view]


def _texts(document: Document) -> Fields:
    return {name: to_json(value).decode() for name, value in document.items()}


def _object(fields: Fields) -> str:
    return "{" + ",".join([f'"{name}":{text}' for name, text in fields.items()]) + "}"


def shared_document(scene: Scene, stored: StoredGame) -> Document:
    """The fields in which all read the same."""
    match, names = stored.match, names_of(stored)
    return {
        "board": board_document(_bare_board(scene, stored)),
        "names": names,
        "kinds": ["human" if side.is_person else "engine" for side in stored.sides],
        "bots": stored.bots,
        "free": stored.free,
        "apart": stored.is_remote,
        "paused": scene.paused,
        "turn": scene.turn,
        "phase": _(scene.phase),
        "plies": scene.plies,
        "position": match.position.text,
        "thinking": scene.thinking,
        "preparing": scene.preparing,
        "worth": None if scene.worth is None else evaluation_data(scene.worth, names),
        "offer": scene.offer and {"kind": scene.offer.kind, "by": scene.offer.by},
        "clocks": scene.clocks and tuple(round(left, 2) for left in scene.clocks),
    }


def own_document(scene: Scene, stored: StoredGame, seats: tuple[int, ...]) -> Document:
    """The fields as somebody at these seats may see them: touches and hints are for the player."""
    is_mine = scene.turn in seats
    can_move = is_mine and bool(scene.open)
    own: dict[str, Any] = {
        "seats": seats,
        "touched": list(scene.touched) if is_mine else [],
        "open": sorted(scene.open) if is_mine else [],
        **(touch_document(stored.match.position) if can_move else NO_TOUCHES),
        "result": result_data(scene, stored, seats),
        "message": scene.message if _is_addressed(scene, seats) else "",
        "hint": _hint_document(scene) if is_mine else None,
        "can_undo": scene.can_undo and bool(seats),
    }
    if is_mine and scene.touched:
        own["board"] = board_document(scene.board)
    return own


def _bare_board(scene: Scene, stored: StoredGame) -> Any:
    """The board without the pieces that a begun move has placed."""
    match = stored.match
    return board_at(match, len(match.turns)) if scene.touched else scene.board


def _hint_document(scene: Scene) -> Document | None:
    hint = scene.hint
    return None if hint is None else {"spots": list(hint.spots), "move": hint.move}


def _is_addressed(scene: Scene, seats: tuple[int, ...]) -> bool:
    """Whether the message of a scene is meant for somebody at these seats."""
    return bool(seats) if scene.message_for is None else scene.message_for in seats
