"""Backends of a UGI server, which choose its moves: our engines, or any player."""

from abc import ABC, abstractmethod
from random import SystemRandom

from palamedes.arena.ugi.syntax import truth_word
from palamedes.core.errors import PalamedesError
from palamedes.core.game import Game
from palamedes.core.language import _
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import (
    Allowance,
    Choice,
    Player,
    best_engine,
    make_player,
    needs_tables,
    without_book,
)
from palamedes.players.adaptive import ADAPTIVE
from palamedes.players.ladder import ladder
from palamedes.search.analysis import Engine, Limits, Report

ANALYSIS = "analysis"  # instead of a level: the strongest engine, limited only by `go`
SPINS = {"Threads": (1, 256), "Hash": (1, 65_536), "MultiPV": (1, 256)}
NO_VALUE = "<empty>"  # the empty string in UGI syntax


class UgiBackend(ABC):
    """Chooses moves for a server. Only `stop` may be called while another call is running."""

    name: str
    author: str
    game: Game

    def options(self) -> list[str]:
        """The options in UGI syntax: `name Hash type spin ...`."""
        return []

    def set_option(self, name: str, value: str) -> None:
        """Set an option, ignoring the case of its name; PalamedesError if that is impossible."""
        raise PalamedesError(f"unknown option {name[:40]!r}")

    @abstractmethod
    def prepare(self, match: Match) -> None:
        """Do slow preparations, such as compiling, before the first search."""

    def new_game(self) -> None:  # noqa: B027 - most have nothing to forget
        """Forget everything about earlier games."""

    @abstractmethod
    def think(self, match: Match, allowance: Allowance, report: Report) -> Choice:
        """Choose a move; the match is not over."""

    @abstractmethod
    def stop(self) -> None:
        """Make a `think` running in another thread return at once."""

    def close(self) -> None:  # noqa: B027 - most hold no resources
        """Release all resources; no other call follows."""


class PlayerBackend(UgiBackend):
    """A single player without options, such as a bot."""

    def __init__(self, game: Game, player: Player, name: str, author: str) -> None:
        self.name = name
        self.author = author
        self.game = game
        self._player = player
        self._is_prepared = False

    def prepare(self, match: Match) -> None:
        if not self._is_prepared:
            self._is_prepared = True
            self._player.prepare(match, match.position.turn)

    def think(self, match: Match, allowance: Allowance, report: Report) -> Choice:
        self.prepare(match)
        return self._player.choose(match, allowance)

    def stop(self) -> None:
        self._player.stop()

    def close(self) -> None:
        self._player.close()


class EngineBackend(UgiBackend):
    """Our strongest engine, or a level of the game if the option Level is set.

    A level may also be a step of the ladder, or `adaptive`. Threads and Hash apply to the analysis
    and to levels limited by time; MultiPV applies to the analysis. Of a level's limits and those of
    `go`, the tighter ones count. OwnBook lets levels play from their opening books; the analysis
    never does.
    """

    author = "The Palamedes authors"

    def __init__(
        self, game: Game, name: str, level: str, threads: int, megabytes: int, own_book: bool = True
    ) -> None:
        self.name = name
        self.game = game
        self._numbers = {"Threads": threads, "Hash": megabytes, "MultiPV": 1}
        self._own_book = own_book
        self._level = ANALYSIS
        self._engine: Engine | None = None
        self._players: dict[str, Player] = {}
        self._thinking: Engine | Player | None = None
        self._seed = SystemRandom().getrandbits(32)  # so that games differ
        self._set_level(level)

    def options(self) -> list[str]:
        levels = " ".join(f"var {level}" for level in self._levels())
        spins = [
            f"name {name} type spin default {self._numbers[name]} min {least} max {most}"
            for name, (least, most) in SPINS.items()
        ]
        return [
            f"name Variant type string default {self.game.variant or NO_VALUE}",
            f"name Level type combo default {self._level} {levels}",
            f"name OwnBook type check default {truth_word(self._own_book)}",
            *spins,
        ]

    def set_option(self, name: str, value: str) -> None:
        known = {each.lower(): each for each in (*SPINS, "Variant", "Level", "OwnBook")}
        canonical = known.get(name.lower())
        if canonical is None:
            super().set_option(name, value)
        elif canonical == "Variant":
            self._set_variant("" if value == NO_VALUE else value)
        elif canonical == "Level":
            self._set_level(value)
        elif canonical == "OwnBook":
            self._set_own_book(value)
        else:
            self._set_number(canonical, value)

    def prepare(self, match: Match) -> None:
        if self._level == ANALYSIS:
            self._analyst().prepare(match)
        else:
            self._player().prepare(match, match.position.turn)

    def new_game(self) -> None:
        self._engine = None
        self._players.clear()

    def think(self, match: Match, allowance: Allowance, report: Report) -> Choice:
        if self._level != ANALYSIS:
            self._thinking = player = self._player()
            return player.choose(match, allowance)
        self._thinking = engine = self._analyst()
        seconds = allowance.thinking_time(match.position.turn)
        limits = Limits(allowance.depth, allowance.nodes, seconds)
        analysis = engine.analyse(match, limits, self._numbers["MultiPV"], report)
        return Choice(match.position.move_code(analysis.best.move), analysis)

    def stop(self) -> None:
        if self._thinking is not None:
            self._thinking.stop()

    def _levels(self) -> list[str]:
        """The values of the option Level for the game."""
        steps = (step.name for step in ladder(self.game))
        return [ANALYSIS, *self.game.levels, *steps, ADAPTIVE]

    def _set_variant(self, variant: str) -> None:
        self.game = find_game(f"{self.game.name}:{variant}")
        if self._level not in self._levels():
            self._level = ANALYSIS
        self.new_game()

    def _set_level(self, level: str) -> None:
        level = level.lower()
        if level not in self._levels():
            raise PalamedesError(
                _("unknown level {name!r}; choose from {known}").format(
                    name=level[:40], known=", ".join(self._levels())
                )
            )
        if level != ANALYSIS and needs_tables(self.game, level):
            raise PalamedesError(
                _("{game} has no tables yet; build them with: palamedes solve {game}").format(
                    game=self.game.id
                )
            )
        self._level = level

    def _set_own_book(self, value: str) -> None:
        if value not in (truth_word(False), truth_word(True)):
            raise PalamedesError(f"OwnBook is true or false, not {value[:40]!r}")
        self._own_book = value == truth_word(True)

    def _set_number(self, name: str, value: str) -> None:
        least, most = SPINS[name]
        number = int(value) if value.isdecimal() and len(value) < 10 else -1
        if not least <= number <= most:
            raise PalamedesError(f"{name} is from {least} to {most}, not {value[:40]!r}")
        self._numbers[name] = number
        if name != "MultiPV":
            self.new_game()

    def _resources(self) -> str:
        return f"threads={self._numbers['Threads']},hash={self._numbers['Hash']}"

    def _analyst(self) -> Engine:
        if self._engine is None:
            numbers = self._numbers
            self._engine = best_engine(self.game, numbers["Hash"], numbers["Threads"])
        return self._engine

    def _player(self) -> Player:
        spec = self._spec()
        if spec not in self._players:
            self._players[spec] = make_player(self.game, spec, self._seed)
        return self._players[spec]

    def _spec(self) -> str:
        """The spec of the level, with our threads and hash if it is limited by time.

        Steps are as they were measured.
        """
        algorithm, _colon, declared = self.game.levels.get(self._level, "").partition(":")
        spec = self._level
        if algorithm == "perfect" or (algorithm == "alphabeta" and "time=" in declared):
            spec = f"{self._level}:{self._resources()}"
        return spec if self._own_book else without_book(self.game, spec)
