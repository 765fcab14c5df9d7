"""Draws boards and pieces as pixels; nothing here knows the window."""
