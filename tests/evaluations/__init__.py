"""The evaluations written a second time, slowly and plainly, to judge the fast ones by.

An evaluation is a sum of weights times counts. Here are the counts, from sets of square names and
the lines and patterns of the reference, and values worked out by hand.
"""

from . import awale, morpion, morris, teeko, ultimate
from .plain import Plain, Worked

MODULES = {
    "morpion": morpion,
    "teeko": teeko,
    "ultimate": ultimate,
    "morris": morris,
    "awale": awale,
}

PLAIN: dict[str, dict[str, Plain]] = {game: module.PLAIN for game, module in MODULES.items()}
WORKED: list[Worked] = [worked for module in MODULES.values() for worked in module.WORKED]
# The weights that count for whoever is to move, and so not the same for both sides.
TEMPO: dict[str, set[str]] = {game: module.TEMPO for game, module in MODULES.items()}
