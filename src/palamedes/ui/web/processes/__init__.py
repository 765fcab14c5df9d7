"""Several processes of one server: who lives, and what they tell each other."""
