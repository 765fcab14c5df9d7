"""A GPU finds what the processor finds: its kernels, run by numba-cuda's simulator."""

import os
import subprocess
import sys

import pytest

from palamedes.core.devices import available_memory, find_device
from palamedes.core.errors import PalamedesError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="numba-cuda is for Linux")

SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}

SAME_TABLES = """
import numpy as np
from palamedes.core.devices import Processor, find_device
from palamedes.games import find_game
from palamedes.solver.solve_group import solve_group
from palamedes.solver.verify import verify_group

layers = find_game("{name}").layers
(group,) = layers.groups(layers.every)
tables = [
    solve_group(layers, group, None, device) for device in (Processor(1), find_device("cuda", 1))
]
for layer in group:
    assert np.array_equal(*(table[layer] for table in tables)), layer
    assert len(tables[0][layer]) == layers.space(layer).size()
known = tables[0] | {{group[0]: tables[0][group[0]].copy()}}
assert sum(verify_group(layers, group, known.get, find_device("cuda", 1)).values()) == 0
known[group[0]][-1] += 1
assert sum(verify_group(layers, group, known.get, find_device("cuda", 1)).values()) > 0
print("the same")
"""

SAME_GAMES = """
from palamedes.core.devices import Processor, find_device
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.search.playouts import CAP, random_game, random_plies
from palamedes.core.bits import mix

for name in ("teeko", "awale", "ultimate", "morris", "morpion", "nim"):
    state = Position.start(find_game(name)).state
    found = [
        device.run(random_plies, (state, 7, CAP), 5, grain)
        for device, grain in ((Processor(1), 1), (find_device("cuda", 1), 2))
    ]
    assert found[0].total == found[1].total > 0, name
    assert found[0].total == sum(random_game(state, mix(7, game), CAP)[1] for game in range(5))
print("the same")
"""

LITTLE_MEMORY = """
from types import SimpleNamespace
from numba import cuda
from palamedes.core.devices import find_device
from palamedes.core.errors import PalamedesError

device = find_device("cuda", 1)
device.check_memory(1 << 40)  # the simulator has no end of it
memory = SimpleNamespace(free=1 << 30, total=1 << 31)
cuda.current_context = lambda: SimpleNamespace(get_memory_info=lambda: memory)
try:
    device.check_memory(1 << 30)
except PalamedesError as error:
    print(error)
"""


def _simulated(program):
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **SIMULATOR},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", ["morpion", "nim:3,4,5,misere"])
def test_tables_are_the_same(name):
    assert _simulated(SAME_TABLES.format(name=name)) == "the same"


def test_random_games_are_the_same():
    assert _simulated(SAME_GAMES) == "the same"


def test_too_little_memory_is_said_in_one_line():
    said = _simulated(LITTLE_MEMORY)
    assert said.startswith("not enough memory: ")
    assert said.endswith(" bytes are needed, 1,073,741,824 are free")


def test_no_gpu_is_said_in_one_line():
    command = [sys.executable, "-m", "palamedes", "solve", "morpion", "--device", "cuda"]
    hidden = {**os.environ, "CUDA_VISIBLE_DEVICES": "-1"}
    done = subprocess.run(command, env=hidden, capture_output=True, text=True, timeout=600)
    assert done.returncode == 2
    assert done.stderr.startswith("palamedes: no GPU can be used: ")
    assert done.stderr.count("\n") == 1


def test_devices_have_names():
    with pytest.raises(PalamedesError, match="unknown device 'abacus'; there are: cpu, cuda"):
        find_device("abacus", 1)


def test_the_processor_checks_memory_too():
    with pytest.raises(PalamedesError, match="not enough memory"):
        find_device("cpu", 1).check_memory(int(available_memory()) * 2)
