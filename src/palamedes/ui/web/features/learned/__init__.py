"""Watch it learn: the generations of learned evaluations, and what they think of a position."""
