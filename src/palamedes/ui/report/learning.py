from pathlib import Path

from palamedes.learning.run_folder import Run, RunFolder


def write_learning_report(folder: RunFolder, run: Run, path: Path) -> None: ...
