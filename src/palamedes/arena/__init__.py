"""Games between players: one, many, refereed, rated."""
