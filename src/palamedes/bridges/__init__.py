"""Bridges to the tools of reinforcement learning: the games as environments."""
