"""The server: the application put together, its pages, and how it is run."""
