"""People: accounts and logins, histories and ratings, and how to leave with everything."""
