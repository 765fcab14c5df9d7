"""Texts of the search laboratory and the opening explorer."""

from palamedes.core.language import N_

WORDS = (
    # laboratory.js
    N_("Copy the address of this page instead"),
    N_("Search tree"),
    N_("Unfold all"),
    N_("Fold"),
    N_("Search laboratory"),
    N_("SVG, on one sheet"),
    N_("SVG, whole"),
    N_("JSON"),
    N_("The whole tree is drawn up to 2,000 nodes."),
    # laboratory/card.js
    N_("The position of the node"),
    N_("The node looked at"),
    N_("root"),
    N_("window that closed"),
    N_("kind"),
    N_("value"),
    N_("value so far"),
    N_("entered with α, β"),  # noqa: RUF001
    N_("α, β now"),  # noqa: RUF001
    N_("visits"),
    N_("mean"),
    N_("estimate"),
    N_("nodes below"),
    N_("cut below"),
    # laboratory/compare.js
    N_("Compare"),
    N_("Minimax against alpha-beta"),
    N_(
        "The same position to the same depth: every row is a search that is really made. "
        "The value is always the same, the work is not."
    ),
    N_("Searching…"),
    N_("Algorithm"),
    N_("Order of moves"),
    N_("Nodes"),
    N_("Leaves"),
    N_("Cut"),
    N_("Value"),
    N_("Depth {depth}"),
    N_("any"),
    # laboratory/controls.js
    N_("Speed"),
    N_("Step"),
    N_("Run"),
    N_("Next cut"),
    N_("Steps of the search"),
    N_("To the first step"),
    N_("One step back"),
    N_("One step on"),
    N_("To the last step"),
    N_("{number} a second"),
    N_("all in {seconds} s"),
    N_("step {step} of {last}"),
    # laboratory/counters.js
    N_("now"),
    N_("in all"),
    N_("Counters"),
    N_("Games over"),
    N_("Branches cut"),
    N_("The answer comes with the last step."),
    N_("Best: {line}, value {value}"),
    # laboratory/form.js
    N_("Search"),
    N_("Seed"),
    N_("Position"),
    N_("Depth"),
    N_("Simulations"),
    N_("Expansions"),
    N_("start"),
    # laboratory/help.js
    N_(
        "Best-first judges every move by the evaluation alone and looks further only after the "
        "one that looks best: each expansion adds all answers at the end of the best line and "
        "passes the values up. With one expansion it is the best-first of the course: judge all "
        "moves, take the best. Watch how a move that looked good gets worse once the opponent "
        "has answered, and the search turns to another one. What it never looks at it can "
        "misjudge."
    ),
    N_(
        "Minimax looks at everything down to the depth. At the leaves it asks the evaluation, "
        "always for the player at the root. On the way back max takes the largest value below, "
        "min the smallest. Watch the values come up from the leaves: a node has its value when "
        "the last of its children has one, and until then the best so far is shown with dots."
    ),
    N_(
        "Alpha-beta finds the same value as minimax with less work. Alpha is what max has already "
        "somewhere on the way, beta what min has. A node is entered with a window [alpha, beta]; "
        "children narrow it. Once alpha reaches beta, one of the two will not let the game come "
        "here, and the other moves are cut: press “Next cut” and read why. Then compare the orders "
        "of moves: the better the order, the more is cut."
    ),
    N_(
        "MCTS needs no evaluation: it plays games on at random and counts. Each step goes down "
        "from the root to the child that promises most, or was tried least (UCB1), adds one node, "
        "plays the game to its end by chance, and carries the points back up. Watch the visits: "
        "they gather at the good moves, and the mean of a node comes closer to the truth the more "
        "often it is visited. The percentages are the share of points of the player at the root."
    ),
    N_("What there is to see"),
    N_(
        "Large trees stay folded: a folded node says how many nodes (+) and cuts (✂) lie below it. "
        "Only what is on screen is drawn, so trees of up to 120,000 nodes can be scrolled. The "
        "link in the address bar keeps every setting and the step: hand it out as an exercise."
    ),
    N_("one step back or on"),
    N_("first or last step"),
    N_("play or pause"),
    N_("to the next cut"),
    N_("Space"),
    N_("in the tree: from node to node, fold and unfold"),
    # laboratory/texts.js
    N_("best-first"),
    N_("minimax"),
    N_("alpha-beta"),
    N_("MCTS"),
    N_("as in the rules"),
    N_("promising first"),
    N_("promising last"),
    N_("random"),
    N_("win in {plies}"),
    N_("loss in {plies}"),
    N_("draw"),
    N_("visits: {count}"),
    N_("max"),
    N_("min"),
    N_("not yet gone into"),
    N_("leaf"),
    N_("game over"),
    N_("cut"),
    N_("{count} cut"),
    N_("{moves} cut: {reason}"),
    # laboratory/view.js
    N_("leaves"),
    # tools.js
    N_("In the laboratory"),
    # explorer.js
    N_("Counting games…"),
    N_("Explorer"),
    N_("The game is over here."),
    N_("Move"),
    N_("Results"),
    N_("Moves played from here"),
    N_("{percent} %"),
    N_("Nobody has been here yet."),
    N_("One game came by here."),
    N_("{games} games came by here."),
    N_("Results are those of the player to move."),
    N_("Mirror images count as one."),
    N_("won {wins}, drawn {draws}, lost {losses}"),
)
