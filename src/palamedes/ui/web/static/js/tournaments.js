/** All tournaments, and the ways to make one. */

import { button, fill, find, h, icon } from "./dom.js";
import { drawHeader } from "./header.js";
import { ask } from "./net.js";
import { openNewEngines } from "./tournaments/engines.js";
import { openNewPeople } from "./tournaments/people.js";
import { badge, nameOf } from "./tournaments/names.js";
import { t } from "./words.js";

const PATIENCE = 10_000; // milliseconds until the list is looked at again

function card(contest) {
  const kind = contest.kind === "engines" ? t("engines") : t("people");
  const day = new Date(contest.created).toLocaleDateString(document.documentElement.lang);
  return h(
    "li",
    { "data-contest": contest.id },
    h(
      "a",
      { class: "panel contest", href: `/tournaments/${contest.id}` },
      icon(contest.kind === "engines" ? "engine" : "people"),
      h(
        "span",
        { class: "contest-text" },
        h("strong", {}, nameOf(contest)),
        h("span", { class: "muted" }, [contest.game_title, kind, day].join(" · ")),
      ),
      h(
        "span",
        { class: "contest-badges" },
        badge(contest.state),
        h("span", { class: "muted" }, t("players: {number}", { number: contest.players })),
        contest.you !== null || contest.mine
          ? h("span", { class: "badge" }, contest.you === null ? t("created by you") : t("joined"))
          : null,
      ),
    ),
  );
}

function kinds() {
  const kind = (picture, title, text, action, open) =>
    h(
      "article",
      { class: "panel kind" },
      h("h2", {}, icon(picture), title),
      h("p", {}, text),
      h("div", { class: "buttons" }, button("play", action, open, { name: "main" })),
    );
  return h(
    "div",
    { class: "kinds" },
    kind(
      "people",
      t("Players"),
      t("Players join with a link. Pairings, boards and clocks are set up automatically."),
      t("New tournament for players"),
      openNewPeople,
    ),
    kind(
      "engine",
      t("Engines"),
      t("Levels and engines with your own settings play each other in the background."),
      t("New engine tournament"),
      openNewEngines,
    ),
  );
}

async function showAll(section) {
  try {
    const contests = await ask("/api/contests");
    fill(
      section,
      h("h2", {}, t("All tournaments")),
      contests.length
        ? h("ul", { class: "contests" }, ...contests.map(card))
        : h("p", { class: "muted" }, t("No tournaments yet. Create the first one.")),
    );
  } catch (error) {
    fill(section, h("p", { class: "notice bad" }, error.message));
  }
}

drawHeader("tournaments");
document.title = `${t("Tournaments")} - Palamedes`;
const all = h("section", { class: "all" });
fill(find("#main"), h("h1", {}, t("Tournaments")), kinds(), all);
await showAll(all);
setInterval(() => {
  const isInUse = document.hidden || all.contains(document.activeElement);
  if (!isInUse) showAll(all);
}, PATIENCE);
