"""Web tests through two processes: with PALAMEDES_PROCESSES=2, requests go to them in turns.

Tests that look into the server itself see the first of the two.

    PALAMEDES_PROCESSES=2 .venv/bin/python -m pytest tests/test_web_games.py
"""

import hashlib
import os
from itertools import cycle

from sqlalchemy import create_engine, make_url, text
from starlette.testclient import TestClient

IS_WANTED = os.environ.get("PALAMEDES_PROCESSES") == "2"
POSTGRESQL = ""  # the URL of a real one, once it runs


class InTurns:
    """A load balancer without memory."""

    def __init__(self, *clients):
        self._clients, self._turns = clients, cycle([each._transport for each in clients])

    def handle_request(self, request):
        return next(self._turns).handle_request(request)

    def close(self):
        pass


def balance(client, second):
    client.second = second
    client._transport = InTurns(client, second)


def balance_like(other, client, address):
    """Let another visitor reach the processes that a client reaches."""
    second = TestClient(client.second.app, client=(address, 50000))
    second.portal = client.second.portal
    balance(other, second)


def database(url):
    """Instead of a file, a database of its own that two processes can share."""
    if not IS_WANTED or not url.startswith("sqlite"):
        return url
    name = "test_" + hashlib.sha256(url.encode()).hexdigest()[:16]
    engine = create_engine(POSTGRESQL, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        known = text("SELECT 1 FROM pg_database WHERE datname = :name")
        if not connection.scalar(known, {"name": name}):
            connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return make_url(POSTGRESQL).set(database=name).render_as_string(hide_password=False)
