"""Learning: evaluations that teach themselves a game by playing it."""
