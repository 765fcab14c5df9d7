"""Monte Carlo tree search: the compiled kernels, and the engine around them."""
