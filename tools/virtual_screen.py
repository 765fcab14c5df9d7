"""A virtual screen: Xvfb, started for some time, and its pixels."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass(frozen=True)
class Screen:
    """A running screen: the value for DISPLAY, and the file with its pixels."""

    display: str
    file: Path

    def pixels(self) -> np.ndarray:
        """The current image as rows of red, green and blue (XWD file, 32 bits per pixel)."""
        data = self.file.read_bytes()
        header = np.frombuffer(data[:100], ">u4")
        size, width, height, line, colours = (int(header[i]) for i in (0, 4, 5, 12, 19))
        start = size + 12 * colours
        rows = np.frombuffer(data[start : start + line * height], np.uint8)
        return rows.reshape(height, line // 4, 4)[:, :width, 2::-1]


@contextmanager
def virtual_screen(width: int = 1280, height: int = 900) -> Iterator[Screen]:
    """Start Xvfb on a free display, and end it on exit."""
    with tempfile.TemporaryDirectory() as folder:
        reading, writing = os.pipe()
        arguments = ["-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24"]
        server = subprocess.Popen(
            ["Xvfb", *arguments, "-fbdir", folder, "-nolisten", "tcp", "-dpi", "96"],
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        try:
            with os.fdopen(reading) as answer:
                number = answer.readline().strip()
            if not number:
                raise OSError("Xvfb does not start")
            yield Screen(f":{number}", Path(folder) / "Xvfb_screen0")
        finally:
            server.terminate()
            server.wait()
