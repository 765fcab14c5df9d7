"""Games that players offer each other."""
