"""The analysis board: positions, engine lines and reviews, over a WebSocket."""
