/** The games of a player, page by page: filtered and, by the player, deleted one by one. */

import { namesWithBots } from "../shared/bots.js";
import { button, fill, find, h, write } from "../shared/dom.js";
import { confirmed } from "../shared/dialogs.js";
import { request } from "../shared/requests.js";
import { language, t } from "../shared/words.js";

const results = () => [
  ["", t("all results")],
  ["won", t("won")],
  ["lost", t("lost")],
  ["drawn", t("drawn")],
  ["unfinished", t("not finished")],
];
const opponents = () => [
  ["", t("all opponents")],
  ["computer", t("the computer")],
  ["person", t("another player")],
  ["here", t("two players, one screen")],
];

export class HistoryPanel {
  #list = h("ul", { class: "history" });
  #complaint = h("p", { class: "notice bad", role: "alert", hidden: true });
  #kinds = this.#select("game", [["", t("all games")]]);
  #results = this.#select("result", results());
  #opponents = this.#select("opponent", opponents());
  #place = h("span", { class: "muted" });
  #back = button("back", t("Newer"), () => this.turn(this.page - 1), { quiet: true });
  #forth = button("forth", t("Older"), () => this.turn(this.page + 1), { quiet: true });
  #pager = h("div", { class: "pager" }, this.#back, this.#place, this.#forth);
  #filters = h(
    "div",
    { class: "filters" },
    labelled(t("Game"), this.#kinds),
    labelled(t("Result"), this.#results),
    labelled(t("Opponent"), this.#opponents),
  );

  /** @param {{path: string, title: string, canDelete?: boolean}} options `path`: where they are */
  constructor({ path, title, canDelete = false }) {
    this.path = path;
    this.isOwn = canDelete;
    this.page = 0;
    this.element = h(
      "section",
      { class: "panel part", id: "games", "aria-labelledby": "history-title" },
      h("h2", { id: "history-title" }, title),
      this.#filters,
      this.#complaint,
      this.#list,
      this.#pager,
    );
  }

  /** Show a page; page 0 has the newest games. */
  async turn(page) {
    const fields = new URLSearchParams({
      page,
      game: this.#kinds.value,
      result: this.#results.value,
      opponent: this.#opponents.value,
    });
    try {
      this.#show(await request(`${this.path}?${fields}`));
    } catch (error) {
      fill(this.#list, h("li", { class: "notice bad" }, error.message));
    }
  }

  #select(name, options) {
    const element = h("select", { id: `history-${name}`, onchange: () => this.turn(0) });
    return fill(element, ...options.map(option));
  }

  #show({ games, page, pages, total, kinds }) {
    this.page = page;
    const all = kinds.reduce((sum, kind) => sum + kind.games, 0);
    this.#fillKinds(kinds);
    this.#filters.hidden = all < 2;
    const none = all ? t("No games match these filters.") : t("No games yet.");
    const entries = games.map((game) => entry(game, this.isOwn && (() => this.#delete(game))));
    fill(this.#list, ...(games.length ? entries : [h("li", { class: "muted" }, none)]));
    this.#pager.hidden = total === 0;
    this.#back.hidden = this.#forth.hidden = pages < 2;
    this.#back.disabled = page === 0;
    this.#forth.disabled = page + 1 >= pages;
    const count = t("games: {number}", { number: total });
    const place = t("page {page} of {pages}", { page: page + 1, pages });
    const text = pages < 2 ? count : `${place} (${count})`;
    if (this.#place.textContent) write(find("#announcer"), text);
    write(this.#place, text);
  }

  #fillKinds(kinds) {
    const chosen = this.#kinds.value;
    const games = kinds.map(({ game, title, games }) => [game, `${title} (${games})`]);
    fill(this.#kinds, ...[["", t("all games")], ...games].map(option));
    this.#kinds.value = kinds.some(({ game }) => game === chosen) ? chosen : "";
  }

  /** Delete a game once the visitor has confirmed it. */
  async #delete({ id, title, names }) {
    this.#complaint.hidden = true;
    const question = t("Delete this game? This cannot be undone.");
    const game = `${title}: ${names.join(" - ")}`;
    if (!(await confirmed(question, t("Delete"), game))) return;
    try {
      await request(`/api/you/games/${id}/delete`, {});
    } catch (error) {
      write(this.#complaint, error.message);
      this.#complaint.hidden = false;
      return;
    }
    const isLast = this.#list.childElementCount === 1;
    await this.turn(isLast ? Math.max(0, this.page - 1) : this.page);
    write(find("#announcer"), t("The game was deleted."));
  }
}

const option = ([value, text]) => h("option", { value }, text);

const labelled = (text, select) =>
  h("label", { class: "filter", for: select.id }, h("span", {}, text), select);

/** @param {any} game @param {(() => void) | false} remove only for the visitor's own games */
function entry(game, remove) {
  const [text, name] = outcome(game, Boolean(remove));
  const date = new Date(game.changed);
  const when = date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  const label = t("Delete {game}, {date}", { game: game.title, date: when });
  const trash = remove && button("remove", label, remove, { quiet: true, name: "bare" });
  return h(
    "li",
    { "data-game": game.id },
    h("span", { class: `outcome ${name}` }, text),
    h(
      "div",
      { class: "history-who" },
      h("a", { href: `/game/${game.id}` }, game.title),
      h("div", {}, namesWithBots(game).join(" - ")),
    ),
    h(
      "div",
      { class: "history-facts muted" },
      h("time", { datetime: game.changed }, when),
      h("span", {}, t("moves: {number}", { number: game.plies })),
      game.rated && !(game.over && game.plies < 2) && h("span", { class: "badge" }, t("rated")),
    ),
    h(
      "div",
      { class: "history-link" },
      game.over && game.plies > 0
        ? h("a", { href: `/game/${game.id}#review` }, t("View the review"))
        : h("a", { href: `/game/${game.id}` }, game.over || !remove ? t("View the game") : t("Resume")),
      trash,
    ),
  );
}

/** The result of a game for its player, perhaps the visitor, and its CSS class. */
function outcome({ over, winner, mine }, isOwn) {
  if (!over) return [t("in progress"), ""];
  if (winner === null) return [t("a draw"), "drawn"];
  if (mine.length === 2) return [t("player {number} won", { number: winner + 1 }), ""];
  if (mine.includes(winner)) return [isOwn ? t("you won") : t("won"), "won"];
  return [isOwn ? t("you lost") : t("lost"), "lost"];
}
