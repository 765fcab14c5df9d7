"""The database: SQLite by default, PostgreSQL if its URL is given."""

from palamedes.ui.web.store.games import GameStore
from palamedes.ui.web.store.stored_game import GameChanges, SavedVersion, StoredGame, changes_since
from palamedes.ui.web.store.transactions import OutdatedError, StoreError, UnreadableError

__all__ = [
    "GameChanges",
    "GameStore",
    "OutdatedError",
    "SavedVersion",
    "StoreError",
    "StoredGame",
    "UnreadableError",
    "changes_since",
]
