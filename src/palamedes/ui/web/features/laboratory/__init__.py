"""The search laboratory: search trees to watch step by step."""
