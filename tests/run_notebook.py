"""Executes the cells of a notebook as Jupyter would, and prints what each of them shows, as JSON.

Without Jupyter, which brings a hundred packages: cells are Python, in a module called __main__, and
a cell that ends with an expression shows its value.

python run_notebook.py FILE
"""

import ast
import json
import sys
from pathlib import Path


def run_cell(source, names, number):
    """Execute a cell; the value of its last expression, None without one."""
    tree = ast.parse(source)
    shown = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    place = f"<cell {number}>"
    exec(compile(tree, place, "exec"), names)
    if shown is None:
        return None
    return eval(compile(ast.Expression(shown.value), place, "eval"), names)


def shown(value):
    """What a notebook shows of a value, by media type."""
    if value is None:
        return {}
    paint = getattr(value, "_repr_mimebundle_", dict)
    return {"text/plain": repr(value), **paint()}


def main(path):
    notebook = json.loads(Path(path).read_text(encoding="utf-8"))
    cells = [each for each in notebook["cells"] if each["cell_type"] == "code"]
    names = vars(sys.modules["__main__"])
    outputs = [
        shown(run_cell("".join(cell["source"]), names, number))
        for number, cell in enumerate(cells, start=1)
    ]
    sys.stdout.write(f"\n{json.dumps(outputs)}\n")


if __name__ == "__main__":
    main(sys.argv[1])
