"""`tools/release.py` on a small repository: what it says, what it does, and how it leaves."""

import re
import shutil
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path

import pytest

import release as release_module
from conftest import needs
from release import Release, ReleaseError, check_state, make, new_texts, rehearse

pytestmark = [needs("git"), needs("make")]
ROOT = Path(__file__).parent.parent
DAY = date(2026, 12, 24)
PROJECT = '[project]\nname = "palamedes"\nversion = "0.1.0"\n'
CHANGELOG = "# Changelog\n\n## 0.2.0, unreleased\n\n- New.\n\n## 0.1.0, 2026-11-20\n\n- Old.\n"
CITATION = (
    "cff-version: 1.2.0\ntitle: Palamedes\nmessage: Cite it.\nauthors:\n  - name: We\n"
    "version: 0.1.0\nlicense: MIT\n"
)
MAKEFILE = """
test:
\ttouch dist/tested
wheel:
\ttouch dist/palamedes-$$(sed -n 's/^version = "\\(.*\\)"/\\1/p' pyproject.toml)-py3-none-any.whl
awale-player:
\ttouch dist/awale-player
"""


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A release in a small repository, whose Makefile builds in no time."""
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
    texts = {
        "pyproject.toml": PROJECT,
        "CHANGELOG.md": CHANGELOG,
        "CITATION.cff": CITATION,
        "Makefile": MAKEFILE,
        ".gitignore": "dist/\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "dist").mkdir()
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    git(tmp_path, "config", "user.name", "Ada")
    git(tmp_path, "config", "user.email", "ada@example.org")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "Begin")
    return Release(tmp_path, "0.2.0", DAY)


def git(folder, *arguments):
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def everything(folder):
    """What a release that failed must not have changed."""
    return (
        git(folder, "rev-parse", "HEAD"),
        git(folder, "status", "--porcelain"),
        git(folder, "tag", "--list"),
        git(folder, "branch", "--list"),
        {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()},
        sorted(path.name for path in (folder / "dist").glob("*.whl")),
    )


def commit(folder, **texts):
    for name, text in texts.items():
        (folder / {"changelog": "CHANGELOG.md", "makefile": "Makefile"}[name]).write_text(text)
    git(folder, "commit", "--quiet", "-a", "-m", "Change")


def test_a_release(small, capfd):
    before = git(small.root, "rev-parse", "HEAD")
    make(small)
    assert git(small.root, "log", "-1", "--format=%s|%P") == f"Palamedes 0.2.0|{before}"
    assert git(small.root, "rev-parse", "v0.2.0^{commit}") == git(small.root, "rev-parse", "HEAD")
    assert git(small.root, "cat-file", "-t", "v0.2.0") == "tag"
    assert git(small.root, "status", "--porcelain") == ""
    assert 'version = "0.2.0"' in (small.root / "pyproject.toml").read_text()
    changelog = (small.root / "CHANGELOG.md").read_text()
    assert changelog == CHANGELOG.replace("0.2.0, unreleased", "0.2.0, 2026-12-24")
    citation = (small.root / "CITATION.cff").read_text()
    assert "\nversion: 0.2.0\ndate-released: 2026-12-24\nlicense: MIT\n" in citation
    assert {"tested", "awale-player", small.wheel.name} <= {
        path.name for path in small.wheel.parent.iterdir()
    }
    out = capfd.readouterr().out
    assert "git push origin main v0.2.0" in out
    assert "docker build --tag palamedes:0.2.0 ." in out


def test_the_next_release_has_one_date(small):
    make(small)
    text = (small.root / "CHANGELOG.md").read_text()
    commit(
        small.root, changelog=text.replace("## 0.2.0", "## 0.3.0, unreleased\n\n- X.\n\n## 0.2.0")
    )
    make(small._replace(version="0.3.0", day=date(2027, 1, 2)))
    citation = (small.root / "CITATION.cff").read_text()
    assert re.findall("^(?:version|date-released): (.*)$", citation, re.M) == [
        "0.3.0",
        "2027-01-02",
    ]


def test_a_rehearsal_says_every_step_and_changes_nothing(small, capfd):
    before = everything(small.root)
    rehearse(small)
    assert everything(small.root) == before
    assert not (small.root / "dist" / "tested").exists()
    said = [line.split(maxsplit=2)[2] for line in capfd.readouterr().out.splitlines()[:7]]
    assert said == [
        "make test",
        'pyproject.toml: version = "0.2.0"',
        "CHANGELOG.md: ## 0.2.0, 2026-12-24",
        "CITATION.cff: version: 0.2.0",
        "CITATION.cff: date-released: 2026-12-24",
        "make wheel",
        "make awale-player",
    ]


@pytest.mark.parametrize("target", ["test", "wheel", "awale-player"])
def test_what_cannot_be_built_changes_nothing(small, target, capfd):
    commit(small.root, makefile=MAKEFILE.replace(f"\n{target}:\n", f"\n{target}:\n\tfalse\n"))
    before = everything(small.root)
    with pytest.raises(ReleaseError, match=f"make {target} failed"):
        make(small)
    assert everything(small.root) == before


def test_a_wheel_of_another_version_is_noticed(small, capfd):
    commit(small.root, makefile=re.sub(r"touch dist/palamedes.*", "true", MAKEFILE))
    before = everything(small.root)
    with pytest.raises(ReleaseError, match=r"palamedes-0\.2\.0-py3-none-any\.whl was not built"):
        make(small)
    assert everything(small.root) == before


@pytest.mark.parametrize(
    ("hook", "test"),
    [("pre-commit", "false"), ("reference-transaction", "! grep -q refs/tags/v0.2.0")],
)
def test_a_commit_or_a_tag_that_is_refused_is_undone(small, hook, test, capfd):
    path = small.root / ".git" / "hooks" / hook
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{test}\n")
    path.chmod(0o755)
    before = everything(small.root)
    with pytest.raises(ReleaseError, match=r"git (commit|tag) failed"):
        make(small)
    assert everything(small.root) == before


def test_ctrl_c_changes_nothing(small, monkeypatch, capfd):
    run = release_module.run

    def interrupted(release, *command):
        if command == ("make", "awale-player"):
            raise KeyboardInterrupt
        run(release, *command)

    monkeypatch.setattr(release_module, "run", interrupted)
    before = everything(small.root)
    with pytest.raises(KeyboardInterrupt):
        make(small)
    assert everything(small.root) == before


def test_work_done_while_the_tests_run_is_kept(small, capfd):
    commit(small.root, makefile=MAKEFILE.replace("touch dist/tested", "echo more >> CHANGELOG.md"))
    with pytest.raises(ReleaseError, match=r"not clean: M CHANGELOG\.md"):
        make(small)
    assert (small.root / "CHANGELOG.md").read_text() == CHANGELOG + "more\n"


def test_a_state_that_cannot_be_released(small):
    with pytest.raises(ReleaseError, match=r"'1\.0' is not a version"):
        check_state(small._replace(version="1.0"))
    (small.root / "new.txt").write_text("")
    with pytest.raises(ReleaseError, match=r"not clean: \?\? new\.txt"):
        check_state(small)
    (small.root / "new.txt").unlink()
    git(small.root, "tag", "v0.2.0")
    with pytest.raises(ReleaseError, match=r"v0\.2\.0 is there already"):
        check_state(small)
    git(small.root, "switch", "--quiet", "--create", "work")
    with pytest.raises(ReleaseError, match="this is branch work, not main"):
        check_state(small)


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("pyproject.toml", "0.1.0", "0.3.0", r"0\.2\.0 is older than 0\.3\.0"),
        ("pyproject.toml", 'version = "0.1.0"', "", "one line such as version"),
        ("CHANGELOG.md", ", unreleased", ", 2026-12-01", "one heading such as"),
        ("CHANGELOG.md", "- New.", "", "says nothing of what is unreleased"),
        ("CHANGELOG.md", "## 0.1.0", "## 0.2.0", r"has 0\.2\.0 already"),
        ("CITATION.cff", "version: 0.1.0\n", "", "one line such as version"),
        ("CITATION.cff", "authors:\n", "", "has no 'authors:'"),
    ],
)
def test_texts_that_cannot_be_released(small, file, old, new, complaint):
    path = small.root / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(ReleaseError, match=complaint):
        new_texts(small)
    path.unlink()
    with pytest.raises(ReleaseError, match=f"{file}: No such file"):
        new_texts(small)


def test_the_command_complains_in_one_line(small):
    (small.root / "tools").mkdir()
    shutil.copy(release_module.__file__, small.root / "tools")
    command = [sys.executable, "tools/release.py", "0.2.0", "--dry-run"]
    done = subprocess.run(command, cwd=small.root, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "release: the working tree is not clean: ?? tools/\n"


def test_our_own_files_tell_one_version_and_can_be_released():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (cited,) = re.findall("^version: (.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited == project["version"]
    release = Release(ROOT, "99.0.0", DAY)
    assert release_module._with_version((ROOT / "pyproject.toml").read_text(), release)
    assert release_module._cited((ROOT / "CITATION.cff").read_text(), release)
    if release_module.UNRELEASED.search(changelog := (ROOT / "CHANGELOG.md").read_text()):
        assert "## 99.0.0, 2026-12-24" in release_module._with_date(changelog, release)
