"""The texts about a search tree, for text and SVG."""

from collections.abc import Sequence

from palamedes.core.language import N_, Number, _, ngettext
from palamedes.search.explain import Node, Tree
from palamedes.search.explain.tree import INFINITY, Bound, value_text
from palamedes.ui.tree.fold import NodeGroup

LONGEST_NAME = 40
LONGEST_LIST = 8  # moves

ALGORITHMS = {
    "bestfirst": N_("best-first"),
    "minimax": N_("minimax"),
    "alphabeta": N_("alpha-beta"),
    "mcts": N_("MCTS"),
}
ORDERS = {
    "given": N_("moves as listed by the rules"),
    "good": N_("most promising moves first"),
    "bad": N_("least promising moves first"),
    "random": N_("moves in random order (seed {seed})"),
}


def printable(text: str) -> str:
    """A text without control characters, on one line."""
    return "".join(character if character.isprintable() else "?" for character in text)


def title(tree: Tree) -> str:
    """The game, the algorithm and the limit of the search."""
    settings = tree.settings
    if settings.simulations is not None:
        count = settings.simulations
        limit = ngettext("{count:,} simulation", "{count:,} simulations", count).format(
            count=Number(count)
        )
    elif settings.expansions is not None:
        count = settings.expansions
        limit = ngettext("{count:,} expansion", "{count:,} expansions", count).format(
            count=Number(count)
        )
    else:
        limit = _("depth {depth}").format(depth=settings.depth)
    return f"{printable(tree.game)}: {_(ALGORITHMS[tree.algorithm])}, {limit}"


def settings(tree: Tree) -> str:
    """The evaluation, if one was used, and the order of moves."""
    order = _(ORDERS[tree.settings.order]).format(seed=tree.settings.seed)
    if not tree.settings.evaluation:
        return order
    name = printable(tree.settings.evaluation)[:LONGEST_NAME]
    evaluation = _("evaluation {name}").format(name=name)
    return f"{evaluation}, {order}"


def where(tree: Tree) -> str:
    """The position at the root, and which player is max."""
    return _("position {position}; max is player {max}, min is player {min}").format(
        position=printable(tree.root.position), max=tree.root.turn + 1, min=2 - tree.root.turn
    )


def answer(tree: Tree, unicode: bool) -> str:
    """The best line, its value, and moves that are equally good."""
    line = " ".join(node.move for node in tree.best_line[1:])
    best = _("best line: {line}, value {value}").format(
        line=printable(line), value=value(tree.root, unicode)
    )
    if len(tree.best_moves) == 1:
        return best
    others = _("equally good: {moves}").format(moves=listed(tree.best_moves[1:]))
    return f"{best}; {others}"


def listed(moves: Sequence[str]) -> str:
    """The first moves of a list, and how many more it has."""
    shown = printable(" ".join(moves[:LONGEST_LIST]))
    if len(moves) <= LONGEST_LIST:
        return shown
    return _("{moves} and {count:,} more").format(
        moves=shown, count=Number(len(moves) - LONGEST_LIST)
    )


def effort(tree: Tree) -> str:
    """How many nodes the search visited."""
    counts = tree.counts
    parts = [
        ngettext("{count:,} node", "{count:,} nodes", counts.nodes).format(
            count=Number(counts.nodes)
        )
    ]
    if tree.algorithm != "mcts":
        text = ngettext("{count:,} leaf evaluated", "{count:,} leaves evaluated", counts.leaves)
        parts.append(text.format(count=Number(counts.leaves)))
    if counts.finished:
        text = ngettext("{count:,} finished game", "{count:,} finished games", counts.finished)
        parts.append(text.format(count=Number(counts.finished)))
    if tree.algorithm == "alphabeta":
        text = ngettext("{count:,} branch pruned", "{count:,} branches pruned", counts.cut)
        parts.append(text.format(count=Number(counts.cut)))
    return ", ".join(parts)


def value(node: Node, unicode: bool) -> str:
    """The value of a node: a score, a result, a bound on one, or in MCTS a share of points."""
    if node.kind == "finished" and node.value == 0:
        return _("draw")
    if node.value is None:
        return _percent(node)
    sign = {"": "", "<=": "≤ ", ">=": "≥ "}[node.bound] if unicode else f"{node.bound} ".lstrip()
    return f"{sign}{value_text(node.value)}"


def visits(node: Node) -> str:
    return ngettext("{count:,} visit", "{count:,} visits", node.visits).format(
        count=Number(node.visits)
    )


def bound(score: int, unicode: bool) -> str:
    """An alpha or a beta."""
    if abs(score) == INFINITY:
        infinity = "∞" if unicode else "oo"
        return infinity if score > 0 else f"-{infinity}"
    return value_text(score)


def window(node: Node, unicode: bool) -> str:
    """Alpha and beta when the search entered the node; empty without them."""
    if node.alpha is None or node.beta is None:
        return ""
    return f"[{bound(node.alpha, unicode)}, {bound(node.beta, unicode)}]"


def below(node: Node) -> str:
    text = ngettext("{count:,} node below", "{count:,} nodes below", node.below)
    return text.format(count=Number(node.below))


def folded(group: NodeGroup, parent: Node) -> str:
    """How many moves are folded, and their range of values."""
    count = len(group.nodes)
    more = ngettext("{count:,} more move", "{count:,} more moves", count).format(
        count=Number(count)
    )
    return f"{more}, {span(group, parent)}"


def span(group: NodeGroup, parent: Node) -> str:
    """The range of values of siblings, in words."""
    low, high, bound = _range(group, parent)
    if bound == "<=":
        return _("at most {value}").format(value=high)
    if bound == ">=":
        return _("at least {value}").format(value=low)
    if low == high:
        return _("value {value}").format(value=low)
    return _("values {low} to {high}").format(low=low, high=high)


def short_span(group: NodeGroup, parent: Node) -> str:
    """The range of values of siblings, in symbols."""
    low, high, bound = _range(group, parent)
    if bound:
        return f"≤ {high}" if bound == "<=" else f"≥ {low}"
    return low if low == high else f"{low} … {high}"


def _range(group: NodeGroup, parent: Node) -> tuple[str, str, Bound]:
    """The least and the greatest value; after cuts, also the direction of the bounds."""
    ranked = sorted(group.nodes, key=lambda node: (node.mean or 0.0, node.value or 0))
    low, high = (_exact(node) for node in (ranked[0], ranked[-1]))
    if any(node.bound for node in ranked):
        return low, high, "<=" if parent.kind == "max" else ">="
    return low, high, ""


def _exact(node: Node) -> str:
    return _percent(node) if node.visits else value_text(node.value or 0)


def _percent(node: Node) -> str:
    """The mean result in percent."""
    return _("{percent:.0f}%").format(percent=100 * (node.mean or 0.0))
