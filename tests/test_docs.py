"""The README and the manual are executed: examples run, commands and their options exist."""

import doctest
import re
import shlex
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from typer import TyperException
from typer.main import get_command

import palamedes
from palamedes import library
from palamedes.cli import app
from palamedes.games import GAMES, find_game
from palamedes.players.learned import OPTIONS
from palamedes.players.spec import ALGORITHMS
from palamedes.players.style import SIGNS
from palamedes.search import batches
from pictures import SHOWN, shown_pictures

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = {str(page.relative_to(ROOT)): page for page in sorted(ROOT.glob("docs/**/*.md"))}
TEXTS = {"README.md": README, "CONTRIBUTING.md": ROOT / "CONTRIBUTING.md", **PAGES}

# A block of code; the line before it names a file if it holds one: `mine/bot.py`
BLOCK = re.compile(
    r"^(?:`(?P<file>[\w./-]+)`\n\n)?```(?P<kind>[^\n`{]*)\n(?P<text>.*?)^```$", re.M | re.S
)
TESTED_ELSEWHERE = {  # by the tests of their subject
    "docs/howto/add-a-game.md",
    "docs/howto/notebooks.md",
    "docs/howto/reinforcement-learning.md",
    "docs/reference/text-format.md",
}
INLINE = re.compile(r"`(palamedes [^`]+)`")


@pytest.fixture(autouse=True)
def _data_of_a_new_user(tmp_path, monkeypatch):
    """What other tests have solved would change what examples say."""
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path / "data"))


def test_the_tour(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failures, tests = doctest.testfile(
        str(README), module_relative=False, optionflags=doctest.REPORT_NDIFF
    )
    assert tests > 10
    assert failures == 0


def test_the_docstrings_of_the_public_names():
    names = [f"palamedes.library.{found.name}" for found in iter_modules(library.__path__)]
    modules = [palamedes, batches, *map(import_module, names)]
    results = [doctest.testmod(module) for module in modules]
    assert sum(result.attempted for result in results) > 25
    assert sum(result.failed for result in results) == 0


def test_the_commands_named_exist():
    named = set(re.findall(r"^palamedes ([a-z-]+)", README.read_text(), re.MULTILINE))
    assert named == set(get_command(app).commands)


def test_the_games_named_exist():
    rows = re.findall(r"^\| (`[a-z].*?) \|", README.read_text().partition("## Install")[0], re.M)
    names = re.findall(r"`([a-z]+(?::[0-9a-z,]+)?)`", " ".join(rows))
    assert {name.partition(":")[0] for name in names} == {family.name for family in GAMES}
    for name in names:
        assert find_game(name).id == name


def test_every_public_name_is_there_and_documented():
    for name in palamedes.__all__:
        thing = getattr(palamedes, name)
        assert name == "GAMES" or len(thing.__doc__) > 10, name


def test_no_placeholder_is_left():
    prose = re.sub(r"```.*?```|`[^`]*`", "", README.read_text(), flags=re.DOTALL)
    capitals = set(re.findall(r"\b[A-Z]{4,}\b", prose))
    assert capitals <= {"CHANGELOG", "CONTRIBUTING", "HTML", "MCTS", "REST"}


def test_only_pictures_that_are_shown_are_in_the_repository():
    pictures = {path.name: path.stat().st_size for path in SHOWN.iterdir()}
    assert set(pictures) == shown_pictures()
    assert len(pictures) <= 15
    assert sum(pictures.values()) <= 2_000_000


def blocks_of(page):
    return list(BLOCK.finditer(page.read_text(encoding="utf-8")))


def examples_of(page):
    """The examples of a page as one doctest, at their lines in the page."""
    text = page.read_text(encoding="utf-8")
    kept = ["\n"] * (text.count("\n") + 1)
    for block in blocks_of(page):
        if block["kind"] == "python" and not block["file"]:
            assert ">>>" in block["text"], f"{page}: what is not a file is an example with >>>"
            first = text.count("\n", 0, block.start("text"))
            lines = block["text"].splitlines(keepends=True)
            kept[first : first + len(lines)] = lines
    return doctest.DocTestParser().get_doctest(
        "".join(kept), {"__name__": "__main__"}, page.stem, str(page), 0
    )


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, page in PAGES.items()
        if name not in TESTED_ELSEWHERE and examples_of(page).examples
    ],
)
def test_every_python_example_of_the_manual(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for block in blocks_of(PAGES[name]):
        if block["file"]:
            path = tmp_path / block["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["text"], encoding="utf-8")
    runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF | doctest.ELLIPSIS)
    examples = examples_of(PAGES[name])
    assert not any(doctest.SKIP in each.options for each in examples.examples)
    runner.run(examples)
    assert runner.failures == 0


def commands_of(page):
    """The command lines of a page, without what is said about them."""
    for block in blocks_of(page):
        text = block["text"].replace("\\\n", " ")
        for line in text.splitlines():
            if found := re.match(r"(?:\$ )?(?:\.venv/bin/)?(palamedes .*)", line):
                command, *said = re.split(r"\s{2,}|\s#|\s[|>] ", found[1])
                yield command.strip(), not said
    for found in INLINE.findall(page.read_text(encoding="utf-8")):
        yield found.replace("\n", " "), False


def check_command(line, is_whole):
    """Look a command and its options up; a whole one is also parsed, with its values."""
    words = shlex.split(line)[1:]
    command, path = get_command(app), "palamedes"
    while words and hasattr(command, "commands") and not words[0].startswith("-"):
        path = f"{path} {words[0]}"
        assert words[0] in command.commands, f"no command: {line}"
        command = command.commands[words.pop(0)]
    options = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
    for word in words:
        name = word.partition("=")[0]
        assert not re.match("--[a-z]", name) or name in {*options, "--help", "--lang"}, line
    if is_whole and not hasattr(command, "commands"):
        command.make_context(path, [*words], resilient_parsing="--help" in words)


@pytest.mark.parametrize("name", TEXTS)
def test_every_command_and_its_options_exist(name):
    for line, is_whole in commands_of(TEXTS[name]):
        check_command(line, is_whole)


def test_what_is_wrong_in_a_command_is_seen():
    for line in ("palamedes paly teeko", "palamedes play teeko --secnod hard"):
        with pytest.raises(AssertionError):
            check_command(line, is_whole=False)
    for line in ("palamedes play", "palamedes perft teeko five", "palamedes solve teeko --men"):
        with pytest.raises(TyperException):
            check_command(line, is_whole=True)


def test_every_target_of_make_that_is_named_exists():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for name, page in TEXTS.items():
        text = page.read_text(encoding="utf-8")
        named = re.findall(r"`make ([a-z-]+)", text) + re.findall(r"^make ([a-z-]+)", text, re.M)
        assert set(named) <= targets, name


def test_figures_are_the_same_in_the_readme_and_in_the_manual():
    """The README may show fewer of them."""
    figures = re.compile(r"\d[\d,.]*\d(?: [MG]B?\b| s\b| %)?")
    shown = README.read_text(encoding="utf-8").partition("## Speed")[2].partition("## Tourn")[0]
    manual = "\n".join(page.read_text(encoding="utf-8") for page in PAGES.values())
    assert len(figures.findall(shown)) > 30
    assert set(figures.findall(shown)) <= set(figures.findall(manual))


def test_every_variable_of_the_environment_is_in_the_manual():
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    read = re.compile(r"environ(?:\.get\(|\[)\s*\"([A-Z_]+)\"")
    names = {name for source in sources for name in read.findall(source)}
    page = (ROOT / "docs/reference/environment.md").read_text(encoding="utf-8")
    assert names - set(re.findall(r"`([A-Z_]+)`", page)) == set()


def test_every_player_and_option_is_in_the_manual():
    page = (ROOT / "docs/reference/players.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z]+)[`:]", page))
    assert {*ALGORITHMS, *SIGNS, "adaptive", "learned", "bot", "cmd", "course"} <= named
    options = set(re.findall(r"^\| `([a-z]+)` \|", page, re.MULTILINE))
    assert {*OPTIONS.split("|"), "eval", "book", "rating"} <= options


def test_pictures_of_the_manual_exist():
    for name, page in TEXTS.items():
        for picture in re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / picture).is_file(), (name, picture)
