"""Other people: their public profiles, greetings, and whom one has blocked."""
