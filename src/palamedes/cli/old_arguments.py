"""Arguments of earlier versions, as they are written now.

`bot new NAME --game GAME` and `bot run FILE.py GAME` are understood for good: READMEs of bots and
journals contain them. What is to go in the next version is announced on stderr.
"""

import sys

from palamedes.arena.kit import LANGUAGES
from palamedes.core.language import _

WITH_JSON_FILES = ("tournament", "grade")  # where `--json` had a value


def modern_arguments(arguments: list[str]) -> list[str]:
    """The arguments of the program in the form of this version."""
    if arguments[:1] and arguments[0] in WITH_JSON_FILES:
        return _with_json_file(arguments)
    if arguments[:2] == ["bot", "new"]:
        return ["bot", "new", *_game_first(_with_language(arguments[2:]))]
    if arguments[:2] == ["bot", "run"] and arguments[2:] and arguments[2].endswith(".py"):
        return ["bot", "run", *arguments[3:4], arguments[2], *arguments[4:]]
    return arguments


def _with_json_file(arguments: list[str]) -> list[str]:
    """`--json FILE` as `--json-file FILE`, and `--json -` as `--json`."""
    words: list[str] = []
    for word in arguments:
        name, equals, value = word.partition("=")
        follows = bool(words) and words[-1] == "--json" and _names_a_file(word)
        if not follows and not (name == "--json" and equals):
            words.append(word)
            continue
        if follows:
            words.pop()
            value = word
        words += ["--json"] if value == "-" else ["--json-file", value]
        _announce("--json FILE", "--json" if value == "-" else "--json-file FILE")
    return words


def _names_a_file(word: str) -> bool:
    """Whether the word after `--json` is a file rather than a game, a player or an option."""
    if word == "-":
        return True
    is_other = word.startswith("-") or ":" in word or "=" in word
    return not is_other and ("." in word or "/" in word)


def _with_language(words: list[str]) -> list[str]:
    """`--lang c` as `--language c`."""
    modern: list[str] = []
    for word in words:
        name, _equals, value = word.partition("=")
        if name != "--lang":
            modern.append(word)
            continue
        modern += ["--language", value]
        _announce(f"--lang {'|'.join(LANGUAGES)}", "--language")
    return modern


def _game_first(words: list[str]) -> list[str]:
    """`NAME --game GAME` as `GAME NAME`."""
    for place, word in enumerate(words):
        name, equals, game = word.partition("=")
        if name == "--game" and equals:
            return [game, *words[:place], *words[place + 1 :]]
        if name == "--game":
            return [*words[place + 1 : place + 2], *words[:place], *words[place + 2 :]]
    return words


def _announce(old: str, new: str) -> None:
    line = _("note: {old} is now {new}; the next version will not understand the old form")
    sys.stderr.write(f"palamedes: {line.format(old=old, new=new)}\n")
