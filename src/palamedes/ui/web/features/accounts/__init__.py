"""Accounts: logins, game history, ratings, and the export and deletion of all data."""
