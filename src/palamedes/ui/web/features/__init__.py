"""What the web app offers besides playing. Each feature has its own routes and logic."""
