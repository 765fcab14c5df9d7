"""Everything that is said over a WebSocket, in both directions, as pydantic models."""
