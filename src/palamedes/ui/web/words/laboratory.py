"""Texts of the search laboratory and the opening explorer."""

from palamedes.core.language import N_

WORDS = (
    # laboratory.js
    N_("Copy the address of this page instead"),
    N_("Search tree"),
    N_("Expand all"),
    N_("Collapse all"),
    N_("Search laboratory"),
    N_("SVG (one page)"),
    N_("SVG (full tree)"),
    N_("JSON"),
    N_("The full tree can be drawn up to 2,000 nodes."),
    # laboratory/card.js
    N_("Position at this node"),
    N_("Node details"),
    N_("root"),
    N_("window at the cutoff"),
    N_("type"),
    N_("value"),
    N_("value so far"),
    N_("α, β on entry"),  # noqa: RUF001
    N_("α, β now"),  # noqa: RUF001
    N_("visits"),
    N_("mean"),
    N_("estimate"),
    N_("nodes below"),
    N_("pruned below"),
    # laboratory/compare.js
    N_("Compare"),
    N_("Minimax and alpha-beta compared"),
    N_(
        "The same position at the same depth. Each row is a real search: the value is "
        "always the same, the amount of work is not."
    ),
    N_("Searching…"),
    N_("Algorithm"),
    N_("Move ordering"),
    N_("Nodes"),
    N_("Leaves"),
    N_("Pruned"),
    N_("Value"),
    N_("Depth {depth}"),
    N_("any"),
    # laboratory/controls.js
    N_("Speed"),
    N_("Step"),
    N_("Run"),
    N_("Next cutoff"),
    N_("Search steps"),
    N_("First step"),
    N_("Previous step"),
    N_("Next step"),
    N_("Last step"),
    N_("{number} per second"),
    N_("whole search in {seconds} s"),
    N_("step {step} of {last}"),
    # laboratory/counters.js
    N_("now"),
    N_("total"),
    N_("Counters"),
    N_("Finished games"),
    N_("Pruned branches"),
    N_("The result appears at the last step."),
    N_("Best line: {line} (value {value})"),
    # laboratory/form.js
    N_("Search"),
    N_("Random seed"),
    N_("Position"),
    N_("Depth"),
    N_("Simulations"),
    N_("Expansions"),
    N_("starting position"),
    # laboratory/help.js
    N_(
        "Best-first rates every move by the evaluation alone, then searches deeper only "
        "where things look best: each expansion adds all replies at the end of the best "
        "line and passes their values back up. With a single expansion, this is the "
        "best-first of the course: evaluate every move, play the best one. Watch a "
        "promising move drop once the opponent has replied, and the search switch to "
        "another one. A move that is never expanded can be misjudged."
    ),
    N_(
        "Minimax explores every move down to the given depth. The evaluation gives each "
        "leaf a value, always from the point of view of the player at the root. On the way "
        "back up, max keeps the largest value and min the smallest. Watch the values rise "
        "from the leaves: a node's value is final once all its children have theirs. Until "
        "then, the best value so far is followed by dots."
    ),
    N_(
        "Alpha-beta finds the same value as minimax with less work. Alpha is the best "
        "value that max is already sure of on the path from the root, beta the best value "
        "for min. A node starts with a window [alpha, beta], and its children narrow it. "
        "Once alpha reaches beta, one of the players already has something at least as "
        "good elsewhere and will avoid this position, so the remaining moves are pruned: "
        "press “Next cutoff” to see why. Then compare the move orderings: the better the "
        "order, the more is pruned."
    ),
    N_(
        "MCTS needs no evaluation: it plays random games and counts the results. Each step "
        "goes down from the root to the child that is most promising or least tried "
        "(UCB1), adds one node, plays the game to the end with random moves, and passes "
        "the points back up. Watch the visits gather on the good moves: the more often a "
        "node is visited, the closer its mean gets to its true value. The percentages are "
        "the share of points of the player at the root."
    ),
    N_("What to look for"),
    N_(
        "Large trees stay collapsed: a collapsed node shows how many nodes (+) and pruned "
        "branches (✂) lie below it. Only the visible part is drawn, so you can scroll "
        "through trees of up to 120,000 nodes. The address of this page contains all "
        "settings and the current step: share it as an exercise."
    ),
    N_("previous or next step"),
    N_("first or last step"),
    N_("play or pause"),
    N_("next cutoff"),
    N_("Space"),
    N_("in the tree: move between nodes, expand and collapse them"),
    # laboratory/texts.js
    N_("best-first"),
    N_("minimax"),
    N_("alpha-beta"),
    N_("MCTS"),
    N_("default"),
    N_("most promising first"),
    N_("least promising first"),
    N_("random"),
    N_("win in {plies}"),
    N_("loss in {plies}"),
    N_("draw"),
    N_("visits: {count}"),
    N_("max"),
    N_("min"),
    N_("not explored yet"),
    N_("leaf"),
    N_("game over"),
    N_("pruned"),
    N_("{count} pruned"),
    N_("Pruned: {moves} ({reason})"),
    # laboratory/view.js
    N_("leaves"),
    # tools.js
    N_("Open in the laboratory"),
    # explorer.js
    N_("Loading games…"),
    N_("Opening explorer"),
    N_("The game is over in this position."),
    N_("Move"),
    N_("Results"),
    N_("Moves played from here"),
    N_("{percent}%"),
    N_("No games from this position yet."),
    N_("1 game from this position."),
    N_("{games} games from this position."),
    N_("Results are shown for the player to move."),
    N_("Symmetrical positions are counted together."),
    N_("{wins} won, {draws} drawn, {losses} lost"),
)
