"""Alpha-beta: the compiled recursive search (kernel), and the engine around it."""
