"""Results as JSON: on stdout, where nothing else is printed then, and in a file."""

import json
import sys
from pathlib import Path
from typing import NamedTuple

from palamedes.core.files import write_atomically


class JsonOutput(NamedTuple):
    """Where the document of a command goes: `--json` prints it, `--json-file` writes it."""

    prints: bool = False
    file: Path | None = None

    def give(self, document: object) -> None:
        text = json.dumps(document, indent=1, ensure_ascii=False)
        if self.prints:
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()
        if self.file is not None:
            write_atomically(self.file, f"{text}\n".encode(errors="backslashreplace"))
