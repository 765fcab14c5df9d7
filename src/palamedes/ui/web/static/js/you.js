/** Who you are, what you have played, and what is kept of it. */

import { find, fill, h } from "./dom.js";
import { drawHeader } from "./header.js";
import { ask } from "./net.js";
import { t } from "./words.js";
import { accountPanel, visitorPanel } from "./you/account.js";
import { HistoryPanel } from "./you/history.js";
import { loginsPanel } from "./you/logins.js";
import { dataPanel } from "./you/leaving.js";
import { ratingsPanel } from "./you/ratings.js";
import { statisticsPanel } from "./you/statistics.js";

drawHeader("you");
document.title = `${t("Profile")} - Palamedes`;

async function show() {
  let you;
  try {
    you = await ask("/api/you");
  } catch (error) {
    fill(find("#main"), h("h1", {}, t("Profile")), h("p", { class: "notice bad" }, error.message));
    return;
  }
  const history = new HistoryPanel();
  const [ratings, statistics, logins] = await Promise.all([
    ask("/api/you/ratings").catch(() => []),
    ask("/api/you/statistics").catch(() => []),
    you.name ? ask("/api/you/logins").catch(() => []) : [],
    history.turn(0),
  ]);
  fill(
    find("#main"),
    h(
      "div",
      { class: "you" },
      you.name ? accountPanel(you.name) : visitorPanel(),
      ratingsPanel(ratings, Boolean(you.name)),
      statisticsPanel(statistics),
      history.element,
      you.name && loginsPanel(logins),
      dataPanel(you.name),
    ),
  );
}

await show();
