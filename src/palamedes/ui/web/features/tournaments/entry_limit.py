"""How fast people may join a tournament, so that one stranger does not fill it.

A class joins from one address within a minute, and most often its teacher, who organises the
tournament, is there as well: nothing holds up people at the organiser's address. From elsewhere a
family joins at once; after that people join slowly enough for the organiser to remove strangers.
"""

from collections import OrderedDict

from palamedes.ui.web.http.limits import RateLimit

MOST_KEPT = 10_000  # tournaments; those whose organisers came longest ago are forgotten first


class EntryLimit:
    """The limit on new entrants, by tournament and address."""

    def __init__(self) -> None:
        self.elsewhere = RateLimit(burst=8, per_second=1 / 15)
        self._organisers: OrderedDict[str, str] = OrderedDict()  # addresses, by tournament id

    def note_organiser(self, tournament_id: str, address: str) -> None:
        """Remember where the organiser of a tournament is now."""
        self._organisers[tournament_id] = address
        self._organisers.move_to_end(tournament_id)
        while len(self._organisers) > MOST_KEPT:
            self._organisers.popitem(last=False)

    def allows(self, tournament_id: str, address: str) -> bool:
        """Whether one more person may join from an address now; if so, it is counted."""
        is_with_organiser = self._organisers.get(tournament_id) == address
        return is_with_organiser or self.elsewhere.allows(f"{tournament_id} {address}")
