"""The campaign: chapters, challenges, and the games played for them."""
