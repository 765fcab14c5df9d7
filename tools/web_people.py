"""People who have been at a server before pictures are taken: accounts, games, tournaments."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import permutations
from typing import Any

from playwright.sync_api import APIRequest, StorageState
from websockets.sync.client import ClientConnection, connect

from palamedes.campaign import PuzzleChallenge, find_challenge
from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import make_player
from palamedes.solver.puzzles.puzzle import Puzzle, shipped_puzzles

Document = dict[str, Any]

NAMES = ("Ada", "Bob", "Chloé", "Dan", "Élise", "Farid")
SKILL = {"Ada": 0.1, "Bob": 0.15, "Chloé": 0.2, "Dan": 0.25}  # the share of errors in rated games
TIMES = 4  # that each of them begins against each other: their ratings are known then
SOLVED = {"teeko": 14, "morpion": 5}  # puzzles of a game
MISSED = 4  # every so many of them is tried in vain first
CHALLENGES = ("nauplia-rows", "nauplia-lines", "nauplia-three", "aulis-shield", "aulis-four")
ENGINES = {
    "game": "teeko",
    "title": "Four ways to play Teeko",
    "players": ["easy", "medium", "brute=alphabeta:depth=4", "dreamer=mcts:nodes=300"],
    "games": 4,
}
SWISS = {"game": "morris", "title": "Friday evening", "clock": {"total": 1800, "increment": 20}}
RESULTS = (1, 0, 0.5, 0, 1, 1, 0.5)  # the last board first; two of the third round still play


class Person:
    """Somebody with an account, at a server."""

    def __init__(self, requests: APIRequest, address: str, name: str) -> None:
        self.name, self._address = name, address
        self._request = requests.new_context(base_url=address, user_agent="Chrome on Linux")
        self.post("/api/accounts", name=name, password="correct horse")

    def get(self, path: str) -> Any:
        return self._request.get(path).json()

    def post(self, path: str, **body: Any) -> Document:
        answer = self._request.post(path, data=body)
        if not answer.ok:
            raise RuntimeError(f"{path}: {answer.text()}")
        document: Document = answer.json()
        return document

    @property
    def state(self) -> StorageState:
        """With what a browser is logged in as this person."""
        return self._request.storage_state()

    @contextmanager
    def sitting(self, game_id: str) -> Iterator[ClientConnection]:
        """A connection to a game."""
        (token,) = (each["value"] for each in self.state["cookies"] if each["name"] == "palamedes")
        address = self._address.replace("http", "ws", 1)
        headers = {"cookie": f"palamedes={token}"}
        path = f"{address}/api/games/{game_id}/live"
        with connect(path, additional_headers=headers, proxy=None) as line:
            yield line


def next_scene(line: ClientConnection, plies: int = 0) -> Document:
    """The next scene after so many moves."""
    while True:
        message: Document = json.loads(line.recv(timeout=60))
        if message["type"] == "scene" and message["plies"] >= plies:
            return message


def make_move(line: ClientConnection, move: str) -> None:
    line.send(json.dumps({"type": "move", "move": move}))


def gather(requests: APIRequest, address: str) -> list[Person]:
    """All people; some of them have played rated games of teeko."""
    people = [Person(requests, address, name) for name in NAMES]
    rated = [person for person in people if person.name in SKILL]
    for seed, (first, second) in enumerate([*permutations(rated, 2)] * TIMES):
        wish = {"first": {"who": "me"}, "second": {"who": "friend"}, "rated": True}
        game_id = first.post("/api/games", game="teeko", **wish)["id"]
        second.post(f"/api/games/{game_id}/seats/1")
        play(first, second, game_id, game_between(first.name, second.name, seed))
    return people


def game_between(first: str, second: str, seed: int) -> list[str]:
    """The moves of a game of teeko between two people as skilful as they are."""
    game = find_game("teeko")
    match = Match.of(game, (first, second))
    specs = [f"alphabeta:depth=4,error={SKILL[name]:g}" for name in (first, second)]
    players = [make_player(game, spec, seed + side) for side, spec in enumerate(specs)]
    while match.result is None:
        match.play(players[match.position.turn].choose(match).code)
    return [turn.move for turn in match.turns]


def play(first: Person, second: Person, game_id: str, moves: list[str]) -> None:
    with first.sitting(game_id) as one, second.sitting(game_id) as other:
        for plies, move in enumerate(moves):
            line = (one, other)[plies % 2]
            next_scene(line, plies)
            make_move(line, move)
        next_scene(one, len(moves))


def learn(person: Person) -> None:
    """Solve puzzles, not all at once, and complete the first challenges of the campaign."""
    for game, count in SOLVED.items():
        for number, puzzle in enumerate(shipped_puzzles(game)[:count], start=1):
            if number % MISSED == 0:
                person.post(f"/api/puzzles/{game}/{puzzle.id}/solution")
            else:
                solve(person, game, puzzle)
    for challenge in CHALLENGES:
        complete(person, challenge)


def solve(person: Person, game: str, puzzle: Puzzle) -> None:
    moves = puzzle.line[::2]
    path, asked = f"/api/puzzles/{game}/{puzzle.id}/answers", 1
    while not person.post(path, moves=moves[:asked])["solved"]:
        asked += 1


def complete(person: Person, challenge_id: str) -> None:
    """Try a challenge of the campaign until it is completed."""
    challenge, path = find_challenge(challenge_id), f"/api/campaign/steps/{challenge_id}"
    while not person.get(path)["met"]:
        if isinstance(challenge, PuzzleChallenge):
            for puzzle in challenge.puzzles:
                solve(person, challenge.game, puzzle)
        else:
            game_id = person.post(path, name=person.name)["id"]
            play_well(person, game_id, challenge.game, challenge.seat)


def play_well(person: Person, game_id: str, name: str, seat: int) -> None:
    """Play a game against an engine to its end."""
    game = find_game(name)
    player, match = make_player(game, "hard"), Match.of(game)
    with person.sitting(game_id) as line:
        scene = next_scene(line)
        while scene["result"] is None:
            for move in scene["moves"][len(match.turns) :]:
                match.play(move)
            if scene["turn"] == seat:
                make_move(line, match.position.move_text(player.choose(match).code))
            scene = next_scene(line, scene["plies"] + 1)


def hold_swiss(people: list[Person]) -> str:
    """A tournament of people in its last round, made by the first of them: its name."""
    maker = people[0]
    tournament: str = maker.post("/api/contests/people", **SWISS)["id"]
    path = f"/api/contests/{tournament}"
    for person in people:
        person.post(f"{path}/entrants", name=person.name)
    maker.post(f"{path}/start")
    for points in RESULTS:
        waiting = [each for each in maker.get(path)["pairings"] if each["points"] is None]
        place = {"round": waiting[-1]["round"], "board": waiting[-1]["board"]}
        maker.post(f"{path}/results", points=points, **place)
    return tournament
