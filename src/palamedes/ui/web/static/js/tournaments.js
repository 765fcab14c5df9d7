/** All tournaments, and buttons to create one. */

import { button, fill, find, h, icon } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { request } from "./shared/requests.js";
import { openNewEngineTournament } from "./tournaments/new_engine_tournament.js";
import { openNewPeopleTournament } from "./tournaments/new_people_tournament.js";
import { badge, nameOf } from "./tournaments/names.js";
import { t } from "./shared/words.js";

const PAUSE = 10_000; // milliseconds between two updates of the list

function card(tournament) {
  const kind = tournament.kind === "engines" ? t("between engines") : t("between players");
  const day = new Date(tournament.created).toLocaleDateString(document.documentElement.lang);
  return h(
    "li",
    { "data-tournament": tournament.id },
    h(
      "a",
      { class: "panel tournament", href: `/tournaments/${tournament.id}` },
      icon(tournament.kind === "engines" ? "engine" : "people"),
      h(
        "span",
        { class: "tournament-text" },
        h("strong", {}, nameOf(tournament)),
        h("span", { class: "muted" }, [tournament.game_title, kind, day].join(" · ")),
      ),
      h(
        "span",
        { class: "tournament-badges" },
        badge(tournament.state),
        h("span", { class: "muted" }, t("players: {number}", { number: tournament.players })),
        tournament.you !== null || tournament.mine
          ? h(
              "span",
              { class: "badge" },
              tournament.you === null ? t("created by you") : t("joined"),
            )
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
      t("New player tournament"),
      openNewPeopleTournament,
    ),
    kind(
      "engine",
      t("Engines"),
      t("Levels and engines with your own settings play each other in the background."),
      t("New engine tournament"),
      openNewEngineTournament,
    ),
  );
}

async function showAll(section) {
  try {
    const tournaments = await request("/api/contests");
    fill(
      section,
      h("h2", {}, t("All tournaments")),
      tournaments.length
        ? h("ul", { class: "tournaments" }, ...tournaments.map(card))
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
}, PAUSE);
