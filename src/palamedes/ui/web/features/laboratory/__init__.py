"""The search laboratory: search trees, shown step by step."""
