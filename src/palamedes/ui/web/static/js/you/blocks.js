/** The people whom the visitor has blocked. */

import { button, fill, h } from "../shared/dom.js";
import { playerLink } from "../shared/players.js";
import { request } from "../shared/requests.js";
import { language, t } from "../shared/words.js";

/** @param {any[]} blocks */
export function blocksPanel(blocks) {
  const list = h("ul", { class: "logins" });
  const end = async (id) => {
    await request(`/api/you/blocks/${id}/end`, {}).catch(() => {});
    show(await request("/api/you/blocks").catch(() => blocks));
  };

  function show(found) {
    const none = h("li", { class: "muted" }, t("You have blocked nobody."));
    fill(list, ...(found.length ? found.map((each) => entry(each, () => end(each.id))) : [none]));
  }

  show(blocks);
  return h(
    "section",
    { class: "panel part", "aria-labelledby": "blocks-title" },
    h("h2", { id: "blocks-title" }, t("Blocked players")),
    list,
  );
}

function entry({ name, created }, end) {
  const date = new Date(created).toLocaleDateString(language, { dateStyle: "medium" });
  return h(
    "li",
    {},
    h(
      "div",
      {},
      name ? playerLink(name) : t("a guest"),
      h("div", { class: "muted" }, t("since {time}", { time: date })),
    ),
    button("yes", t("Unblock"), end),
  );
}
