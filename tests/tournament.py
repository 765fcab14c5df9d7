"""A tournament played by chance, for those who test what is made of its games."""

from itertools import islice
from random import Random

from palamedes.arena.finished_game import FinishedGame
from palamedes.arena.plan import Entrant, GameTerms, Plan
from palamedes.core.match import Match, Thought
from palamedes.core.record import to_document
from palamedes.games import find_game

OPENING = 2


def make_plan(game="teeko", names=("Ann", "Bob", "Cid"), **more):
    entrants = tuple(Entrant(name, "random") for name in names)
    return Plan(game, entrants, GameTerms(find_game(game).history), openings=OPENING, **more)


def play_all(plan, first=None):
    """All games of a plan, or the first so many, by random moves with made-up thoughts."""
    return [
        FinishedGame(fixture, _record(plan, fixture)) for fixture in islice(plan.fixtures(), first)
    ]


def _record(plan, fixture):
    random = Random(fixture.opening)
    names = (plan.entrants[fixture.first].name, plan.entrants[fixture.second].name)
    match = Match.of(find_game(plan.game), names)
    for _ply in range(OPENING):
        match.play(random.choice(match.position.moves))
    random = Random(fixture.number)
    while match.result is None:
        thought = Thought(random.randrange(9), random.randrange(999), random.randrange(-99, 99))
        seen = thought if random.random() < 0.8 else None
        match.play(random.choice(match.position.moves), random.random(), seen)
        if match.result is None and len(match.turns) == 60:
            match.end(fixture.number % 2, "timeout", "too slow: <b>&\u2028")
    return to_document(match)
