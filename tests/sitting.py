"""What the tests of the session share: matches, touches, an engine on strings."""

from threading import Event

from palamedes.core.match import Match
from palamedes.games import find_game
from palamedes.players import Choice, Player
from palamedes.ui.session import Seat, Session
from waiting import PATIENCE

TEEKO_WIN = ["a1", "a5", "b1", "b5", "c1", "c5", "d1"]


def teeko(*moves):
    match = Match.of(find_game("teeko"))
    for move in moves:
        match.play(move)
    return match


def touch(session, *spots):
    for spot in spots:
        session.touch(spot)
        assert session.handle_next()
        while session.handle_next():  # an answer that was called off may have been before it
            pass


def wait_until(session, condition):
    """Let the session handle what comes until something is so."""
    while not condition(session.scene()):
        assert session.handle(PATIENCE), "nothing has come"


def made(session):
    return [turn.move for turn in session.match.turns]


class Puppet(Player):
    """An engine that moves when it is told to, and tells when it has begun to think."""

    def __init__(self, code=0):
        self.code, self.asked, self.go, self.closed = code, Event(), Event(), False

    def choose(self, match, allowance=None):
        self.allowance = allowance
        self.asked.set()
        assert self.go.wait(PATIENCE)
        self.go.clear()
        if isinstance(self.code, Exception):
            raise self.code
        return Choice(match.position.codes[self.code])

    def stop(self):
        self.go.set()

    def close(self):
        self.closed = True


def against(player, first=True, **options):
    seats = (Seat(), Seat("puppet", player=player))
    return Session(Match.of(find_game("teeko")), seats if first else seats[::-1], **options)
