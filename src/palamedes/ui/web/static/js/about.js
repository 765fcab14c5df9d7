/** What this is, and how to use it. */

import { fill, find, h } from "./dom.js";
import { drawHeader } from "./header.js";
import { t } from "./words.js";

drawHeader("about");
document.title = `${t("About")} - Palamedes`;

const key = (names, text) => [
  h("dt", {}, ...names.map((name) => h("kbd", {}, name))),
  h("dd", {}, text),
];

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
      ...key(["Enter"], t("touch a spot")),
      ...key(["Esc"], t("let a piece go")),
    ),
    h("h2", {}, t("Truth and estimates")),
    h(
      "p",
      {},
      t(
        "Where a game is solved, values are the truth: win, draw or loss, and in how many moves. Elsewhere they are estimates of an engine, shown as numbers or shares.",
      ),
    ),
    h("h2", {}, t("For programs")),
    h(
      "p",
      {},
      t("Other programs can play here too: "),
      h("a", { href: "/openapi.json" }, "OpenAPI"),
    ),
  ),
);
