"""The two requirements files: what running needs, and all that development needs."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RUN, DEV = "requirements.lock", "requirements-dev.lock"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def pins(lock):
    """The text of each package in a lock, by its name, version and condition."""
    packages = re.split(r"^(?=\S)", (ROOT / lock).read_text(), flags=re.MULTILINE)
    return {package.partition("\\")[0].strip(): package for package in packages if package}


def names(requirements):
    return {re.match(r"[\w.-]+", each)[0].lower() for each in requirements}


@pytest.mark.parametrize("lock", [RUN, DEV])
def test_every_package_has_a_version_and_hashes_and_no_address(lock):
    for name, package in pins(lock).items():
        assert "==" in name
        assert re.fullmatch(r"[^\\]+(\\\n    --hash=sha256:[0-9a-f]{64}[ \n]?)+", package), name
        assert "://" not in package


def test_running_needs_a_part_of_what_development_needs_in_the_same_versions():
    assert pins(RUN).items() <= pins(DEV).items()


def test_the_locks_have_what_the_project_declares():
    groups = PROJECT["dependency-groups"]
    tools = names(each for each in groups["dev"] if isinstance(each, str))
    needed = names(PROJECT["project"]["dependencies"] + groups["build"])
    assert needed <= names(pins(RUN))
    assert tools <= names(pins(DEV))
    assert not tools & names(pins(RUN))
