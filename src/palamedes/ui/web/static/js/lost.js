/** Where there is nothing. */

import { find, h } from "./dom.js";
import { drawHeader } from "./header.js";
import { t } from "./words.js";

document.title = `${t("There is nothing here.")} - Palamedes`;
drawHeader("lost");
find("#main").append(
  h("h1", {}, t("There is nothing here.")),
  h("p", {}, h("a", { href: "/" }, t("To the games"))),
);
