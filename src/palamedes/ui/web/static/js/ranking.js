/** The ranking of each game. */

import { fill, find, h, write } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { request } from "./shared/requests.js";
import { t } from "./shared/words.js";

drawHeader("ranking");
document.title = `${t("Ranking")} - Palamedes`;

const games = h("select", { id: "ranking-game", onchange: () => show(games.value) });
const table = h("div", { class: "scrolling" });
const place = h("p", { class: "notice", id: "place" });

fill(
  find("#main"),
  h(
    "section",
    { class: "panel ranking" },
    h(
      "div",
      { class: "part-head" },
      h("h1", {}, t("Ranking")),
      h("label", { class: "filter", for: "ranking-game" }, h("span", {}, t("Game")), games),
    ),
    place,
    table,
    h(
      "p",
      { class: "muted" },
      t(
        "Ratings come from rated games (Glicko-2). Players are listed after about ten games, once their rating is reliable enough. The computer's steps have fixed ratings, measured in games between them.",
      ),
    ),
  ),
);

async function show(game) {
  try {
    draw(await request(`/api/ranking?${new URLSearchParams({ game })}`));
  } catch (error) {
    fill(table, h("p", { class: "notice bad" }, error.message));
  }
}

function draw(found) {
  if (!games.options.length) {
    fill(games, ...found.games.map(({ game, title }) => h("option", { value: game }, title)));
  } else write(find("#announcer"), games.selectedOptions[0].textContent);
  games.value = found.game;
  history.replaceState(null, "", `?${new URLSearchParams({ game: found.game })}`);
  const { you, people } = found;
  fill(
    place,
    you
      ? t("Your rank: {place} of {people}", { place: you.place, people })
      : found.account
        ? t("You are not ranked yet: play rated games.")
        : h(
            "a",
            { href: "/you" },
            t("Create an account to play rated games and enter the ranking."),
          ),
  );
  place.classList.toggle("good", Boolean(you));
  const head = [t("Rank"), t("Name"), t("Rating"), t("Games")];
  fill(
    table,
    h(
      "table",
      { class: "leaders" },
      h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, ...rows(found)),
    ),
  );
}

/** The leaders; a visitor who is not among them is added at the end. */
function rows({ table: leaders, you }) {
  const shown = leaders.map(row);
  if (you && !leaders.some((each) => each.you)) shown.push(row(you));
  return shown;
}

function row({ place: number, name, rating, deviation, games: played, engine, you }) {
  return h(
    "tr",
    { class: engine ? "engine" : you ? "you-row" : null },
    h("td", {}, number ?? ""),
    h(
      "th",
      { scope: "row" },
      h(
        "div",
        { class: "leader" },
        name,
        engine && h("span", { class: "badge" }, t("computer")),
        you && h("span", { class: "badge now" }, t("you")),
      ),
    ),
    h("td", {}, h("strong", {}, rating), h("span", { class: "muted" }, ` ± ${2 * deviation}`)),
    h("td", {}, played ?? ""),
  );
}

await show(new URLSearchParams(location.search).get("game") ?? "");
