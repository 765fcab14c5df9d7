"""The server: the assembled application, its pages, and how it runs."""
