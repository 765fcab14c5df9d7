"""What every request has: a visitor, a language, limits, and what protects the server."""
