"""What a look at this installation finds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Condition = Literal["good", "missing", "broken"]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at, and how it is.

    good       as it should be
    missing    Palamedes works without it; `advice` says what it is for, and how to get it
    broken     Palamedes needs it; `advice` says how to mend it

    The name is in English, for programs; people read its translation. `figures` are for programs.
    """

    name: str
    text: str
    condition: Condition = "good"
    advice: str = ""
    figures: Mapping[str, object] = field(default_factory=dict)
