"""Learning on the web: puzzles with a rating, and the campaign."""
