"""A game at a screen, without the screen: what every front end shows and asks for."""

from palamedes.ui.session.advice import hint_sentence
from palamedes.ui.session.autosave import Autosave, Unfinished, unfinished
from palamedes.ui.session.clock import TimeControl
from palamedes.ui.session.scene import Hint, Offer, Scene
from palamedes.ui.session.seats import HUMAN, PEOPLE, Seat, Seats, reader_at, seats_of, take_seat
from palamedes.ui.session.session import Session

__all__ = [
    "HUMAN",
    "PEOPLE",
    "Autosave",
    "Hint",
    "Offer",
    "Scene",
    "Seat",
    "Seats",
    "Session",
    "TimeControl",
    "Unfinished",
    "hint_sentence",
    "reader_at",
    "seats_of",
    "take_seat",
    "unfinished",
]
