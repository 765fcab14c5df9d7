/** The visitor's own page: account, ratings, statistics, games and data. */

import { find, fill, h } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { request } from "./shared/requests.js";
import { t } from "./shared/words.js";
import { accountPanel, visitorPanel } from "./you/account.js";
import { blocksPanel } from "./you/blocks.js";
import { becomeBotPanel, tokensPanel } from "./you/bot_account.js";
import { HistoryPanel } from "./you/history.js";
import { loginsPanel } from "./you/logins.js";
import { dataPanel } from "./you/your_data.js";
import { ratingsPanel } from "./you/ratings.js";
import { statisticsPanel } from "./you/statistics.js";

drawHeader("you");
document.title = `${t("Profile")} - Palamedes`;

async function show() {
  let you;
  try {
    you = await request("/api/you");
  } catch (error) {
    fill(find("#main"), h("h1", {}, t("Profile")), h("p", { class: "notice bad" }, error.message));
    return;
  }
  const history = new HistoryPanel({
    path: "/api/you/games",
    title: t("Your games"),
    canDelete: true,
  });
  const [ratings, statistics, blocks, logins, tokens] = await Promise.all([
    request("/api/you/ratings").catch(() => []),
    request("/api/you/statistics").catch(() => []),
    request("/api/you/blocks").catch(() => []),
    you.name ? request("/api/you/logins").catch(() => []) : [],
    you.bot ? request("/api/you/tokens").catch(() => []) : [],
    history.turn(0),
  ]);
  const unrated = you.name
    ? t("Play a rated game or solve puzzles to get a rating.")
    : t("Solve puzzles, or create an account and play rated games, to get a rating.");
  fill(
    find("#main"),
    h(
      "div",
      { class: "you" },
      you.name ? accountPanel(you.name, you.bot) : visitorPanel(),
      ratingsPanel(ratings, unrated),
      statisticsPanel(statistics),
      history.element,
      blocks.length > 0 && blocksPanel(blocks),
      you.name && (you.bot ? tokensPanel(tokens) : becomeBotPanel()),
      you.name && loginsPanel(logins),
      dataPanel(you.name),
    ),
  );
}

await show();
