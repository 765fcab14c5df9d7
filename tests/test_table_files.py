"""Files of tables: what was written is read, and what was altered is never believed."""

import json
import tracemalloc
import zlib
from contextlib import suppress
from random import Random

import numpy as np
import pytest

from palamedes.solver.files import BLOCK, MAGIC, NUMBERS, DamagedError, TableFile, write_table
from palamedes.solver.wins import without_wins

FACTS = {"game": "a game", "layer": [1, 2]}


def _random_table(size, seed=1):
    """Bytes of which zlib can make something, but not the same in every block."""
    numbers = np.random.default_rng(seed)
    return numbers.choice(np.array([0, 0, 0, 1, 2, 3, 40], np.uint8), size)


@pytest.mark.parametrize("size", [1, 100, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 17])
@pytest.mark.parametrize("threads", [1, 2])
def test_what_was_written_is_read(size, threads, tmp_path):
    table = _random_table(size)
    write_table(tmp_path / "new" / "one.table", table, FACTS, threads)
    file = TableFile(tmp_path / "new" / "one.table", FACTS)
    assert np.array_equal(file.read(threads), table)
    assert file.facts["size"] == size
    assert file.facts["game"] == "a game"
    assert file.bytes == (tmp_path / "new" / "one.table").stat().st_size
    numbers = {0, size - 1, *Random(size).sample(range(size), min(size, 300))}
    assert all(file.byte(number) == table[number] for number in numbers)
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["one.table"]


def test_writing_again_replaces(tmp_path):
    path = tmp_path / "one.table"
    for seed in (1, 2):
        write_table(path, _random_table(1000, seed), FACTS, threads=1)
    assert np.array_equal(TableFile(path, FACTS).read(1), _random_table(1000, 2))


def _is_refused(path, table):
    """Whether a file is refused, at once or as a whole; single bytes are refused or right."""
    try:
        file = TableFile(path, FACTS)
    except (DamagedError, ValueError):  # an empty file cannot be mapped
        return True
    for number in range(0, len(table), BLOCK // 3):
        with suppress(DamagedError):
            assert file.byte(number) == table[number]
    refusals = [_raises_damaged(read) for read in (lambda: file.read(1), file.check)]
    assert refusals[0] == refusals[1]
    return refusals[0]


def _raises_damaged(read):
    try:
        read()
    except DamagedError:
        return True
    return False


@pytest.mark.parametrize("has_wins", [True, False])
def test_no_flipped_bit_is_believed(has_wins, tmp_path):
    path, table = tmp_path / "one.table", _random_table(2 * BLOCK + 99)
    stored = table if has_wins else without_wins(table)
    write_table(path, table, FACTS, threads=1, stored=None if has_wins else stored)
    data = path.read_bytes()
    header_and_ends = range(300)
    for place in [*header_and_ends, *Random(1).sample(range(len(data)), 60), len(data) - 1]:
        bit = 1 << place % 8
        path.write_bytes(data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :])
        assert _is_refused(path, stored), place


def test_no_cut_or_longer_file_is_believed(tmp_path):
    path, table = tmp_path / "one.table", _random_table(2 * BLOCK + 99)
    write_table(path, table, FACTS, threads=1)
    data = path.read_bytes()
    for length in (0, 1, 5, len(MAGIC), 30, 100, 200, 300, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:length])
        assert _is_refused(path, table), length
    for more in (b"\0", b"x" * 1000, data):
        path.write_bytes(data + more)
        assert _is_refused(path, table), len(more)


def test_checking_reports_every_byte(tmp_path):
    path, table, told = tmp_path / "one.table", _random_table(2 * BLOCK + 99), []
    write_table(path, table, FACTS, threads=1)
    TableFile(path, FACTS).check(told.append)
    assert len(told) == 3
    assert sum(told) == path.stat().st_size


def test_a_block_that_unpacks_to_more_than_it_should_fills_no_memory(tmp_path, monkeypatch):
    path, bomb = tmp_path / "one.table", zlib.compress(bytes(1 << 26))
    monkeypatch.setattr("palamedes.solver.files._compress", lambda _positions: bomb)
    write_table(path, _random_table(10), FACTS, threads=1)
    file = TableFile(path, FACTS)
    tracemalloc.start()
    with pytest.raises(DamagedError):
        file.byte(0)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


def _with_header(header):
    text = json.dumps(header).encode()
    return MAGIC + NUMBERS.pack(len(text), zlib.crc32(text)) + text + b"\1" * 40


DEEP = b"[" * 100_000
FOREIGN = {
    "text": b"hello\n",
    "noise": bytes(range(256)) * 40,
    "picture": b"\x89PNG\r\n\x1a\n" + b"\0" * 500,
    "magic alone": MAGIC,
    "later version": MAGIC.replace(b"1", b"2") + b"\0" * 100,
    "not JSON": MAGIC + NUMBERS.pack(4, zlib.crc32(b"what")) + b"what",
    "thousands of brackets": MAGIC + NUMBERS.pack(len(DEEP), zlib.crc32(DEEP)) + DEEP,
    "a list": _with_header([1, 2]),
    "no block": _with_header({**FACTS, "size": 5}),
    "other blocks": _with_header({**FACTS, "size": 5, "block": 1}),
    "no size": _with_header({**FACTS, "block": BLOCK}),
    "nothing": _with_header({**FACTS, "size": 0, "block": BLOCK}),
    "less than nothing": _with_header({**FACTS, "size": -5, "block": BLOCK}),
    "more than all": _with_header({**FACTS, "size": 10**30, "block": BLOCK}),
    "size in words": _with_header({**FACTS, "size": "five", "block": BLOCK}),
}


@pytest.mark.parametrize("data", FOREIGN.values(), ids=list(FOREIGN))
def test_a_foreign_file_is_no_table(data, tmp_path):
    path = tmp_path / "one.table"
    path.write_bytes(data)
    with pytest.raises(DamagedError):
        TableFile(path, FACTS)


@pytest.mark.parametrize("expected", [{"game": "other"}, {"layer": [2, 1]}, {"rules": 1}])
def test_another_table_is_not_the_one_expected(expected, tmp_path):
    write_table(tmp_path / "one.table", _random_table(10), FACTS, threads=1)
    with pytest.raises(DamagedError):
        TableFile(tmp_path / "one.table", {**FACTS, **expected})
