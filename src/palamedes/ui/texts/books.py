"""Opening books in words: how far one is, and where its values come from."""

from palamedes.books.grower import GrowthProgress
from palamedes.core.language import _, decimal
from palamedes.ui.texts.learning import whole


def progress_text(told: GrowthProgress) -> str:
    """How far a book is, in one line."""
    words = [
        _("{positions} positions").format(positions=whole(told.positions)),
        _("{rate} positions/s").format(rate=decimal(told.rate)),
        _("main line: {plies} plies").format(plies=told.depth),
    ]
    return ", ".join(words)


def source_text(is_exact: bool) -> str:
    """Where a value in a book comes from."""
    return _("book (table)") if is_exact else _("book (search)")
