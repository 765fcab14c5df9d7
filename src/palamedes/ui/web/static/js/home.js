/** The home page: a card for every game, and the visitor's games. */

import { namesWithBots } from "./shared/bots.js";
import "./board/board.js";
import { button, find, fill, h, icon } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { request } from "./shared/requests.js";
import { openNewGame } from "./game/new_game.js";
import { dailyCard, findDaily } from "./puzzles/daily.js";
import { analysisLink } from "./shared/analysis_link.js";
import { t } from "./shared/words.js";

const FEW = 6; // games that are shown here; the profile has all of them

/** A board as a picture, as large as its box allows. */
function picture(geometry, board, label) {
  const element = h("palamedes-board", { label });
  element.geometry = geometry;
  element.style.maxWidth = `calc(var(--room) * ${element.ratio.toFixed(3)})`;
  queueMicrotask(() => element.show(board, { animated: false }));
  return element;
}

function card(game) {
  const play = () => openNewGame(game.id);
  const board = picture(game.geometry, game.board, game.title);
  return h(
    "article",
    { class: "panel card", "data-game": game.id },
    h("div", { class: "card-board", onclick: play }, board), // for mice; keys have the button
    h("div", { class: "card-text" }, h("h2", {}, game.title), h("p", {}, game.rules)),
    h(
      "div",
      { class: "buttons" },
      button("play", t("Play"), play, { name: "main" }),
      game.lesson && h("a", { class: "button", href: `/learn/${game.id}` }, t("Learn")),
      h("a", { class: "button", href: `/rules/${game.id}` }, t("Rules")),
      h("a", { class: "button", href: analysisLink({ game: game.id }) }, t("Analyse")),
    ),
  );
}

function ownGame(game, geometries) {
  const badge = game.over
    ? h("span", { class: "badge" }, game.result || t("over"))
    : game.your_turn
      ? h("span", { class: "badge now" }, t("your turn"))
      : h("span", { class: "badge" }, t("waiting"));
  const geometry = geometries.get(game.game);
  return h(
    "li",
    {},
    h(
      "a",
      { class: "panel", href: `/game/${game.id}` },
      h("div", { class: "mine-board" }, geometry && picture(geometry, game.board, "")),
      h(
        "div",
        { class: "mine-text" },
        h("strong", {}, game.title),
        h("div", {}, namesWithBots(game).join(" - ")),
        h("div", { class: "muted" }, t("moves: {number}", { number: game.plies }), " ", badge),
      ),
    ),
  );
}

/** Where somebody who has not played yet begins. */
function newcomer() {
  return h(
    "p",
    { class: "notice newcomer" },
    h("strong", {}, t("New here?")),
    " ",
    h("a", { href: "/learn" }, t("Learn a game in five minutes")),
  );
}

async function showMine(section, cards) {
  const games = await request("/api/mine").catch(() => null);
  if (games?.length === 0) find(".intro").after(newcomer());
  if (!games?.length) return;
  const geometries = new Map(cards.map((game) => [game.id, game.geometry]));
  for (const name of new Set(games.map((game) => game.game))) {
    if (!geometries.has(name)) {
      const found = await request(`/api/catalogue/${encodeURIComponent(name)}`).catch(() => null);
      if (found) geometries.set(name, found.geometry);
    }
  }
  games.sort((one, other) => other.your_turn - one.your_turn);
  const few = games.slice(0, FEW).map((game) => ownGame(game, geometries));
  const all = h("p", {}, h("a", { href: "/you#games" }, t("All your games")));
  fill(section, h("h2", {}, t("Your games")), h("ul", {}, ...few), all);
  if (games.some((game) => game.your_turn)) {
    section.classList.add("urgent");
    document.title = `${t("Your turn")} - Palamedes`;
  }
  section.hidden = false;
}

/** A card that leads to another page. */
function linkCard(path, picture, title, line) {
  return h(
    "a",
    { class: "panel link-card", href: path },
    icon(picture),
    h("div", { class: "daily-text" }, h("strong", {}, title), h("div", { class: "muted" }, line)),
  );
}

const lobbyCard = () =>
  linkCard("/lobby", "people", t("Lobby"), t("Meet other players, or watch their games"));

const learnedCard = () =>
  linkCard(
    "/learned",
    "learn",
    t("Watch it learn"),
    t("How the computer taught itself, generation by generation"),
  );

async function showDaily(section) {
  const daily = await findDaily();
  fill(section, daily && dailyCard(daily));
}

drawHeader("home");
const cards = await request("/api/showcase").catch(() => []);
const mine = h("section", { class: "mine", hidden: true });
const puzzle = h("section", { class: "daily-part", "aria-label": t("Daily puzzle") });
find("#main").classList.add("home");
fill(
  find("#main"),
  h(
    "div",
    { class: "intro" },
    h("h1", {}, t("What would you like to play?")),
    h("p", {}, t("Play against the computer, a friend online, or someone next to you.")),
  ),
  cards.length
    ? h("div", { class: "cards" }, ...cards.map(card))
    : h("p", { class: "notice bad" }, t("The server cannot be reached.")),
  mine,
  puzzle,
  h("div", { class: "links-part" }, lobbyCard(), learnedCard()),
);
showMine(mine, cards);
showDaily(puzzle);
