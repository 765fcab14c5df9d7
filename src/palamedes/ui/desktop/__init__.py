"""The desktop front end: a Tk window that shows a session and knows no rule of any game."""
