"""Walking through positions: perft, playouts, and the searches that choose a move."""
