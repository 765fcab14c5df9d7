"""The web app: a server for people and bots, and the pages they see."""
