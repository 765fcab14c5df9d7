"""How long people see a move before the next one comes: a setting, and a speed for engines."""

from collections.abc import Mapping

from palamedes.core.language import N_
from palamedes.ui.session.seats import Seats
from palamedes.ui.settings import Settings

NORMAL = "normal"
# Seconds before an engine answers a person, by the name in the settings.
PACES: dict[str, float] = {"off": 0.0, "short": 0.25, NORMAL: 0.6}
PACE_TITLES: Mapping[str, str] = {"off": N_("no pause"), "short": N_("short"), NORMAL: N_("normal")}
# Seconds between the moves of two engines.
SPEEDS: dict[str, float] = {"slow": 2.0, NORMAL: 1.0, "fast": 0.3, "fastest": 0.0}
SPEED_TITLES: Mapping[str, str] = {
    "slow": N_("slow"),
    NORMAL: N_("normal"),
    "fast": N_("fast"),
    "fastest": N_("as fast as possible"),
}


def pace_of(settings: Settings, seats: Seats) -> float:
    """The seconds for which people see a position before an engine's move, in these seats."""
    if has_people(seats):
        return PACES.get(settings.pace, PACES[NORMAL])
    return SPEEDS.get(settings.speed, SPEEDS[NORMAL])


def has_people(seats: Seats) -> bool:
    """Whether a person plays, rather than two engines."""
    return any(seat.is_person for seat in seats)
