"""Every text that the pages show by themselves: a module for each part, by the script that says it.

`/api/words` hands them out in the visitor's language.
"""

from palamedes.core.language import _
from palamedes.ui.web.words import contests, laboratory, learning, people, play

WORDS = tuple(
    dict.fromkeys((*play.WORDS, *laboratory.WORDS, *learning.WORDS, *people.WORDS, *contests.WORDS))
)


def words() -> dict[str, str]:
    """The texts by what they are in English."""
    return {text: _(text) for text in WORDS}
