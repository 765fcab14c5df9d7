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
        "Play, analyse and solve classic board games with Palamedes. It is free software: everything runs on the machine that serves this page, and nothing is sent anywhere else.",
      ),
    ),
    h("p", {}, h("a", { href: "/manual" }, t("Read the manual"))),
    h("h2", {}, t("Making a move")),
    h(
      "p",
      {},
      t(
        "Click a square or drag a piece. The squares you can choose next are highlighted. Everything also works with the keyboard.",
      ),
    ),
    h("h2", {}, t("Keyboard shortcuts")),
    h(
      "dl",
      {},
      ...key(["Tab"], t("go to the board, then to the buttons")),
      ...key(
        ["←", "↑", "→", "↓"],
        t("on the board: move between squares; elsewhere: step through the moves"),
      ),
      ...key([t("Home"), t("End")], t("go to the start or to the last move")),
      ...key(["↑", "↓"], t("on the analysis board: switch between variations")),
      ...key([t("Enter")], t("choose a square")),
      ...key([t("Esc")], t("cancel the selection")),
    ),
    h("h2", {}, t("Exact values and estimates")),
    h(
      "p",
      {},
      t(
        "If a game is solved, values are exact: win, draw or loss, and in how many moves. Otherwise, the computer estimates the winning chances, in percent.",
      ),
    ),
    h(
      "p",
      {},
      t(
        "On the analysis board, every move is coloured by its value for the player to move: green wins, brown draws, red loses. The number is how many moves are left until the end (counting both players' moves) or, if that is not known, the winning chances in percent. The bar beside the board shows player 1's winning chances.",
      ),
    ),
    h("h2", {}, t("Hints and lessons")),
    h(
      "p",
      {},
      t(
        "Against the computer, the first hint shows where to look, the second one shows the move. After a game, the review marks your mistakes and lets you look for better moves.",
      ),
    ),
    h("h2", {}, t("For developers")),
    h(
      "p",
      {},
      t("Other programs can play here too, using this API: "),
      h("a", { href: "/openapi.json" }, "OpenAPI"),
    ),
    version,
  ),
);
request("/openapi.json").then(
  ({ info }) => fill(version, t("Version {version}, MIT licence.", { version: info.version })),
  () => {},
);
