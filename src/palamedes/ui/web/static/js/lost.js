/** Where there is nothing. */

import { find, h } from "./dom.js";
import { drawHeader } from "./header.js";
import { t } from "./words.js";

document.title = `${t("Page not found")} - Palamedes`;
drawHeader("lost");
find("#main").append(
  h("h1", {}, t("Page not found")),
  h("p", {}, h("a", { href: "/" }, t("Back to the games"))),
);
