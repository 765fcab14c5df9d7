"""The program: choose the language, run the command line, report bad input in one line."""

import os
import sys

import typer

from palamedes.arena.kit import LANGUAGES as PROGRAMMING_LANGUAGES
from palamedes.core.errors import PalamedesError
from palamedes.core.language import LANGUAGES, _, set_language
from palamedes.ui.settings import load_settings
from palamedes.ui.streams import prepare_streams


def main() -> None:
    """Run Palamedes. Bad input: one line on stderr and exit 2. Ctrl-C: exit 130."""
    prepare_streams()
    try:
        arguments = _choose_language(sys.argv[1:])
        from palamedes.cli import app  # its help texts are translated when it is imported
        from palamedes.cli.old_arguments import modern_arguments

        code = app(modern_arguments(arguments), prog_name="palamedes", standalone_mode=False)
        sys.stdout.flush()
    except PalamedesError as error:
        _fail(str(error))
    except typer.TyperException as error:
        from palamedes.cli.usage_errors import usage_sentence

        _fail(usage_sentence(error))
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:
        _abandon_output()  # the reader is gone, as `head` after its last line
        sys.exit(1)
    except OSError as error:
        _abandon_output()
        _fail(error.strerror or str(error))
    else:
        sys.exit(code)


def _choose_language(arguments: list[str]) -> list[str]:
    """Remove `--lang CODE` from anywhere in the arguments, and speak that language.

    Without it, the settings choose the language.
    """
    kept: list[str] = []
    if (known := load_settings().language) in LANGUAGES:
        set_language(known)
    words = iter(arguments)
    for word in words:
        name, equals, code = word.partition("=")
        if name != "--lang":
            kept.append(word)
        elif not (code := code if equals else next(words, "")):
            raise PalamedesError(_("--lang needs a language: en or fr"))
        elif kept[:2] == ["bot", "new"] and code in PROGRAMMING_LANGUAGES:
            kept.append(f"--lang={code}")  # its meaning there in earlier versions
        else:
            set_language(code)
    return kept


def _abandon_output() -> None:
    """Discard unwritten output: the interpreter would try to write it again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str) -> None:
    """Print a message as one line and exit with code 2."""
    line = " ".join(message.split())
    sys.stderr.write(f"palamedes: {line}\n")
    sys.exit(2)


if __name__ == "__main__":
    main()
