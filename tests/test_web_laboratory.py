"""The search laboratory, as a server: its numbers are those of `palamedes explain`."""

import asyncio
import json
import os
import signal
from threading import Event

import pytest
from fastapi import HTTPException, Request

from explaining import after, explained
from palamedes.search.explain import ALGORITHMS, ORDERS
from palamedes.ui.web.features.laboratory import routes
from palamedes.ui.web.features.laboratory.routes import Laboratory
from palamedes.ui.web.features.laboratory.trees import TreeRequest
from palamedes.ui.web.http.disconnects import while_connected
from palamedes.ui.web.http.limits import RateLimit
from palamedes.ui.web.http.services import service
from web import PATIENCE, client_of

pytestmark = pytest.mark.xdist_group("web")
API = "/api/laboratory"
CUTS = {
    "game": "morpion",
    "moves": "b2",
    "algorithm": "alphabeta",
    "depth": 3,
    "evaluation": "open",
}
KINDS = {"x": "max", "n": "min", "l": "leaf", "f": "finished", "c": "cut"}
BOUNDS = {"=": "", "<": "<=", ">": ">="}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(f"sqlite:///{tmp_path_factory.mktemp('laboratory') / 'games.db'}") as client:
        service(client, Laboratory).search_rate = RateLimit(1e9, 1e9)
        yield client


def ask(client, path, **question):
    answer = client.get(f"{API}/{path}", params=question)
    assert answer.status_code == 200, answer.text
    return answer


# The numbers


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_numbers_are_those_of_the_command(client, run, algorithm):
    options = {"depth": 3, "order": "bad", "simulations": 60, "expansions": 7, "seed": 5}
    words = [part for name, value in options.items() for part in (f"--{name}", str(value))]
    command = ["explain", "morpion", "--algorithm", algorithm, "--moves", "b2 a1", "--eval", "open"]
    _code, printed, _errors = run(*command, *words, "--json")
    document = json.loads(printed)
    question = {"game": "morpion", "moves": "b2 a1", "evaluation": "open", "algorithm": algorithm}
    assert ask(client, "tree.json", **question, **options).json() == document
    columns = ask(client, "tree", **question, **options).json()
    assert expanded(columns) == [
        {key: node[key] for key in ("parent", "move", "kind", "value", "bound", "alpha", "reason")}
        for node in document["nodes"]
    ]
    for key in ("game", "algorithm", "settings", "counts", "value", "best_moves", "best_line"):
        assert columns[key] == document[key]
    assert [list(pair) for pair in zip(*columns["playouts"], strict=True)] == document["playouts"]


def expanded(columns):
    """The nodes of a tree that came in columns."""
    infinite = (columns["infinity"], -columns["infinity"])
    alphas = columns["alpha"] or [None] * len(columns["parent"])
    return [
        {
            "parent": None if parent < 0 else parent,
            "move": columns["moves"][columns["move"][number]],
            "kind": KINDS[columns["kind"][number]],
            "value": columns["value_of"][number],
            "bound": BOUNDS[columns["bound"][number]],
            "alpha": None if alphas[number] in infinite else alphas[number],
            "reason": columns["reasons"][columns["reason"][number]],
        }
        for number, parent in enumerate(columns["parent"])
    ]


def test_a_comparison_makes_every_search(client):
    rows = ask(client, "comparison", **CUTS).json()
    position = after("morpion", "b2")
    asked = [("minimax", "given"), *(("alphabeta", order) for order in ORDERS)]
    for row, (algorithm, order) in zip(rows, asked, strict=True):
        tree = explained(position, algorithm, 3, order=order)
        assert (row["algorithm"], row["order"], row["value"]) == (algorithm, order, tree.value)
        assert row["nodes"] == tree.counts.nodes
        assert row["cut"] == tree.counts.cut
    large = ask(client, "comparison", **{**CUTS, "depth": 7}).json()
    assert "120,000" in large[0]["problem"]
    assert large[2]["nodes"] < 120_000


def test_trees_are_drawn(client):
    svg = ask(client, "tree.svg", **CUTS)
    assert svg.headers["content-type"].startswith("image/svg")
    whole = ask(client, "tree.svg", whole=True, **CUTS)
    tree = explained(after("morpion", "b2"), "alphabeta", 3)
    assert whole.text.count('class="node"') == tree.counts.nodes > svg.text.count('class="node"')
    refused = client.get(f"{API}/tree.svg", params={**CUTS, "depth": 5, "whole": True})
    assert refused.status_code == 422
    assert "2,000" in refused.json()["detail"]


def test_positions_of_nodes(client):
    seen = ask(client, "position", game="teeko", moves="c3 d4").json()
    assert seen["board"]["last"] == ["d4"]
    assert seen["touches"]["a1"] == ["a1"]
    assert ask(client, "evaluations/teeko").json()[-1] == "none"


# What it refuses


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ({"game": "chess"}, 404),
        ({"game": "teeko", "position": "nonsense"}, 422),
        ({"game": "teeko", "moves": "z9"}, 422),
        ({"game": "teeko", "moves": "c3 " * 900}, 422),
        ({"game": "morpion", "moves": "a1 b1 a2 b2 a3"}, 422),
        ({"game": "teeko", "evaluation": "magic"}, 422),
        ({"game": "teeko", "algorithm": "magic"}, 422),
        ({"game": "teeko", "depth": 21}, 422),
        ({"game": "teeko", "simulations": 10**9}, 422),
        ({"game": "teeko", "algorithm": "minimax", "depth": 5}, 422),
        ({"game": "teeko", "more": 1}, 422),
    ],
)
def test_what_cannot_be_searched_is_refused(client, question, status):
    answer = client.get(f"{API}/tree", params=question)
    assert answer.status_code == status
    assert answer.json()["detail"]


def test_a_class_opens_one_link_and_nobody_asks_for_too_much(client):
    laboratory = service(client, Laboratory)
    before, laboratory.search_rate = laboratory.search_rate, RateLimit(1, 0)
    try:
        question = {"game": "nim:3,4", "depth": 3, "seed": 77}
        answers = [client.get(f"{API}/tree", params=question) for _student in range(3)]
        assert {answer.status_code for answer in answers} == {200}
        assert client.get(f"{API}/tree", params={**question, "seed": 78}).status_code == 429
    finally:
        laboratory.search_rate = before


def key_of(seed, form="columns"):
    start = after("nim:3,4,5").text
    return (
        TreeRequest("nim:3,4,5", start, "minimax", 2, "theory", "given", 1, 1, seed),
        form,
        "en",
    )


async def busy_lane(lane):
    """Keep a lane busy with somebody else's search; returns what ends it."""
    held = Event()
    search = asyncio.create_task(lane._threads.run("somebody else", held.wait))
    await asyncio.sleep(0)

    async def end():
        held.set()
        await search

    return end


def test_a_small_tree_does_not_wait_for_a_comparison(client):
    laboratory = service(client, Laboratory)

    async def crowd():
        end = await busy_lane(laboratory._large)
        asked = laboratory.answer(key_of(50, "comparison"), "greedy")
        waiting = asyncio.create_task(asked)
        answer = await asyncio.wait_for(laboratory.answer(key_of(50), "modest"), PATIENCE)
        assert not waiting.done()
        await end()
        return answer, await waiting

    assert all(client.portal.call(crowd))


def test_addresses_take_turns_in_the_laboratory(client):
    laboratory, order = service(client, Laboratory), []

    async def ask_for(seed, address):
        await laboratory.answer(key_of(seed), address)
        order.append(address)

    async def crowd():
        end = await busy_lane(laboratory._small)
        asked = [asyncio.create_task(ask_for(60 + n, "greedy")) for n in range(2)]
        await asyncio.sleep(0)
        asked.append(asyncio.create_task(ask_for(62, "modest")))
        await asyncio.sleep(0)
        await end()
        await asyncio.gather(*asked)

    client.portal.call(crowd)
    assert order == ["greedy", "modest", "greedy"]


def test_one_address_waits_for_two_searches_at_most(client):
    laboratory = service(client, Laboratory)

    async def crowd():
        asked = [laboratory.answer(key_of(seed), "greedy") for seed in range(20, 24)]
        asked += [laboratory.answer(key_of(20), "greedy"), laboratory.answer(key_of(24), "other")]
        return await asyncio.gather(*asked, return_exceptions=True)

    found = [getattr(each, "status_code", 200) for each in client.portal.call(crowd)]
    assert found == [200, 200, 429, 429, 200, 200]


def test_a_search_in_line_that_nobody_waits_for_is_called_off(client):
    laboratory = service(client, Laboratory)

    async def crowd():
        end = await busy_lane(laboratory._small)
        gone, first, second = (
            asyncio.create_task(laboratory.answer(key_of(seed), "patient")) for seed in (30, 31, 31)
        )
        await asyncio.sleep(0)
        gone.cancel()
        first.cancel()
        await asyncio.wait([gone, first])
        known = [key_of(seed) in laboratory._searches for seed in (30, 31)]
        again = asyncio.create_task(laboratory.answer(key_of(30), "patient"))
        await end()
        return known, await second, await again

    known, *answers = client.portal.call(crowd)
    assert known == [False, True]
    assert all(answers)


def test_who_goes_away_waits_no_more(client):
    async def receive():
        return {"type": "http.disconnect"}

    async def work(ended):
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def wait():
        ended = asyncio.Event()
        with pytest.raises(HTTPException):
            await while_connected(Request({"type": "http"}, receive), work(ended))
        await asyncio.wait_for(ended.wait(), 5)

    client.portal.call(wait)


def test_replies_come_packed_and_not_too_many(client):
    question = {"game": "nim:3,4", "depth": 2}
    assert ask(client, "tree.json", **question).headers["content-encoding"] == "gzip"
    plain = {"accept-encoding": "identity"}
    refused = client.get(f"{API}/tree.json", params=question, headers=plain)
    assert refused.status_code == 406
    assert "gzip" in refused.json()["detail"]
    laboratory = service(client, Laboratory)
    before, laboratory.position_rate = laboratory.position_rate, RateLimit(1, 0)
    try:
        codes = [client.get(f"{API}/tree", params=question).status_code for _time in range(2)]
        assert codes == [200, 429]
    finally:
        laboratory.position_rate = before


def test_only_few_wait(client, monkeypatch):
    """More questions than there is room for, all at once: some are told to come again."""
    monkeypatch.setattr(routes, "MOST_UNFINISHED", 7)
    laboratory = service(client, Laboratory)

    async def crowd():
        asked = (laboratory.answer(key_of(seed), f"address {seed}") for seed in range(10))
        return await asyncio.gather(*asked, return_exceptions=True)

    results = client.portal.call(crowd)
    refused = [result for result in results if not isinstance(result, bytes)]
    assert [each.status_code for each in refused] == [429] * 3


def test_a_process_that_dies_is_replaced(client):
    ask(client, "tree", game="nim:3,4")
    pool = service(client, Laboratory)._small._pool
    for process in pool._processes.values():
        os.kill(process.pid, signal.SIGTERM)
        process.join()
    answer = client.get(f"{API}/tree", params={"game": "nim:3,4", "seed": 9})
    assert answer.status_code in (200, 409)
    ask(client, "tree", game="nim:3,4", seed=10)
