/** For students: a few sentences about each algorithm, and the keys. */

import { fill, h } from "../shared/dom.js";
import { t } from "../shared/words.js";

const algorithms = () => ({
  bestfirst: t(
    "Best-first judges every move by the evaluation alone and looks further only after the one that looks best: each expansion adds all answers at the end of the best line and passes the values up. With one expansion it is the best-first of the course: judge all moves, take the best. Watch how a move that looked good gets worse once the opponent has answered, and the search turns to another one. What it never looks at it can misjudge.",
  ),
  minimax: t(
    "Minimax looks at everything down to the depth. At the leaves it asks the evaluation, always for the player at the root. On the way back max takes the largest value below, min the smallest. Watch the values come up from the leaves: a node has its value when the last of its children has one, and until then the best so far is shown with dots.",
  ),
  alphabeta: t(
    "Alpha-beta finds the same value as minimax with less work. Alpha is what max has already somewhere on the way, beta what min has. A node is entered with a window [alpha, beta]; children narrow it. Once alpha reaches beta, one of the two will not let the game come here, and the other moves are cut: press “Next cut” and read why. Then compare the orders of moves: the better the order, the more is cut.",
  ),
  mcts: t(
    "MCTS needs no evaluation: it plays games on at random and counts. Each step goes down from the root to the child that promises most, or was tried least (UCB1), adds one node, plays the game to its end by chance, and carries the points back up. Watch the visits: they gather at the good moves, and the mean of a node comes closer to the truth the more often it is visited. The percentages are the share of points of the player at the root.",
  ),
});

export class Help {
  #text = h("p", { id: "algorithm-help" });
  #cut = [h("dt", {}, h("kbd", {}, "C")), h("dd", {}, t("to the next cut"))];

  constructor() {
    const key = (names, text) => [
      h("dt", {}, ...names.map((name) => h("kbd", {}, name))),
      h("dd", {}, text),
    ];
    this.element = h(
      "section",
      { class: "panel lab-help" },
      h("h2", {}, t("What there is to see")),
      this.#text,
      h(
        "p",
        { class: "muted" },
        t(
          "Large trees stay folded: a folded node says how many nodes (+) and cuts (✂) lie below it. Only what is on screen is drawn, so trees of up to 120,000 nodes can be scrolled. The link in the address bar keeps every setting and the step: hand it out as an exercise.",
        ),
      ),
      h(
        "dl",
        { class: "keys" },
        ...key(["←", "→"], t("one step back or on")),
        ...key([t("Home"), t("End")], t("first or last step")),
        ...key([t("Space")], t("play or pause")),
        ...this.#cut,
        ...key(["↑", "↓", "←", "→"], t("in the tree: from node to node, fold and unfold")),
      ),
    );
  }

  show(algorithm) {
    fill(this.#text, algorithms()[algorithm]);
    for (const part of this.#cut) part.hidden = algorithm !== "alphabeta"; // only it cuts
  }
}
