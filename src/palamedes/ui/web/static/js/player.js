/** The public profile of a player: ratings, and games that everybody may see. */

import { currentPath } from "./shared/addresses.js";
import { botBadge } from "./shared/bots.js";
import { askChallenge } from "./shared/challenge_dialog.js";
import { button, fill, find, h } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { blockButton } from "./shared/players.js";
import { request } from "./shared/requests.js";
import { language, t } from "./shared/words.js";
import { HistoryPanel } from "./you/history.js";
import { ratingsPanel } from "./you/ratings.js";

drawHeader("player");

const path = `/api/players/${currentPath().split("/").at(-1)}`;

async function show() {
  let player, you;
  try {
    [player, you] = await Promise.all([request(path), request("/api/you")]);
  } catch (error) {
    fill(find("#main"), h("p", { class: "notice bad" }, error.message));
    return;
  }
  document.title = `${player.name} - Palamedes`;
  const history = new HistoryPanel({ path: `${path}/games`, title: t("Public games") });
  await history.turn(0);
  fill(
    find("#main"),
    h(
      "div",
      { class: "you" },
      panel(player, Boolean(you.name)),
      ratingsPanel(player.ratings, t("No rated games yet.")),
      history.element,
    ),
  );
}

function panel(player, hasAccount) {
  const { name, bot, since, here } = player;
  const day = new Date(since).toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
  const complaint = h("p", { class: "notice bad", role: "alert", hidden: true });
  const fail = (message) => {
    complaint.textContent = message;
    complaint.hidden = false;
  };
  return h(
    "section",
    { class: "panel part account" },
    h(
      "div",
      {},
      h("h1", {}, name, bot && botBadge(), here && h("span", { class: "badge now" }, t("online"))),
      h("p", { class: "muted" }, t("Here since {date}", { date: day })),
      complaint,
    ),
    player.you
      ? h("a", { class: "button", href: "/you" }, t("Your own page"))
      : h("div", { class: "buttons" }, ...actions(player, hasAccount, fail)),
  );
}

function actions({ name, here, block }, hasAccount, fail) {
  if (block !== null) {
    const unblock = () =>
      request(`/api/you/blocks/${block}/end`, {}).then(show, ({ message }) => fail(message));
    return [button("yes", t("Unblock"), unblock)];
  }
  const ask = () => askChallenge(name, "", hasAccount);
  const challenge = button("play", t("Challenge"), ask, { name: "main" });
  return [...(here ? [challenge] : []), blockButton({ name }, show, fail)];
}

await show();
