"""All WebSocket messages, in both directions, as pydantic models; docs/api.md describes them."""
