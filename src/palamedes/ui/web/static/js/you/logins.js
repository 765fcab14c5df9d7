/** The browsers in which the visitor is logged in. */

import { button, fill, find, h, write } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { language, t } from "../shared/words.js";

/** @param {any[]} logins */
export function loginsPanel(logins) {
  const list = h("ul", { class: "logins" });
  const end = async (path) => {
    await request(path, {}).catch(() => {});
    show(await request("/api/you/logins").catch(() => []));
    write(find("#announcer"), t("Session ended."));
  };
  const others = button("close", t("End all other sessions"), () => end("/api/you/logins/end"));
  const more = h("div", { class: "buttons" }, others);

  function show(found) {
    if (!found.some(({ here }) => here)) location.reload(); // this login has ended elsewhere
    fill(list, ...found.map((login) => entry(login, () => end(`/api/you/logins/${login.id}/end`))));
    more.hidden = found.length < 2;
  }

  show(logins);
  return h(
    "section",
    { class: "panel part", "aria-labelledby": "logins-title" },
    h("h2", { id: "logins-title" }, t("Active sessions")),
    h("p", { class: "muted" }, t("Sessions expire after 90 days.")),
    list,
    more,
  );
}

function entry({ browser, created, here }, end) {
  /** @type {Intl.DateTimeFormatOptions} */
  const format = { dateStyle: "medium", timeStyle: "short" };
  const when = new Date(created).toLocaleString(language, format);
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h("strong", {}, browser || t("unknown browser")),
      h("div", { class: "muted" }, t("since {time}", { time: when })),
    ),
    here
      ? h("span", { class: "badge" }, t("this browser"))
      : button("close", t("End session"), end),
  );
}
