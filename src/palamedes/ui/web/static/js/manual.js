/** The page in place of a manual that is not built. */

import { fill, find, h } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { t } from "./shared/words.js";

drawHeader("manual");
document.title = `${t("Manual")} - Palamedes`;

const entry = (file, text) => h("li", {}, h("code", {}, file), ` ${text}`);

fill(
  find("#main"),
  h(
    "article",
    { class: "panel about" },
    h("h1", {}, t("Manual")),
    h("p", {}, t("The manual is not built here. This command builds it from the sources:")),
    h("pre", {}, "make docs"),
    h("p", {}, t("Its pages can also be read as they are:")),
    h(
      "ul",
      {},
      entry("docs/tour.md", t("everything in five minutes")),
      entry("docs/tutorials", t("play, learn a game, write a bot, grade a class, solve a game")),
      entry("docs/howto", t("answers to single questions")),
      entry("docs/games", t("the games")),
      entry("docs/reference", t("commands, the Python library, file formats")),
    ),
  ),
);
