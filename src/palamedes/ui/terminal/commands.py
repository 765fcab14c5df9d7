"""Commands a player types: an English and a French name each, or the beginning of one."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _, language

Subject = TypeVar("Subject")  # what the commands act on


@dataclass(frozen=True)
class TypedCommand(Generic[Subject]):
    """The help is English, for `_`. The action gets what was typed behind the name."""

    english: str
    french: str
    help: str
    action: Callable[[Subject, str], None]
    argument: str = ""  # for `_` too

    @property
    def name(self) -> str:
        """The name in the language spoken now."""
        return self.french if language() == "fr" else self.english

    @property
    def spellings(self) -> tuple[str, str]:
        return _simplified(self.english), _simplified(self.french)


def find_command(
    commands: Sequence[TypedCommand[Subject]], typed: str
) -> TypedCommand[Subject] | None:
    """The command of this name or, if there is just one, with this beginning."""
    word = _simplified(typed)
    for command in commands:
        if word in command.spellings:
            return command
    found = [
        command
        for command in commands
        if word and any(spelling.startswith(word) for spelling in command.spellings)
    ]
    if len(found) > 1:
        names = ", ".join(command.name for command in found)
        raise PalamedesError(_("{typed!r} could be {names}").format(typed=typed, names=names))
    return found[0] if found else None


def list_commands(commands: Sequence[TypedCommand[Subject]]) -> str:
    """What can be typed, a line each."""
    calls = [
        f"{command.name} {_(command.argument)}" if command.argument else command.name
        for command in commands
    ]
    wide = max(map(len, calls))
    return "\n".join(
        f"  {call:{wide}}  {_(command.help)}" for call, command in zip(calls, commands, strict=True)
    )


def _simplified(word: str) -> str:
    """In small letters, without accents."""
    letters = unicodedata.normalize("NFKD", word.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
