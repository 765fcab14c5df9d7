"""The database: SQLite by default, PostgreSQL if its URL is given."""

from palamedes.ui.web.store.games import GameStore
from palamedes.ui.web.store.stored_game import GameChanges, StoredGame, changes_since
from palamedes.ui.web.store.transactions import StoreError

__all__ = ["GameChanges", "GameStore", "StoreError", "StoredGame", "changes_since"]
