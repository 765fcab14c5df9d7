/** The visitor's games, page by page. */

import { button, fill, find, h, write } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { language, t } from "../shared/words.js";

export class HistoryPanel {
  #list = h("ul", { class: "history" });
  #kinds = h("select", { id: "history-game", onchange: () => this.turn(0) });
  #place = h("span", { class: "muted" });
  #back = button("back", t("Newer"), () => this.turn(this.page - 1), { quiet: true });
  #forth = button("forth", t("Older"), () => this.turn(this.page + 1), { quiet: true });
  #pager = h("div", { class: "pager" }, this.#back, this.#place, this.#forth);
  #filter = h(
    "label",
    { class: "filter", for: "history-game" },
    h("span", {}, t("Game")),
    this.#kinds,
  );

  constructor() {
    this.page = 0;
    this.element = h(
      "section",
      { class: "panel part", "aria-labelledby": "history-title" },
      h(
        "div",
        { class: "part-head" },
        h("h2", { id: "history-title" }, t("Your games")),
        this.#filter,
      ),
      this.#list,
      this.#pager,
    );
  }

  /** Show a page; page 0 has the newest games. */
  async turn(page) {
    const fields = new URLSearchParams({ page, game: this.#kinds.value });
    try {
      this.#show(await request(`/api/you/games?${fields}`));
    } catch (error) {
      fill(this.#list, h("li", { class: "notice bad" }, error.message));
    }
  }

  #show({ games, page, pages, total, kinds }) {
    this.page = page;
    if (!this.#kinds.options.length) this.#fillKinds(kinds);
    this.#filter.hidden = kinds.length < 2;
    fill(
      this.#list,
      ...(games.length ? games.map(entry) : [h("li", { class: "muted" }, t("No games yet."))]),
    );
    this.#pager.hidden = pages < 2;
    this.#back.disabled = page === 0;
    this.#forth.disabled = page + 1 >= pages;
    const place = t("page {page} of {pages}", { page: page + 1, pages });
    if (this.#place.textContent) write(find("#announcer"), place);
    const count = t("games: {number}", { number: total });
    write(this.#place, `${place} (${count})`);
  }

  #fillKinds(kinds) {
    const all = h("option", { value: "" }, t("all games"));
    const options = kinds.map(({ game, title, games }) =>
      h("option", { value: game }, `${title} (${games})`),
    );
    fill(this.#kinds, all, ...options);
  }
}

function entry(game) {
  const [text, name] = outcome(game);
  const when = new Date(game.changed).toLocaleDateString(language, { dateStyle: "medium" });
  return h(
    "li",
    { "data-game": game.id },
    h("span", { class: `outcome ${name}` }, text),
    h(
      "div",
      { class: "history-who" },
      h("a", { href: `/game/${game.id}` }, game.title),
      h("div", {}, game.names.join(" - ")),
    ),
    h(
      "div",
      { class: "history-facts muted" },
      h("span", {}, when),
      h("span", {}, t("moves: {number}", { number: game.plies })),
      game.rated && !(game.over && game.plies < 2) && h("span", { class: "badge" }, t("rated")),
    ),
    h(
      "div",
      { class: "history-link" },
      game.over && game.plies > 0
        ? h("a", { href: `/game/${game.id}#review` }, t("View the review"))
        : h("a", { href: `/game/${game.id}` }, game.over ? t("View the game") : t("Resume")),
    ),
  );
}

/** The result of a game for the visitor, and its CSS class. */
function outcome({ over, winner, mine }) {
  if (!over) return [t("in progress"), ""];
  if (winner === null) return [t("a draw"), "drawn"];
  if (mine.length === 2) return [t("player {number} won", { number: winner + 1 }), ""];
  return mine.includes(winner) ? [t("you won"), "won"] : [t("you lost"), "lost"];
}
