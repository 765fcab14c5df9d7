"""Where games are kept: SQLite by default, PostgreSQL by its address."""

from palamedes.ui.web.store.kept import Kept, News, news_of
from palamedes.ui.web.store.sessions import StoreError
from palamedes.ui.web.store.store import Store

__all__ = ["Kept", "News", "Store", "StoreError", "news_of"]
