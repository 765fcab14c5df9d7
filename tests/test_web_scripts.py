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
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import GAMES, find_game
from palamedes.games.samples import sample_matches
from palamedes.ui.session.hand import Hand
from palamedes.ui.session.scene import board_at, partial_moves
from palamedes.ui.web.live.documents import board_document, touch_document
from palamedes.ui.web.messages import analysis, base, game, lobby
from palamedes.ui.web.server.pages import (
    NO_MANUAL,
    NOT_FOUND,
    PAGES,
    STATIC,
    TEXT,
    modules_of,
    texts_of,
)

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
    pages = {*PAGES.values(), NOT_FOUND, NO_MANUAL}
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
    models = {**vars(base), **vars(game), **vars(analysis), **vars(lobby)}
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
    assert run_module(tmp_path, "board/touching.js", RUN, questions) == expected


FOLLOW = """
import { readFileSync } from "node:fs";
import { leadTo, transferred } from "./transfers.mjs";
const answers = JSON.parse(readFileSync(0)).map(({ before, transfers, after }) => [
  leadTo(before, transfers, after),
  leadTo(after, transfers, before),
  Object.keys(transferred(before, transfers)).length,
]);
console.log(JSON.stringify(answers));
"""


@pytest.mark.skipif(NODE is None and "CI" not in os.environ, reason="no node here")
def test_the_browser_follows_the_pieces_of_a_move(tmp_path):
    random, questions = Random(2), []
    for name in ("awale", "nim"):
        position = Position.start(find_game(name))
        while position.codes:
            code = random.choice(position.codes)
            match = Match(position, position.game.history)
            match.play(code)
            before, after = (board_document(board_at(match, ply)) for ply in (0, 1))
            questions.append(
                {
                    "before": before["pieces"],
                    "transfers": after["transfers"],
                    "after": after["pieces"],
                }
            )
            position = match.position
    answers = run_module(tmp_path, "board/transfers.js", FOLLOW, questions)
    assert len(answers) > 20
    for question, answer in zip(questions, answers, strict=True):
        assert answer == [True, False, len(question["after"])]


PACE = """
import { readFileSync } from "node:fs";
globalThis.settings = { pauseTime: 0 };
const { Pacing } = await import("./pacing.mjs");
const answers = JSON.parse(readFileSync(0)).map(({ pause, rest, events }) => {
  let now = 0, timer = null;
  const shown = [];
  const pacing = new Pacing({
    show: ({ plies }) => shown.push([plies, now]),
    pause: () => pause,
    timeToRest: () => rest,
    now: () => now,
    later: (action, wait) => { timer = { action, at: now + wait }; },
  });
  const run = (until) => {
    while (timer && timer.at <= until) {
      const due = timer;
      timer = null;
      now = due.at;
      due.action();
    }
    now = until;
  };
  for (const [time, scene] of events) {
    run(time);
    if (scene) pacing.receive(scene);
    else pacing.skip();
  }
  run(99999);
  return shown;
});
console.log(JSON.stringify(answers));
"""


def scenes_of_moves(*plies, kinds=("human", "engine"), seats=(0,)):
    return [{"plies": ply, "turn": ply % 2, "kinds": kinds, "seats": seats} for ply in plies]


@pytest.mark.skipif(NODE is None and "CI" not in os.environ, reason="no node here")
def test_an_answer_waits_until_the_move_has_been_seen(tmp_path):
    start, mine, answer, back = scenes_of_moves(0, 1, 2, 0)
    watched = scenes_of_moves(0, 1, 2, kinds=("engine", "engine"), seats=())
    cases = [
        ([[0, start], [10, mine], [40, answer]], [[0, 0], [1, 10], [2, 710]]),
        # a second scene of the same move does not prolong the wait, and all come in order
        ([[0, start], [10, mine], [20, mine], [40, answer], [50, answer]],
         [[0, 0], [1, 10], [1, 20], [2, 710], [2, 710]]),
        ([[0, start], [10, mine], [2000, answer]], [[0, 0], [1, 10], [2, 2000]]),
        ([[0, start], [10, mine], [40, answer], [100, None]], [[0, 0], [1, 10], [2, 100]]),
        ([[0, start], [10, mine], [40, answer], [60, back]], [[0, 0], [1, 10], [0, 60]]),
        ([[0, watched[0]], [5, watched[1]], [9, watched[2]]], [[0, 0], [1, 5], [2, 9]]),
    ]  # fmt: skip
    questions = [{"pause": 500, "rest": 200, "events": events} for events, _shown in cases]
    questions.append({"pause": 0, "rest": 200, "events": cases[0][0]})
    found = run_module(tmp_path, "game/pacing.js", PACE, questions)
    assert found == [*(shown for _events, shown in cases), [[0, 0], [1, 10], [2, 40]]]


def run_module(folder, path, program, questions):
    """What a program says about questions, given one module without the modules it imports."""
    source = re.sub(r"^import .*$", "", (JS / path).read_text(), flags=re.M)
    (folder / f"{Path(path).stem}.mjs").write_text(source)
    (folder / "run.mjs").write_text(program)
    command = [NODE, folder / "run.mjs"]
    done = subprocess.run(
        command, input=json.dumps(questions), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)
