"""What every request goes through: visitors, languages, limits, security and validation."""
