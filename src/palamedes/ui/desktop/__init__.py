"""The desktop window, in Tk, over the headless session. No rule of any game is in here."""
