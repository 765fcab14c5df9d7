"""What the web app offers beside playing: each feature has its routes and what is behind them."""
