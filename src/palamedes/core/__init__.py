"""The ground everything stands on: bits, the rule contract, games as data, records."""
