"""The scripts of the pages, without a browser: types, texts, imports, and how moves are made."""

import json
import os
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from browser import npm_package
from messages import texts_in_script
from palamedes.core.errors import PalamedesError
from palamedes.games import GAMES
from palamedes.games.samples import sample_matches
from palamedes.ui.session.hand import Hand
from palamedes.ui.session.scene import partial_moves
from palamedes.ui.web.live.documents import touch_document
from palamedes.ui.web.messages import analysis, base, game
from palamedes.ui.web.server.pages import NOT_FOUND, PAGES, STATIC, TEXT, modules_of, texts_of

JS = STATIC / "js"
SCRIPTS = sorted(JS.rglob("*.js"))
TYPESCRIPT = "5.9.3"
SETTINGS = Path(__file__).parent.parent / "tools" / "jsconfig.json"
NODE = shutil.which("node")


def test_the_type_checker_finds_nothing(tmp_path):
    package = npm_package(f"typescript@{TYPESCRIPT}", tmp_path)
    if package is None:
        assert "CI" not in os.environ, "on CI nothing is skipped"
        pytest.skip("TypeScript cannot be had here")
    command = [NODE, package / "lib" / "tsc.js", "--project", SETTINGS]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.stdout == ""


def test_the_server_finds_the_texts_that_translators_get():
    for path in SCRIPTS:
        found = {json.loads(f'"{text}"') for text in TEXT.findall(path.read_text())}
        assert found == set(texts_in_script(path)), path.name


def test_every_text_is_written_where_it_is_translated():
    for path in SCRIPTS:
        calls = re.findall(r"(?<!function )\bt\(\s*(.)", path.read_text())
        assert set(calls) <= {'"'}, path.name


def test_a_page_gets_the_texts_of_its_modules_and_no_others():
    pages = {*PAGES.values(), NOT_FOUND}
    used = {f"{page}.js" for page in pages}.union(*map(modules_of, pages))
    unused = {str(path.relative_to(JS)) for path in SCRIPTS} - used
    assert unused == {"shared/theme.js", "shared/messages.js"}  # no module, and only types
    assert "Your turn: {phase}" in texts_of("game")
    assert "Your turn: {phase}" not in texts_of("about")


IMPORT = re.compile(r'import \{([^}]+)\} from "(\.[^"]+)"')


def test_whatever_is_imported_is_exported_and_used():
    for path in SCRIPTS:
        source = path.read_text()
        for names, module in IMPORT.findall(source):
            text = (path.parent / module).read_text()
            for name in names.replace(",", " ").split():
                assert re.search(rf"export [a-z {{]*\b{name}\b", text), (path.name, module, name)
                assert len(re.findall(rf"\b{name}\b", source)) > 1, (path.name, name)


def test_no_markup_is_ever_made_of_texts():
    for path in SCRIPTS:
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacent|document.write|\beval\b", path.read_text()
        )


def test_the_types_of_messages_are_those_of_the_server():
    """Every type in messages.js that has the name of a model has its fields."""
    models = {**vars(base), **vars(game), **vars(analysis)}
    parts = (JS / "shared" / "messages.js").read_text().split("@typedef {object} ")[1:]
    types = {part.split()[0]: re.findall(r"@property \{.*\} (\w+)", part) for part in parts}
    assert len(types) > 10
    for name, fields in types.items():
        assert set(fields) == set(models[name].model_fields), name


RUN = """
import { readFileSync } from "node:fs";
import { Touching } from "./touching.mjs";
const answers = JSON.parse(readFileSync(0)).map(({ touches, partial, spots }) => {
  const touching = new Touching(touches, partial);
  return spots.map((spot) => {
    const isPlayed = touching.touch(spot);
    const { path, open, move, phase } = touching;
    if (move !== null) touching.letGo();
    return { isPlayed, path, open: open.sort(), move, phase };
  });
});
console.log(JSON.stringify(answers));
"""


def touched_in_python(position, spots):
    """What comes of touching spots, by the rule of the other front ends."""
    hand, answers = Hand(), []
    phases = {partial.touched: partial.phase for partial in partial_moves(position)}
    for spot in spots:
        try:
            code = hand.touch(position, spot)
            is_played = True
        except PalamedesError:
            code, is_played = None, False
        answers.append(
            {
                "isPlayed": is_played,
                "path": list(hand.path),
                "open": sorted(position.next_spots(hand.path)),
                "move": None if code is None else position.move_text(code),
                "phase": phases.get(hand.path, ""),
            }
        )
        if code is not None:
            hand.let_go()
    return answers


def some_positions(random):
    for family in GAMES:
        matches = sample_matches(family.make(""))
        positions = [position for match in matches for position in match.positions]
        yield from random.sample(positions, 6)


@pytest.mark.skipif(NODE is None and "CI" not in os.environ, reason="no node here")
def test_moves_are_made_in_the_browser_by_the_same_rule(tmp_path):
    random, questions, expected = Random(1), [], []
    for position in some_positions(random):
        names = [spot.name for spot in position.game.view.geometry.spots]
        likely = [spot for path in position.touches for spot in path] or names
        spots = [random.choice(random.choice([names, likely])) for _touch in range(30)]
        spots += [spot for pair in pairwise(spots) for spot in pair]
        questions.append({**touch_document(position), "spots": spots})
        expected.append(touched_in_python(position, spots))
    (tmp_path / "touching.mjs").write_text((JS / "board" / "touching.js").read_text())
    (tmp_path / "run.mjs").write_text(RUN)
    command = [NODE, tmp_path / "run.mjs"]
    done = subprocess.run(
        command, input=json.dumps(questions), capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == expected
