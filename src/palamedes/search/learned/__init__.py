"""Evaluations that were learnt from games: the network that plays, and its files."""
