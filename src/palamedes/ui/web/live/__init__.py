"""Games in progress: live games, the engines that play in them, and their connections."""
