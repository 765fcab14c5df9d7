/** The search laboratory: a search, step by step, as a tree that grows. */

import "./board.js";
import { copyText } from "./clipboard.js";
import { button, find, h, write } from "./dom.js";
import { drawHeader } from "./header.js";
import { NodeCard } from "./laboratory/card.js";
import { Comparison } from "./laboratory/compare.js";
import { Controls } from "./laboratory/controls.js";
import { Counters } from "./laboratory/counters.js";
import { SearchForm } from "./laboratory/form.js";
import { Help } from "./laboratory/help.js";
import { linkTo, queryOf, readLink } from "./laboratory/link.js";
import { Search } from "./laboratory/search.js";
import { sentence } from "./laboratory/texts.js";
import { TreeView } from "./laboratory/view.js";
import { ask } from "./net.js";
import { t } from "./words.js";

const SHORT = 2500; // milliseconds for which a button says what it has done
const PAUSE = 300; // milliseconds between two changes of the address while a search plays
const WHOLE = 2000; // nodes of a tree that is drawn unfolded

class LaboratoryPage {
  #wish = readLink("");
  /** @type {Search | null} */
  #search = null;
  #game = null;
  #first = ""; // the game that is shown when none is asked for
  #number = 0; // of the question that counts
  #written = 0;
  #complaint = h("p", { class: "notice bad", role: "alert", hidden: true });
  #exports = h("div", { class: "buttons exports" });
  #tree = h("section", { class: "panel tree-panel", hidden: true });
  #side = h("div", { class: "bench-side", hidden: true });
  #below = h("div", { class: "lab-below", hidden: true });

  constructor() {
    this.form = new SearchForm((wish) => this.run(wish, true));
    this.controls = new Controls((step, isPlayed) => this.go(step, isPlayed));
    this.counters = new Counters();
    this.card = new NodeCard();
    this.comparison = new Comparison();
    this.help = new Help();
    this.view = new TreeView({
      look: (node) => this.#look(node),
      leave: () => this.#look(this.#shownNode),
      choose: (node) => this.#choose(node),
    });
    this.#draw();
    addEventListener("hashchange", () => this.#follow());
  }

  /** Begin with what the address says, or with the first game there is. */
  async open() {
    try {
      this.#first = await this.form.fill();
      await this.#follow();
    } catch (error) {
      this.#complain(error);
    }
  }

  #follow() {
    const wish = readLink(location.hash);
    return this.run({ ...wish, game: wish.game || this.#first });
  }

  /** Search, and show the step that is asked for; one can come back from a new search. */
  async run(wish, isNew = false) {
    const number = ++this.#number;
    this.controls.pause();
    this.#complaint.hidden = true;
    this.form.busy(true);
    try {
      await this.form.show(wish);
      const game = await this.#about(wish.game);
      const columns = await ask(`/api/laboratory/tree?${queryOf(wish)}`);
      if (number !== this.#number) return;
      if (isNew && String(queryOf(wish)) !== String(queryOf(this.#wish)))
        history.pushState(null, "", linkTo(wish, wish.step));
      this.#wish = { ...wish, evaluation: columns.settings.evaluation || wish.evaluation };
      this.#begin(game, columns);
    } catch (error) {
      if (number === this.#number) this.#complain(error);
    } finally {
      if (number === this.#number) this.form.busy(false);
    }
  }

  /** Show how the search stood after a step. */
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

  async #about(name) {
    if (this.#game?.id === name) return this.#game;
    return ask(`/api/catalogue/${encodeURIComponent(name)}`);
  }

  #begin(game, { counts, ...columns }) {
    this.#game = game;
    this.#search = new Search({ ...columns, counts_in_all: counts });
    document.title = `${t("Laboratory")} - Palamedes`;
    for (const part of [this.#tree, this.#side, this.#below]) part.hidden = false;
    this.card.reset(game.geometry);
    this.view.open(this.#search);
    this.controls.open(this.#search);
    this.comparison.open(this.#wish);
    this.help.show(this.#wish.algorithm);
    this.#drawExports();
    this.go(this.#wish.step);
  }

  /** The node to look at when nobody points at another one. */
  get #shownNode() {
    const { selected } = this.view;
    return selected < this.#search.shown ? selected : 0;
  }

  #look(node) {
    if (this.#search) this.card.show(this.#search, this.#wish, node);
  }

  #choose(node) {
    this.#look(node);
  }

  /** Keep the step in the address, but not at every step of a search that plays. */
  #remember(isPlayed) {
    const now = performance.now();
    if (isPlayed && now - this.#written < PAUSE) return;
    this.#written = now;
    history.replaceState(null, "", linkTo(this.#wish, this.#search.step));
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
    const query = queryOf(this.#wish);
    const link = (path, text) =>
      h("a", { class: "button", href: `/api/laboratory/${path}${query}`, download: true }, text);
    const isSmall = this.#search.size <= WHOLE;
    this.#exports.replaceChildren(
      button("link", t("Copy the link"), (event) => this.#copy(event.currentTarget)),
      link("tree.svg?", t("SVG (one page)")),
      ...(isSmall ? [link("tree.svg?whole=true&", t("SVG (full tree)"))] : []),
      link("tree.json?", t("JSON")),
      h("span", { class: "muted" }, t("The full tree can be drawn up to 2,000 nodes.")),
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
