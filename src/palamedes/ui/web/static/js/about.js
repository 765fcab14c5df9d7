/** About Palamedes, and how to use it. */

import { fill, find, h } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { request } from "./shared/requests.js";
import { t } from "./shared/words.js";

drawHeader("about");
document.title = `${t("About")} - Palamedes`;

const key = (names, text) => [
  h("dt", {}, ...names.map((name) => h("kbd", {}, name))),
  h("dd", {}, text),
];

const version = h("p", { class: "muted" });

fill(
  find("#main"),
  h(
    "article",
    { class: "panel about" },
    h("h1", {}, "Palamedes"),
    h(
      "p",
      {},
      t(
        "Palamedes plays, analyses and solves classic board games. It is free software: everything runs on the machine that shows you this page, and nothing is sent anywhere else.",
      ),
    ),
    h("h2", {}, t("To move")),
    h(
      "p",
      {},
      t(
        "Click a spot, or drag a piece. The spots that can be touched next are marked. Everything works with the keyboard, too.",
      ),
    ),
    h("h2", {}, t("Keys")),
    h(
      "dl",
      {},
      ...key(["Tab"], t("to the board, and from there to the buttons")),
      ...key(
        ["←", "↑", "→", "↓"],
        t("on the board: from spot to spot; elsewhere: through the moves"),
      ),
      ...key([t("Home"), t("End")], t("to the first and to the last move")),
      ...key(["↑", "↓"], t("on the analysis board: to other moves tried in the same position")),
      ...key([t("Enter")], t("touch a spot")),
      ...key([t("Esc")], t("let a piece go")),
    ),
    h("h2", {}, t("Truth and estimates")),
    h(
      "p",
      {},
      t(
        "Where a game is solved, values are the truth: win, draw or loss, and in how many moves. Elsewhere they are estimates of an engine, in percent.",
      ),
    ),
    h(
      "p",
      {},
      t(
        "On the analysis board every move has a colour: green wins, brown draws, red loses for the player to move. The number in it is the moves until the end, or the chances in percent where that is not known. The bar beside the board shows the chances of player 1.",
      ),
    ),
    h("h2", {}, t("Hints and lessons")),
    h(
      "p",
      {},
      t(
        "Against an engine, the first hint shows where to begin and the second one the move. After a game, a review marks the mistakes, and asks you for the better move if you like.",
      ),
    ),
    h("h2", {}, t("For programs")),
    h(
      "p",
      {},
      t("Other programs can play here too: "),
      h("a", { href: "/openapi.json" }, "OpenAPI"),
    ),
    version,
  ),
);
request("/openapi.json").then(
  ({ info }) => fill(version, t("Version {version}, MIT licence.", { version: info.version })),
  () => {},
);
