/** For students: a few sentences about each algorithm, and the keys. */

import { fill, h } from "../shared/dom.js";
import { t } from "../shared/words.js";

const algorithms = () => ({
  bestfirst: t(
    "Best-first rates every move by the evaluation alone, then searches deeper only where things look best: each expansion adds all replies at the end of the best line and passes their values back up. With a single expansion, this is the best-first of the course: evaluate every move, play the best one. Watch a promising move drop once the opponent has replied, and the search switch to another one. A move that is never expanded can be misjudged.",
  ),
  minimax: t(
    "Minimax explores every move down to the given depth. The evaluation gives each leaf a value, always from the point of view of the player at the root. On the way back up, max keeps the largest value and min the smallest. Watch the values rise from the leaves: a node's value is final once all its children have theirs. Until then, the best value so far is followed by dots.",
  ),
  alphabeta: t(
    "Alpha-beta finds the same value as minimax with less work. Alpha is the best value that max is already sure of on the path from the root, beta the best value for min. A node starts with a window [alpha, beta], and its children narrow it. Once alpha reaches beta, one of the players already has something at least as good elsewhere and will avoid this position, so the remaining moves are pruned: press “Next cutoff” to see why. Then compare the move orderings: the better the order, the more is pruned.",
  ),
  mcts: t(
    "MCTS needs no evaluation: it plays random games and counts the results. Each step goes down from the root to the child that is most promising or least tried (UCB1), adds one node, plays the game to the end with random moves, and passes the points back up. Watch the visits gather on the good moves: the more often a node is visited, the closer its mean gets to its true value. The percentages are the share of the points won by the player at the root.",
  ),
});

export class Help {
  #text = h("p", { id: "algorithm-help" });
  #cut = [h("dt", {}, h("kbd", {}, "C")), h("dd", {}, t("next cutoff"))];

  constructor() {
    const key = (names, text) => [
      h("dt", {}, ...names.map((name) => h("kbd", {}, name))),
      h("dd", {}, text),
    ];
    this.element = h(
      "section",
      { class: "panel lab-help" },
      h("h2", {}, t("What to look for")),
      this.#text,
      h(
        "p",
        { class: "muted" },
        t(
          "Large trees stay collapsed: a collapsed node shows how many nodes (+) and pruned branches (✂) lie below it. Only the visible part is drawn, so you can scroll through trees of up to 120,000 nodes. The address of this page contains all settings and the current step: share it as an exercise.",
        ),
      ),
      h(
        "dl",
        { class: "keys" },
        ...key(["←", "→"], t("previous or next step")),
        ...key([t("Home"), t("End")], t("first or last step")),
        ...key([t("Space")], t("run or pause")),
        ...this.#cut,
        ...key(
          ["↑", "↓", "←", "→"],
          t("in the tree: move between nodes, expand and collapse them"),
        ),
      ),
    );
  }

  show(algorithm) {
    fill(this.#text, algorithms()[algorithm]);
    for (const part of this.#cut) part.hidden = algorithm !== "alphabeta"; // only it cuts
  }
}
