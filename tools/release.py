"""Makes a release: checks everything, sets the version, builds, commits and tags.

python tools/release.py 0.2.0 --dry-run    says each step, and changes nothing
python tools/release.py 0.2.0 --go

Nothing is published: that is done by whoever pushes the tag (docs/howto/release.md). Whatever
fails, or Ctrl-C, leaves the working tree, the branch and the tags as they were.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
BRANCH = "main"
VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
IN_PROJECT = re.compile(r'^version = "(.*)"$', re.MULTILINE)
IN_CITATION = re.compile(r"^version: .*\n(?:date-released: .*\n)?", re.MULTILINE)
UNRELEASED = re.compile(r"^## .*, unreleased$", re.MULTILINE)
NEEDED_IN_CITATION = ("cff-version: 1.2.0", "message: ", "title: ", "authors:", "license: ")


class ReleaseError(Exception):
    """Why there can be no release now, in one line."""


class Release(NamedTuple):
    """What is to be released, where and when."""

    root: Path
    version: str
    day: date

    @property
    def tag(self) -> str:
        return f"v{self.version}"

    @property
    def wheel(self) -> Path:
        return self.root / "dist" / f"palamedes-{self.version}-py3-none-any.whl"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description="Make a release of Palamedes.")
    parser.add_argument("version", help="such as 0.2.0")
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--dry-run", action="store_true", help="say each step, and change nothing")
    how.add_argument("--go", action="store_true", help="do it")
    chosen = parser.parse_args(arguments)
    try:
        release = Release(ROOT, chosen.version, datetime.now(UTC).date())
        rehearse(release) if chosen.dry_run else make(release)
    except ReleaseError as error:
        sys.exit(f"release: {error}")


def rehearse(release: Release) -> None:
    """Check what can be checked at once, and say what `make` would do."""
    check_state(release)
    texts = new_texts(release)
    say("would run   make test")
    for path, text in texts.items():
        for line in changed_lines(path.read_text(encoding="utf-8"), text):
            say(f"would write {path.name}: {line}")
    for step in ("make wheel", "make awale-player", f"git commit and git tag {release.tag}"):
        say(f"would run   {step}")
    say_the_rest(release)


def make(release: Release) -> None:
    """Make the release; ReleaseError if anything fails, and then nothing has changed."""
    check_state(release)
    new_texts(release)  # complains before the tests have run, not after
    run(release, "make", "test")
    check_state(release)  # somebody may have worked here meanwhile
    texts = new_texts(release)
    with undone_on_failure(release, list(texts)):
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
        run(release, "make", "wheel")
        run(release, "make", "awale-player")
        if not release.wheel.is_file():
            raise ReleaseError(f"{release.wheel.name} was not built")
        run(release, "git", "add", "--", *map(str, texts))
        run(release, "git", "commit", "--quiet", "-m", f"Palamedes {release.version}")
        run(release, "git", "tag", "-a", release.tag, "-m", f"Palamedes {release.version}")
    say(f"{release.tag} is committed and tagged; dist/ has the wheel and the awalé player.")
    say_the_rest(release)


def check_state(release: Release) -> None:
    """Whether the version can be released from what is here."""
    if not VERSION.fullmatch(release.version):
        raise ReleaseError(f"{release.version!r} is not a version such as 0.2.0")
    if changed := git(release, "status", "--porcelain").splitlines():
        raise ReleaseError(f"the working tree is not clean: {changed[0].strip()}")
    if (branch := git(release, "branch", "--show-current")) != BRANCH:
        raise ReleaseError(f"this is branch {branch or '(none)'}, not {BRANCH}")
    if git(release, "tag", "--list", release.tag):
        raise ReleaseError(f"{release.tag} is there already")


def new_texts(release: Release) -> dict[Path, str]:
    """The files that tell the version, as they will be."""
    project, changelog, citation = (
        release.root / name for name in ("pyproject.toml", "CHANGELOG.md", "CITATION.cff")
    )
    return {
        project: _with_version(read(project), release),
        changelog: _with_date(read(changelog), release),
        citation: _cited(read(citation), release),
    }


def read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ReleaseError(f"{path.name}: {error.strerror}") from None


def _with_version(project: str, release: Release) -> str:
    found = IN_PROJECT.findall(project)
    if len(found) != 1 or not VERSION.fullmatch(found[0]):
        raise ReleaseError('pyproject.toml: one line such as version = "0.1.0" was expected')
    if numbers(release.version) < numbers(found[0]):
        raise ReleaseError(f"{release.version} is older than {found[0]}, which pyproject.toml has")
    return IN_PROJECT.sub(f'version = "{release.version}"', project)


def _with_date(changelog: str, release: Release) -> str:
    """The changelog with the heading of what is unreleased, which must say something."""
    headings = UNRELEASED.findall(changelog)
    if len(headings) != 1:
        raise ReleaseError("CHANGELOG.md: one heading such as ## 0.2.0, unreleased was expected")
    section = changelog.partition(headings[0])[2].partition("\n## ")[0]
    if "\n- " not in section:
        raise ReleaseError("CHANGELOG.md says nothing of what is unreleased")
    if f"\n## {release.version}, " in changelog.replace(headings[0], ""):
        raise ReleaseError(f"CHANGELOG.md has {release.version} already")
    return UNRELEASED.sub(f"## {release.version}, {release.day.isoformat()}", changelog)


def _cited(citation: str, release: Release) -> str:
    lines = citation.splitlines()
    for start in NEEDED_IN_CITATION:
        if not any(line.startswith(start) for line in lines):
            raise ReleaseError(f"CITATION.cff has no {start.strip()!r}")
    if len(IN_CITATION.findall(citation)) != 1:
        raise ReleaseError("CITATION.cff: one line such as version: 0.1.0 was expected")
    facts = f"version: {release.version}\ndate-released: {release.day.isoformat()}\n"
    return IN_CITATION.sub(facts, citation)


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def changed_lines(old: str, new: str) -> list[str]:
    """The lines of a text that are not in the one before it."""
    known = set(old.splitlines())
    return [line for line in new.splitlines() if line not in known]


@contextmanager
def undone_on_failure(release: Release, files: list[Path]) -> Iterator[None]:
    """Put the branch, the tag and these files back if anything fails, and nothing else."""
    head = git(release, "rev-parse", "HEAD")
    try:
        yield
    except BaseException:
        say("release: it failed; everything is put back")
        if git(release, "tag", "--list", release.tag):
            git(release, "tag", "--delete", release.tag)
        git(release, "reset", "--quiet", "--soft", head)
        names = [str(path) for path in files]
        git(release, "restore", f"--source={head}", "--staged", "--worktree", "--", *names)
        release.wheel.unlink(missing_ok=True)
        raise


def run(release: Release, *command: str) -> None:
    """Run a command that may take long, and show what it prints."""
    say(f"running     {' '.join(command[:4])}")
    try:
        done = subprocess.run(command, cwd=release.root, check=False)
    except OSError as error:
        raise ReleaseError(f"{command[0]}: {error.strerror}") from None
    if done.returncode != 0:
        raise ReleaseError(f"{' '.join(command[:2])} failed")


def git(release: Release, *arguments: str) -> str:
    """What git answers."""
    done = subprocess.run(
        ["git", *arguments], cwd=release.root, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise ReleaseError(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.rstrip("\n")


def say_the_rest(release: Release) -> None:
    """What a person does after that."""
    say("then, to publish it:")
    say(f"            git push origin {BRANCH} {release.tag}")
    say(f"            docker build --tag palamedes:{release.version} .")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
