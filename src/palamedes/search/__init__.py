"""Searches of any game: perft, playouts, alpha-beta, MCTS, explanations, tuning."""
