"""The front ends, and what they share. None of them knows a rule of a game."""
