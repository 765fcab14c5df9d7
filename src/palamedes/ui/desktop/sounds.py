"""Short sounds for moves and the end of a game, made here and played by the system.

Tk can only ring a bell. Windows plays sounds from Python; elsewhere a program that comes with the
system does it, and where there is none it stays quiet.
"""

import os
import shutil
import subprocess
import wave
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Sound = Literal["move", "end"]
RATE = 22_050  # samples per second
VOLUME = 0.35
# The first that is installed; each plays the file named after these words.
PROGRAMS = (("afplay",), ("pw-play",), ("paplay",), ("aplay", "-q"))


class Sounds:
    """Plays sounds in the background; silence if that is not possible."""

    def __init__(self) -> None:
        self._folder: TemporaryDirectory[str] | None = None
        self._program = _find_program()
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def are_possible(self) -> bool:
        return self._program is not None or os.name == "nt"

    def play(self, sound: Sound) -> None:
        """Play a sound, unless the one before has not ended."""
        if not self.are_possible or (self._running is not None and self._running.poll() is None):
            return
        with suppress(OSError):
            path = self._file(sound)
            if self._program is None:
                _play_on_windows(path)
            else:
                quiet = subprocess.DEVNULL
                command = [*self._program, str(path)]
                self._running = subprocess.Popen(command, stdout=quiet, stderr=quiet, stdin=quiet)

    def close(self) -> None:
        """Stop, and remove the files."""
        if self._running is not None:
            self._running.terminate()
            self._running.wait()
        if self._folder is not None:
            self._folder.cleanup()

    def _file(self, sound: Sound) -> Path:
        """The file of a sound, written when it is first played."""
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="palamedes-")
        path = Path(self._folder.name) / f"{sound}.wav"
        if not path.exists():
            write_wave(path, SAMPLES[sound]())
        return path


def _find_program() -> tuple[str, ...] | None:
    return next((words for words in PROGRAMS if shutil.which(words[0])), None)


def _play_on_windows(path: Path) -> None:
    import winsound

    flags = winsound.SND_FILENAME | winsound.SND_ASYNC  # type: ignore[attr-defined]
    winsound.PlaySound(str(path), flags)  # type: ignore[attr-defined]


def write_wave(path: Path, samples: NDArray[np.float64]) -> None:
    """Write samples from -1 to 1 as a sound file."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((32_767 * VOLUME * np.clip(samples, -1, 1)).astype("<i2").tobytes())


def _knock() -> NDArray[np.float64]:
    """A piece put down on wood: a low tone that dies at once."""
    time = np.arange(int(0.12 * RATE)) / RATE
    tone = np.sin(2 * np.pi * 210 * time) + 0.5 * np.sin(2 * np.pi * 540 * time)
    return np.asarray(tone * np.exp(-time / 0.02) / 1.5)


def _chord() -> NDArray[np.float64]:
    """Three notes upwards."""
    length, step = int(0.9 * RATE), int(0.14 * RATE)
    sound = np.zeros(length)
    for number, pitch in enumerate((392.0, 494.0, 587.0)):
        time = np.arange(length - number * step) / RATE
        sound[number * step :] += np.sin(2 * np.pi * pitch * time) * np.exp(-time / 0.25) / 3
    return sound


SAMPLES: dict[Sound, Callable[[], NDArray[np.float64]]] = {"move": _knock, "end": _chord}
