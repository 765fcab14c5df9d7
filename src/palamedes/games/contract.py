"""What every game must do, checked in some milliseconds when a plug-in adds one.

Some random games are played, interpreted. The whole contract is in core/rules.py and core/game.py;
tests/test_conformance.py holds the games of Palamedes to it.
"""

import re
from numbers import Integral
from random import Random
from typing import Any

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Ending, Family, Game, State, View
from palamedes.core.history_rules import HistoryRules
from palamedes.core.kernel import IS_INTERPRETED
from palamedes.core.language import _
from palamedes.core.position import Position
from palamedes.core.rules import DRAW, LARGEST_MOVE, NO_MOVE, ONGOING, published
from palamedes.core.stack_memory import MAX_MOVES

NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")
VARIANT = re.compile(r"[a-z0-9_,.-]{0,40}")
VARIANTS, PLIES = 6, 25  # that are tried
REPLIES = 8  # in each position, whose keys and images are looked at
WORDS = range(1 << 63)  # what a field of a state may hold
KEYS = range(-(1 << 63), 1 << 64)
TOP = "master"  # the level that the ladder of every game ends with


def check_family(family: Family) -> None:
    """Raise PalamedesError, in one line, if a game breaks the contract of games."""
    if not isinstance(family.name, str) or not NAME.fullmatch(family.name):
        raise PalamedesError(
            _("{name!r} cannot be the name of a game: use at most 30 of a-z, 0-9 and _").format(
                name=family.name
            )
        )
    try:
        _require("" in family.variants, _('no variant "", which is the standard game'))
        for variant in family.variants[:VARIANTS]:
            game = family.make(variant)
            _check_data(family, variant, game)
            _Walk(game).run()
    except _BrokenContractError as broken:
        where = f" ({broken.where})" if broken.where else ""
        raise PalamedesError(f"{family.name}: {broken}{where}") from None
    except PalamedesError:
        raise
    except Exception as error:
        raise PalamedesError(f"{family.name}: {type(error).__name__}: {error}") from error


class _BrokenContractError(Exception):
    """What is wrong with a game, and where it was seen."""

    def __init__(self, complaint: str, where: str = "") -> None:
        super().__init__(complaint)
        self.where = where


def _require(condition: object, complaint: str) -> None:
    if not condition:
        raise _BrokenContractError(complaint)


def _check_data(family: Family, variant: str, game: Game) -> None:
    _require(
        isinstance(game, Game),
        _("make({variant!r}) does not return a Game").format(variant=variant),
    )
    named = (game.name, game.variant) == (family.name, variant)
    _require(named, _("make({variant!r}) returns {game}").format(variant=variant, game=game.id))
    _require(VARIANT.fullmatch(variant), _("{name!r} cannot be a variant").format(name=variant))
    _require(isinstance(game.view, View), _("its view is not a View"))
    _require(isinstance(game.history, HistoryRules), _("its history is not HistoryRules"))
    _require(TOP in game.levels, _("no level {name!r}, which ends its ladder").format(name=TOP))
    state = game.start
    is_state = isinstance(state, tuple) and hasattr(state, "_fields")
    _require(
        is_state and hasattr(state, "progress"),
        _("its start is not a NamedTuple decorated with @rules"),
    )
    missed = [name for name in published if not _is_compiled(getattr(state, name, None))]
    _require(
        not missed,
        _("{names} of {kind} cannot be compiled: decorate the class with @rules").format(
            names=", ".join(sorted(missed)), kind=type(state).__name__
        ),
    )
    for name, evaluation in game.evaluations.items():
        score = getattr(evaluation, "score", None)
        _require(
            callable(score) and _is_compiled(score),
            _(
                "{name!r}: an evaluation is a NamedTuple with @compiled and a method "
                "score(state, last)"
            ).format(name=name),
        )


def _is_compiled(member: Any) -> bool:
    """Whether compiled code can call a rule, or read a constant."""
    return IS_INTERPRETED or not callable(member) or hasattr(member, "py_func")


class _Walk:
    """A random game, in which every position is looked at."""

    def __init__(self, game: Game) -> None:
        self.position = Position.start(game)
        self.spots = {spot.name for spot in game.view.geometry.spots}
        self.random = Random(game.id)
        self.moves: list[str] = []
        self.keys: dict[int, State] = {}

    def run(self) -> None:
        try:
            for _ply in range(PLIES):
                self._look()
                if self.position.result is not None:
                    return
                self._move()
        except _BrokenContractError as broken:
            raise _BrokenContractError(str(broken), self._where()) from None
        except Exception as error:
            complaint = f"{type(error).__name__}: {error}"
            raise _BrokenContractError(complaint, self._where()) from error

    def _where(self) -> str:
        if not self.moves:
            return _("at the start")
        return _("after {moves}").format(moves=" ".join(self.moves))

    def _move(self) -> None:
        code = self.random.choice(self.position.codes)
        self.moves.append(self.position.move_text(code))
        before, self.position = self.position, self.position.play(code)
        same = type(self.position.state) is type(before.state)
        _require(same, _("play() does not return a state of the same class"))
        risen = self.position.state.progress() >= before.state.progress()
        _require(risen, _("progress() falls"))
        for reply in before.codes[:REPLIES]:
            self._look_at_key(before.state.play(reply))

    def _look(self) -> None:
        position, view = self.position, self.position.game.view
        state, turn = position.state, position.turn
        words = all(type(word) is int and word in WORDS for word in state)
        _require(
            words, _("a field is not an integer from 0 to 2^63 - 1: {state}").format(state=state)
        )
        _require(
            state.outcome() in range(ONGOING, DRAW + 1),
            _("outcome() is not ONGOING, WIN, LOSS or DRAW"),
        )
        self._look_at_key(state)
        if position.result is None:
            self._look_at_moves()
            self._look_through_symmetry()
            for name, evaluation in position.game.evaluations.items():
                self._look_at_score(name, evaluation.score(state, NO_MOVE))
        else:
            _require(
                isinstance(view.ending(state, turn), Ending),
                _("ending() does not return an Ending"),
            )
        again = view.parse_position(view.position_text(state, turn))
        _require(again == (state, turn), _("parse_position() does not read position_text() back"))
        drawn = set(view.board(state, turn).pieces)
        _require(
            drawn <= self.spots,
            _("pieces are on spots that are not on the board: {spots}").format(
                spots=", ".join(sorted(drawn - self.spots))
            ),
        )

    def _look_at_key(self, state: State) -> None:
        key: Any = state.key()
        _require(isinstance(key, int) and key in KEYS, _("key() is not a 64-bit integer"))
        known = self.keys.setdefault(key, state)
        text = _("key() is the same for {one} and {other}")
        _require(known == state, text.format(one=known, other=state))

    def _look_at_score(self, name: str, score: object) -> None:
        text = _("the evaluation {name!r} gives {score!r}, not an integer")
        _require(isinstance(score, Integral), text.format(name=name, score=score))

    def _look_through_symmetry(self) -> None:
        """Whether the moves of an image are the images of the moves; each time another symmetry."""
        state = self.position.state
        if state.SYMMETRIES > 1:
            number = 1 + len(self.moves) % (state.SYMMETRIES - 1)
            image = Position(self.position.game, state.image(number), self.position.turn)
            codes = self.position.codes
            images = {state.move_image(code, number) for code in codes[:REPLIES]}
            fits = images <= set(image.codes) and len(image.codes) == len(codes)
            text = _("move_image(move, {number}) does not give the moves of image({number})")
            _require(fits, text.format(number=number))

    def _look_at_moves(self) -> None:
        position = self.position
        codes = position.codes
        _require(codes, _("no legal move, but the game is not over"))
        _require(len(codes) <= MAX_MOVES, _("more than {most} moves").format(most=MAX_MOVES))
        in_range = all(0 <= code <= LARGEST_MOVE for code in codes)
        _require(in_range, _("a move is not from 0 to {most}").format(most=LARGEST_MOVE))
        _require(len(set(codes)) == len(codes), _("a move is written twice"))
        texts, paths = position.moves, position.touches
        _require(len(set(texts)) == len(codes), _("two moves have the same notation"))
        _require(len(paths) == len(codes), _("two moves touch the same spots"))
        touched = {spot for path in paths for spot in path}
        _require(
            touched <= self.spots,
            _("a move touches spots that are not on the board: {spots}").format(
                spots=", ".join(sorted(touched - self.spots))
            ),
        )
        for code, text in zip(codes, texts, strict=True):
            read = position.move_code(text) == code
            _require(read, _("its notation {text!r} means another move").format(text=text))
