"""What is wrong with the arguments, in the language of the user: typer speaks only English."""

import re
from collections.abc import Sequence

import typer
from pydantic import ValidationError

from palamedes.core.language import N_, _
from palamedes.ui.texts.validation import validation_sentence

# By what typer says.
SENTENCES = {
    r"No such command '(.*)'\.": N_("unknown command: {name}"),
    r"Missing command\.": N_("a command is missing; see --help"),
    r"No such option: (.*)": N_("unknown option: {name}"),
    r"Missing (?:argument|option|parameter) '?(.*?)'?\.": N_("{name} is missing"),
    r"Option '(.*)' requires .*": N_("{name} needs a value"),
    r"Option '(.*)' does not take a value\.": N_("{name} takes no value"),
    r"Got unexpected extra argument\(?s?\)? \((.*)\)": N_("unexpected argument: {name}"),
}


def usage_sentence(error: typer.TyperException) -> str:
    """What is wrong with the arguments; what typer says if we do not know a better sentence."""
    if isinstance(error.__cause__, ValidationError):
        first = error.__cause__.errors()[0]
        return validation_sentence(first, [_parameter(error)]).rstrip(".")
    message = error.format_message()
    for pattern, sentence in SENTENCES.items():
        if found := re.fullmatch(pattern, message):
            return _(sentence).format(name=", ".join(found.groups()))
    return message


def _parameter(error: typer.TyperException) -> str:
    """The option or argument as it is typed."""
    param = getattr(error, "param", None)
    hint: str | Sequence[str] = param.get_error_hint() if param is not None else ""
    return (hint if isinstance(hint, str) else " / ".join(hint)).replace("'", "")
