"""The ground everything stands on: bits, the rule contract, games as data, records."""

import time

BEGAN = time.time_ns()  # before anything that builds on this was read (core/sources.py)
