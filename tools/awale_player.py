"""The course's awalé player as a separate program: `awale-player Joueur1`.

`make awale-player` builds a single file that needs nothing else. It contains native code for
processors of the last ten years; on an older one, or run from here, the code is compiled at the
first start.
"""

import argparse
import os
import platform
import sys
from pathlib import Path

PROCESSOR = "x86-64-v3"
FEATURES = ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")  # of PROCESSOR


def main() -> None:
    """Play one game. Bad arguments: one line on stderr and exit 2."""
    arguments = _arguments()
    _choose_processor()
    from palamedes.arena.course import play_on_standard_streams
    from palamedes.core.errors import PalamedesError

    try:
        play_on_standard_streams(arguments.side, arguments.time, arguments.level)
    except PalamedesError as error:
        sys.stderr.write(f"awale-player: {error}\n")
        sys.exit(2)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("awale-player", description="Plays awalé for a referee.")
    parser.add_argument("side", help="Joueur1 or Joueur2")
    parser.add_argument("--time", type=float, default=2.0, help="seconds for a move")
    parser.add_argument("--level", default="master", help="easy, medium, hard or master")
    return parser.parse_args()


def _choose_processor() -> None:
    """Make numba compile for PROCESSOR and use the bundled code; call before importing numba."""
    if has_processor():
        os.environ.update(NUMBA_CPU_NAME=PROCESSOR, NUMBA_CPU_FEATURES="")
        if bundle := getattr(sys, "_MEIPASS", None):
            os.environ["PALAMEDES_CACHE"] = str(Path(bundle) / "kernels")


def has_processor() -> bool:
    """Whether this machine can run code for PROCESSOR."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return False
    from llvmlite.binding import get_host_cpu_features

    has = get_host_cpu_features()
    return all(has.get(feature) for feature in FEATURES)


if __name__ == "__main__":
    main()
