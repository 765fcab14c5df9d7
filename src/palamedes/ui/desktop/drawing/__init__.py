"""Pictures of boards and pieces: numbers in, pixels out. Nothing here knows the window."""
