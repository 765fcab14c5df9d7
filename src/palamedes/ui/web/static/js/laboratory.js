/** The search laboratory: shows a search step by step, as a growing tree. */

import "./board/board.js";
import { copyText } from "./shared/clipboard.js";
import { button, find, h, write } from "./shared/dom.js";
import { drawHeader } from "./shared/header.js";
import { NodeCard } from "./laboratory/node_card.js";
import { Comparison } from "./laboratory/comparison.js";
import { Controls } from "./laboratory/controls.js";
import { Counters } from "./laboratory/counters.js";
import { SearchForm } from "./laboratory/search_form.js";
import { Help } from "./laboratory/help.js";
import { linkTo, queryOf, readLink } from "./laboratory/search_link.js";
import { Search } from "./laboratory/search.js";
import { sentence } from "./laboratory/node_texts.js";
import { SearchTreeView } from "./laboratory/tree_view.js";
import { request } from "./shared/requests.js";
import { t } from "./shared/words.js";

const SHORT = 2500; // milliseconds for which a button says "Copied"
const PAUSE = 300; // milliseconds between two changes of the address while the search runs
const WHOLE = 2000; // nodes up to which a tree can be exported unfolded

class LaboratoryPage {
  #settings = readLink(""); // of the search that is shown
  /** @type {Search | null} */
  #search = null;
  #game = null;
  #first = ""; // the game shown if the address names none
  #number = 0; // of requests: only the last one counts
  #written = 0; // when the address was changed last
  #complaint = h("p", { class: "notice bad", role: "alert", hidden: true });
  #exports = h("div", { class: "buttons exports" });
  #tree = h("section", { class: "panel tree-panel", hidden: true });
  #side = h("div", { class: "bench-side", hidden: true });
  #below = h("div", { class: "lab-below", hidden: true });

  constructor() {
    this.form = new SearchForm((settings) => this.run(settings, true));
    this.controls = new Controls((step, isPlayed) => this.go(step, isPlayed));
    this.counters = new Counters();
    this.card = new NodeCard();
    this.comparison = new Comparison();
    this.help = new Help();
    this.view = new SearchTreeView({
      look: (node) => this.#look(node),
      leave: () => this.#look(this.#shownNode),
    });
    this.#draw();
    addEventListener("hashchange", () => this.#follow());
  }

  /** Start with the search in the address, or with the first game. */
  async open() {
    try {
      this.#first = await this.form.fill();
      await this.#follow();
    } catch (error) {
      this.#complain(error);
    }
  }

  #follow() {
    const settings = readLink(location.hash);
    return this.run({ ...settings, game: settings.game || this.#first });
  }

  /** Search, and show the step in the settings; `isNew` adds an entry to the browser's history. */
  async run(settings, isNew = false) {
    const number = ++this.#number;
    this.controls.pause();
    this.#complaint.hidden = true;
    this.form.busy(true);
    try {
      await this.form.show(settings);
      const game = await this.#loadGame(settings.game);
      const columns = await request(`/api/laboratory/tree?${queryOf(settings)}`);
      if (number !== this.#number) return;
      if (isNew && String(queryOf(settings)) !== String(queryOf(this.#settings)))
        history.pushState(null, "", linkTo(settings, settings.step));
      this.#settings = {
        ...settings,
        evaluation: columns.settings.evaluation || settings.evaluation,
      };
      this.#begin(game, columns);
    } catch (error) {
      if (number === this.#number) this.#complain(error);
    } finally {
      if (number === this.#number) this.form.busy(false);
    }
  }

  /** Show the search after a step. */
  go(step, isPlayed = false) {
    const search = this.#search;
    if (!search) return;
    search.go(step);
    this.view.selected = search.isOver ? 0 : search.newest;
    this.view.show();
    this.controls.show();
    this.counters.show(search);
    this.#look(this.#shownNode);
    if (!isPlayed) write(find("#announcer"), sentence(search, search.newest));
    this.#remember(isPlayed);
  }

  async #loadGame(name) {
    if (this.#game?.id === name) return this.#game;
    return request(`/api/catalogue/${encodeURIComponent(name)}`);
  }

  #begin(game, { counts, ...columns }) {
    this.#game = game;
    this.#search = new Search({ ...columns, counts_in_all: counts });
    document.title = `${t("Laboratory")} - Palamedes`;
    for (const part of [this.#tree, this.#side, this.#below]) part.hidden = false;
    this.card.reset(game.geometry);
    this.view.open(this.#search);
    this.controls.open(this.#search);
    this.comparison.open(this.#settings);
    this.help.show(this.#settings.algorithm);
    this.#drawExports();
    this.go(this.#settings.step);
  }

  /** The node in the card unless the visitor points at another one. */
  get #shownNode() {
    const { selected } = this.view;
    return selected < this.#search.shown ? selected : 0;
  }

  #look(node) {
    if (this.#search) this.card.show(this.#search, this.#settings, node);
  }

  /** Write the step to the address, but not too often while the search runs. */
  #remember(isPlayed) {
    const now = performance.now();
    if (isPlayed && now - this.#written < PAUSE) return;
    this.#written = now;
    history.replaceState(null, "", linkTo(this.#settings, this.#search.step));
  }

  #complain(error) {
    this.#complaint.textContent = error.message;
    this.#complaint.hidden = false;
  }

  #draw() {
    const { view } = this;
    this.#side.append(this.card.element, this.counters.element);
    this.#below.append(this.comparison.element, this.help.element);
    this.#tree.append(
      h(
        "div",
        { class: "tree-head" },
        h("h2", {}, t("Search tree")),
        h(
          "div",
          { class: "buttons" },
          button("unfold", t("Expand all"), () => view.foldAll(true)),
          button("fold", t("Collapse all"), () => view.foldAll(false)),
        ),
      ),
      view.element,
      this.#exports,
    );
    find("#main").append(
      h("h1", {}, t("Search laboratory")),
      h("p", { class: "lab-more" }, h("a", { href: "/learned" }, t("Watch it learn"))),
      this.form.element,
      this.#complaint,
      h(
        "div",
        { class: "bench" },
        h("div", { class: "bench-main" }, this.controls.element, this.#tree),
        this.#side,
      ),
      this.#below,
    );
    this.controls.open(null);
  }

  #drawExports() {
    const query = queryOf(this.#settings);
    const link = (path, text) =>
      h("a", { class: "button", href: `/api/laboratory/${path}${query}`, download: true }, text);
    const isSmall = this.#search.size <= WHOLE;
    this.#exports.replaceChildren(
      button("link", t("Copy the link"), (event) => this.#copy(event.currentTarget)),
      link("tree.svg?", t("SVG (one page)")),
      ...(isSmall ? [link("tree.svg?whole=true&", t("SVG (full tree)"))] : []),
      link("tree.json?", t("JSON")),
      h("span", { class: "muted" }, t("The full tree can be drawn if it has at most 2,000 nodes.")),
    );
  }

  async #copy(pressed) {
    this.#remember(false);
    const text = pressed.lastChild;
    const isCopied = await copyText(location.href);
    text.textContent = isCopied ? t("Copied") : t("Copy the address of this page instead");
    setTimeout(() => {
      text.textContent = t("Copy the link");
    }, SHORT);
  }
}

drawHeader("laboratory");
await new LaboratoryPage().open();
