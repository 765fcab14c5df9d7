"""One sentence for each kind of error that pydantic finds in a request or message."""

import re
from collections.abc import Sequence
from typing import Any

from pydantic_core import ErrorDetails

from palamedes.core.language import N_, _

LONGEST_FIELD = 80  # characters of a field's name, which can come from the network

TEXT = N_("{field} must be text.")
NUMBER = N_("{field} must be a number.")
WHOLE_NUMBER = N_("{field} must be a whole number.")
TRUE_OR_FALSE = N_("{field} must be true or false.")
LIST = N_("{field} must be a list.")
OBJECT = N_("{field} must be an object.")
SENTENCES = {  # by type of error, with the names that pydantic gives to the limits
    "missing": N_("{field} is missing."),
    "extra_forbidden": N_("{field} is not allowed here."),
    "string_type": TEXT,
    "string_unicode": N_("The text contains invisible characters."),  # half a surrogate pair
    "string_too_short": N_("{field} must have at least {min_length} characters."),
    "string_too_long": N_("{field} must have at most {max_length} characters."),
    "int_type": WHOLE_NUMBER,
    "int_parsing": WHOLE_NUMBER,
    "int_from_float": WHOLE_NUMBER,
    "float_type": NUMBER,
    "float_parsing": NUMBER,
    "finite_number": NUMBER,
    "greater_than_equal": N_("{field} must be at least {ge}."),
    "less_than_equal": N_("{field} must be at most {le}."),
    "less_than": N_("{field} must be less than {lt}."),
    "multiple_of": N_("{field} must be a multiple of {multiple_of}."),
    "bool_type": TRUE_OR_FALSE,
    "bool_parsing": TRUE_OR_FALSE,
    "literal_error": N_("{field} must be one of: {choices}."),
    "list_type": LIST,
    "tuple_type": LIST,
    "too_short": N_("{field} must have at least {min_length} entries."),
    "too_long": N_("{field} must have at most {max_length} entries."),
    "dict_type": OBJECT,
    "model_type": OBJECT,
    "model_attributes_type": OBJECT,
    "json_invalid": N_("The message is not valid JSON."),
}
EMPTY = N_("{field} must not be empty.")
# The fields that people fill in, by name; other fields are only sent by programs.
FIELDS = {
    "name": N_("The name"),
    "title": N_("The title"),
    "game": N_("The name of the game"),
    "password": N_("The password"),
    "old": N_("The old password"),
    "new": N_("The new password"),
}
OTHER = N_("{field} is not valid.")


def validation_sentence(error: ErrorDetails, location: Sequence[int | str]) -> str:
    """What is wrong with the field at a location, without repeating its value."""
    limits = {name: _plain(limit) for name, limit in error.get("ctx", {}).items()}
    sentence = SENTENCES.get(error["type"], OTHER)
    if limits.get("min_length") == 1:
        sentence = EMPTY
    choices = ", ".join(re.findall(r"'([^']*)'", str(limits.get("expected", ""))))
    return _(sentence).format(**limits, field=_name(location), choices=choices)


def _plain(limit: Any) -> Any:
    """A limit without a superfluous `.0`."""
    return int(limit) if isinstance(limit, float) and limit.is_integer() else limit


def _name(location: Sequence[int | str]) -> str:
    """A field that people know, or as `clock.total`; half of a surrogate pair is escaped."""
    if location and location[-1] in FIELDS:
        return _(FIELDS[str(location[-1])])
    name = ".".join(map(str, location))[:LONGEST_FIELD]
    return name.encode(errors="backslashreplace").decode()
