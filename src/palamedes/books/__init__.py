"""Opening books grow: by searches that go deepest where the play matters most, and from tables."""
