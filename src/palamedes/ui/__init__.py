"""The front ends. None of them knows a rule."""
