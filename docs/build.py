"""Builds the manual, in both languages, into a folder that the web app serves at /manual.

python docs/build.py src/palamedes/ui/web/manual
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

SOURCES = Path(__file__).parent
EDITIONS = {"en": (SOURCES, "."), "fr": (SOURCES / "fr", "fr")}  # sources, folder of the site

LOADED = re.compile(r'"((?:\.\./)*)(_(?:static|images)/[^"?#]+)')


def main(target: Path) -> None:
    """Replace the manual in the folder; where an edition has a mistake, the old one stays."""
    with TemporaryDirectory(prefix="palamedes-manual-") as temporary:
        site = Path(temporary) / "site"
        for language, (sources, folder) in EDITIONS.items():
            _build(language, sources, site / folder, Path(temporary) / f"doctrees-{language}")
        _share_files(site)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(site, target)
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    sys.stdout.write(f"{target}: {size / 1e6:.1f} MB; `palamedes serve` shows it at /manual\n")


def _build(language: str, sources: Path, site: Path, doctrees: Path) -> None:
    """One edition, in a process of its own: many texts are translated when they are imported."""
    command = [sys.executable, "-m", "sphinx", "--builder", "html", "--fail-on-warning"]
    command += ["--quiet", "--conf-dir", SOURCES, "--doctree-dir", doctrees, sources, site]
    environment = {**os.environ, "MANUAL_LANGUAGE": language}
    if subprocess.run(command, env=environment).returncode:
        sys.exit(1)


def _share_files(site: Path) -> None:
    """Let the French pages load what both editions have from the English one."""
    french = site / "fr"
    shared = set()
    for path in [*(french / "_static").rglob("*"), *(french / "_images").rglob("*")]:
        name = path.relative_to(french).as_posix()
        other = site / name
        if path.is_file() and other.is_file() and path.read_bytes() == other.read_bytes():
            shared.add(name)
            path.unlink()

    def address(found: re.Match[str]) -> str:
        folders, name = found.groups()
        return f'"{"../" if name in shared else ""}{folders}{name}'

    for page in french.rglob("*.html"):
        html = page.read_text(encoding="utf-8")
        page.write_text(LOADED.sub(address, html), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
