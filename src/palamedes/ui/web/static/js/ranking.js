/** The ranking of each game. */

import { askChallenge } from "./shared/challenge_dialog.js";
import { botBadge } from "./shared/bots.js";
import { choices } from "./shared/dialogs.js";
import { button, fill, find, h, write } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { playerLink } from "./shared/players.js";
import { request } from "./shared/requests.js";
import { t } from "./shared/words.js";

drawHeader("ranking");
document.title = `${t("Ranking")} - Palamedes`;

const asked = (name) => new URLSearchParams(location.search).get(name) ?? "";
const games = h("select", { id: "ranking-game", onchange: () => show(games.value, asked("kind")) });
const table = h("div", { class: "scrolling" });
const online = h("section", { id: "online" });
const kinds = choices(
  t("Players"),
  "kind",
  [
    ["people", t("People")],
    ["bots", t("Bots")],
  ],
  asked("kind") === "bots" ? "bots" : "people",
  (value) => show(games.value, value),
);
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
    kinds,
    place,
    table,
    online,
    h(
      "p",
      { class: "muted" },
      t(
        "Ratings come from rated games (Glicko-2). Players are listed after about ten games, once their rating is reliable enough. The computer's steps have fixed ratings, measured in games between them.",
      ),
    ),
  ),
);

async function show(game, kind) {
  const fields = new URLSearchParams({ game, kind: kind === "bots" ? kind : "people" });
  try {
    draw(await request(`/api/ranking?${fields}`));
  } catch (error) {
    fill(table, h("p", { class: "notice bad" }, error.message));
  }
}

function draw(found) {
  if (!games.options.length) {
    fill(games, ...found.games.map(({ game, title }) => h("option", { value: game }, title)));
  } else write(find("#announcer"), games.selectedOptions[0].textContent);
  games.value = found.game;
  const address = found.kind === "bots" ? { game: found.game, kind: "bots" } : { game: found.game };
  history.replaceState(null, "", `?${new URLSearchParams(address)}`);
  const { you, people } = found;
  place.hidden = !you && (found.kind === "bots") !== found.bot;
  fill(online, ...onlineBots(found));
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

/** The bots that are connected, ranked or not: they can be challenged. */
function onlineBots({ kind, online: names, game, account }) {
  if (kind !== "bots") return [];
  const entry = (name) =>
    h(
      "li",
      {},
      h("span", { class: "leader" }, playerLink(name), botBadge()),
      button("play", t("Challenge"), () => askChallenge(name, game, account)),
    );
  const list = h("ul", { class: "bots-online" }, ...names.map(entry));
  const none = h("p", { class: "muted" }, t("No bot is online."));
  return [h("h2", {}, t("Online now")), names.length ? list : none];
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
        engine ? name : playerLink(name),
        engine && h("span", { class: "badge" }, t("computer")),
        you && h("span", { class: "badge now" }, t("you")),
      ),
    ),
    h("td", {}, h("strong", {}, rating), h("span", { class: "muted" }, ` ± ${2 * deviation}`)),
    h("td", {}, played ?? ""),
  );
}

await show(asked("game"), asked("kind"));
