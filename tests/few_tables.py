"""A few small tables, for the tests of what stores, lists and carries them."""

from dataclasses import fields

import numpy as np
import pytest

from palamedes.games import find_game
from palamedes.solver.archive import STAGING, export_tables
from palamedes.solver.census import Census
from palamedes.solver.files import write_table
from palamedes.solver.inventory import stored_tables
from palamedes.solver.tablebase import RULES_VERSION, Tablebase

SMALL = ("nim:1,2", "nim:2,2,misere", "nim:3")


def quietly(_done, _total):
    """Progress that nobody wants to see."""


@pytest.fixture(scope="session", name="built")
def built_fixture(tmp_path_factory):
    """A data folder with tables of morpion and of some nims, which nobody changes.

    They have the right form, and mean nothing: nothing need be compiled for them.
    """
    folder = tmp_path_factory.mktemp("built")
    random = np.random.default_rng(1)
    for name in ("morpion", *SMALL):
        tablebase = Tablebase(find_game(name), folder)
        for layer in tablebase.layers.every:
            table = random.integers(0, 9, int(tablebase.layers.space(layer).size()), np.uint8)
            write_table(tablebase.path(layer), table, facts_of(tablebase.game, layer), 1)
    return folder


def facts_of(game, layer):
    """What the header of a table says, besides what it says of the contents."""
    census = {field.name: 0 for field in fields(Census)}
    facts = {"game": game.id, "layer": list(layer), "rules": RULES_VERSION}
    return {**facts, "census": census, "seconds": 0.1}


@pytest.fixture(name="data")
def data_fixture(built, tmp_path, monkeypatch):
    """The data folder of the command: a copy of what was built."""
    folder = tmp_path / "data"
    use(monkeypatch, folder)
    for name, contents in files_in(built).items():
        path = folder / "tables" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
    return folder


@pytest.fixture(name="packed")
def packed_fixture(data, tmp_path, monkeypatch):
    """An archive of all that was built, on a machine where nothing is built."""
    path = tmp_path / "class.tables"
    export_tables(path, every_table(), quietly)
    use(monkeypatch, tmp_path / "other")
    return path


def use(monkeypatch, folder):
    monkeypatch.setenv("PALAMEDES_DATA", str(folder))


def every_table():
    return [table for name in ("morpion", *SMALL) for table in stored_tables(find_game(name))]


def files_in(folder):
    """The tables in a data folder, by their names."""
    tables = folder / "tables"
    return {str(path.relative_to(tables)): path.read_bytes() for path in tables.glob("*/*.table")}


def staged(folder):
    return list((folder / "tables").glob(f"{STAGING}*"))


def altered(path, place):
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
