/** The page for addresses that do not exist. */

import { find, h } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { t } from "./shared/words.js";

document.title = `${t("Page not found")} - Palamedes`;
drawHeader("not_found");
find("#main").append(
  h("h1", {}, t("Page not found")),
  h("p", {}, h("a", { href: "/" }, t("Back to the games"))),
);
