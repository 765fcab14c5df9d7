"""The options of a player spec, such as `depth=6,eval=expert`."""

from collections.abc import Callable, Mapping
from random import Random

from palamedes.core.errors import PalamedesError
from palamedes.core.game import Evaluation, Game
from palamedes.core.language import _
from palamedes.players.player import Number
from palamedes.search.analysis import Limits
from palamedes.search.evaluations import default_evaluation, evaluation_of


class SpecOptions:
    """The options of a spec. Each is removed when read: one left over is an error."""

    def __init__(
        self,
        game: Game,
        values: Mapping[str, str],
        random: Random,
        evaluation: Evaluation | None = None,
    ) -> None:
        self.game = game
        self.random = random
        self._values = dict(values)
        self._evaluation = evaluation  # none yet: the option names it

    def number(
        self, name: str, kind: Callable[[str], Number], default: Number, least: Number, most: Number
    ) -> Number:
        text = self._values.pop(name, None)
        if text is None:
            return default
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or not least <= value <= most:
            raise PalamedesError(
                _("{name} must be a number from {least} to {most}, not {text!r}").format(
                    name=name, least=least, most=most, text=text[:40]
                )
            )
        return value

    def word(self, name: str) -> str:
        return self._values.pop(name, "")

    def evaluation(self) -> Evaluation:
        if self._evaluation is None:
            name = self._values.pop("eval", None)
            self._evaluation = (
                default_evaluation(self.game) if name is None else evaluation_of(self.game, name)
            )
        return self._evaluation

    def has(self, *names: str) -> bool:
        return any(name in self._values for name in names)

    def limits(self, default_seconds: float) -> Limits:
        """The limits of a search; `default_seconds` if no option sets a limit."""
        seconds = 0.0 if self.has("depth", "nodes") else default_seconds
        depth = self.number("depth", int, 0, 1, 100)
        nodes = self.number("nodes", int, 0, 1, 10**12)
        seconds = self.number("time", float, seconds, 0.001, 86_400.0)
        return Limits(depth or None, nodes or None, seconds or None)

    def check_all_used(self) -> None:
        for name in self._values:
            raise PalamedesError(_("unknown option {name!r}").format(name=name[:40]))
