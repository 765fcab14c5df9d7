"""Typed commands: each has an English and a French name, and any unique beginning will do."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from palamedes.core.errors import PalamedesError
from palamedes.core.language import _, language

Subject = TypeVar("Subject")  # what the commands act on


@dataclass(frozen=True)
class TypedCommand(Generic[Subject]):
    """A command. `help` and `argument` are texts for `_`; the action gets the typed argument."""

    english: str
    french: str
    help: str
    action: Callable[[Subject, str], None]
    argument: str = ""
    older: tuple[str, ...] = ()  # names from before that still work

    @property
    def name(self) -> str:
        """The name in the current language."""
        return self.french if language() == "fr" else self.english

    @property
    def spellings(self) -> tuple[str, ...]:
        return tuple(map(_simplified, (self.english, self.french, *self.older)))


def find_command(
    commands: Sequence[TypedCommand[Subject]], typed: str
) -> TypedCommand[Subject] | None:
    """The command with this name or, if only one has it, this beginning; None if not found.

    PalamedesError if several commands begin so.
    """
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
        raise PalamedesError(_("{typed!r} is ambiguous: {names}.").format(typed=typed, names=names))
    return found[0] if found else None


def list_commands(commands: Sequence[TypedCommand[Subject]]) -> str:
    """A line of help for each command."""
    calls = [
        f"{command.name} {_(command.argument)}" if command.argument else command.name
        for command in commands
    ]
    wide = max(map(len, calls))
    return "\n".join(
        f"  {call:{wide}}  {_(command.help)}" for call, command in zip(calls, commands, strict=True)
    )


def _simplified(word: str) -> str:
    """A word in lower case and without accents."""
    letters = unicodedata.normalize("NFKD", word.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
