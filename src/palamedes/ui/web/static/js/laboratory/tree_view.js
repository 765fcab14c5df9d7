/**
 * The search tree on screen: the root on the left, every ply in a column of its own.
 *
 * Only the visible rows are in the document, so trees of 120,000 nodes scroll smoothly. A node
 * stays visible as long as anything below it is: it slides along its branches.
 */

import { fill, h } from "../shared/dom.js";
import { draw } from "../shared/svg.js";
import { t } from "../shared/words.js";
import { TreeRows } from "./tree_rows.js";
import { belowText, cutText, noteText, reasonText, sentence, valueText } from "./node_texts.js";

const LINE = 48; // pixels from one row to the next
const HIGH = 42; // height of a node
const HEAD = 34; // height of the column headings
const SPARE = 4; // rows drawn beyond the edges
const CARD = 170; // height of the node card, which covers the bottom of a small screen
const WIDE = { column: 204, node: 174 };
const NARROW = { column: 172, node: 154 };
const KINDS = { x: "max", n: "min", l: "leaf", f: "finished", c: "cut" };

const small = matchMedia("(max-width: 999px)");

export class SearchTreeView {
  /** @type {Map<number, any>} the elements of the nodes in the document */
  #drawn = new Map();
  #space = h("div", { class: "tree-space", role: "none" });
  #columns = h("div", { class: "tree-columns", "aria-hidden": "true" });
  #links = draw(null, "svg", { class: "tree-links", "aria-hidden": "true" });
  #best = new Set(); // the nodes of the best line
  #way = new Set(); // the nodes from the root to the newest
  #waits = false; // for the next frame, to draw
  #sizes = WIDE;
  /** @type {any} */
  search = null;
  /** @type {any} */
  rows = null;
  selected = 0;

  /** @param {{look: (node: number) => void, leave: () => void}} watcher is told of pointed nodes */
  constructor(watcher) {
    this.watcher = watcher;
    this.element = h(
      "div",
      { class: "tree-scroll", role: "tree", "aria-label": t("Search tree") },
      this.#columns,
      this.#space,
    );
    this.#space.append(this.#links);
    this.element.addEventListener("scroll", () => this.#drawSoon());
    this.element.addEventListener("pointerover", (event) => this.#point(event));
    this.element.addEventListener("pointerleave", () => watcher.leave());
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("dblclick", (event) => this.#toggle(this.#nodeAt(event)));
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focusin", (event) => this.#focused(event));
    new ResizeObserver(() => this.search && this.show(false)).observe(this.element);
  }

  /** Show another search, or none with null. */
  open(search) {
    this.search = search;
    this.rows = search && new TreeRows(search);
    this.selected = 0;
    for (const element of this.#drawn.values()) element.parentNode.remove();
    this.#drawn.clear();
    this.element.scrollTo(0, 0);
  }

  /** Show the current step; `follow` scrolls to what is new. */
  show(follow = true) {
    this.#sizes = this.element.clientWidth < 620 ? NARROW : WIDE;
    const stub = (this.#sizes.column - this.#sizes.node) / 2;
    this.#space.style.setProperty("--stub", `${stub}px`);
    this.rows.arrange();
    this.#best = new Set(this.search.bestLine());
    this.#way = new Set(this.search.path(this.search.newest));
    const deepest = this.search.deepest;
    this.#space.style.height = `${this.rows.count * LINE + 12}px`;
    this.#space.style.width = `${(deepest + 1) * this.#sizes.column + 12}px`;
    this.#nameColumns(deepest);
    if (follow) this.bring(this.#end);
    this.draw();
  }

  /** The node to scroll to: the newest one or, when the search is over, the best move. */
  get #end() {
    const { search } = this;
    return search.isOver ? (search.best_line[1] ?? 0) : search.newest;
  }

  foldAll(isOpen) {
    this.rows.chooseAll(isOpen);
    this.show();
  }

  /** Scroll as little as needed to show a node, or the folded node that hides it. */
  bring(node) {
    while (node > 0 && !this.rows.isThere(node)) node = this.search.parent[node];
    const { element } = this;
    const top = this.#top(node);
    const left = this.#left(node);
    const { column } = this.#sizes;
    const high = element.clientHeight - HEAD;
    if (top < element.scrollTop + 6) element.scrollTop = top - 6;
    else if (top + LINE > element.scrollTop + high) element.scrollTop = top + 2 * LINE - high;
    if (left < element.scrollLeft) element.scrollLeft = left - 6;
    else if (left + column > element.scrollLeft + element.clientWidth)
      element.scrollLeft = left + column - element.clientWidth;
  }

  /** Scroll the page as well if the node is outside the window. */
  #bringPage(node) {
    const { top: edge } = this.element.getBoundingClientRect();
    const top = edge + HEAD + this.#top(node) - this.element.scrollTop;
    const bottom = innerHeight - (small.matches ? CARD : 0);
    if (top < 0) scrollBy(0, top - LINE);
    else if (top + LINE > bottom) scrollBy(0, top + LINE - bottom);
  }

  /** Put the visible nodes into the document, and remove the others. */
  draw() {
    const { rows, element } = this;
    const first = Math.max(0, Math.floor(element.scrollTop / LINE) - SPARE);
    const last = Math.ceil((element.scrollTop + element.clientHeight) / LINE) + SPARE;
    const seen = rows.items.slice(rows.starts[first], rows.starts[last + 1] ?? rows.items.length);
    const wanted = new Set([...this.search.path(seen[0] ?? 0), ...seen]);
    if (rows.isThere(this.selected)) wanted.add(this.selected); // it has the focus
    for (const [node, each] of this.#drawn) {
      if (wanted.has(node)) continue;
      each.parentNode.remove();
      this.#drawn.delete(node);
    }
    for (const node of wanted) this.#place(node);
    if (!wanted.has(this.selected)) this.#drawn.get(seen[0])?.setAttribute("tabindex", "0");
    this.#drawLinks(seen, first * LINE, (last + 1) * LINE);
  }

  #top(node) {
    return this.rows.row[node] * LINE;
  }
  #left(node) {
    return this.search.ply[node] * this.#sizes.column + 6;
  }

  #place(node) {
    let element = this.#drawn.get(node);
    if (!element) {
      element = h(
        "div",
        { role: "treeitem", "data-node": node },
        h("span", { class: "node-move" }),
        h("span", { class: "node-value" }),
        h("span", { class: "node-note" }),
        h("i", { class: "node-bar" }),
        h("span", { class: "node-fold" }),
      );
      this.#drawn.set(node, element);
      this.#space.append(h("div", { class: "node-place", role: "none" }, element));
    }
    const lines = this.rows.endRow[node] - this.rows.row[node] + 1;
    const { style } = element.parentNode;
    style.left = `${this.#left(node)}px`;
    style.top = `${this.#top(node) + 6}px`;
    style.width = `${this.#sizes.node}px`;
    style.height = `${lines * LINE - (LINE - HIGH)}px`;
    this.#dress(element, node);
  }

  #dress(element, node) {
    const { search, rows } = this;
    const [move, value, note, bar, fold] = element.children;
    const isCut = search.kind[node] === "c";
    const hasChildren = search.hasChildren(node);
    const isOpen = rows.isOpen(node);
    const is = {
      best: this.#best.has(node),
      way: !search.isOver && this.#way.has(node),
      newest: !search.isOver && node === search.newest,
      open: isOpen,
      child: node > 0,
    };
    const marks = Object.keys(is).filter((key) => is[key]);
    element.className = ["node", KINDS[search.kindOf(node)], ...marks].join(" ");
    put(move, isCut ? cutText(search, node) : search.moveOf(node) || t("root"));
    put(value, isCut ? "✂" : valueText(search, node, true));
    put(
      note,
      isCut ? reasonText(search, node).split(":")[0].trim() : noteText(search, node, !isOpen),
    );
    put(fold, !hasChildren ? "" : isOpen ? "−" : belowText(search, node));
    fold.hidden = !hasChildren;
    const share = search.isMcts && node > 0 ? search.shareOfVisits(node) : 0;
    bar.hidden = !share;
    bar.style.transform = `scaleX(${share.toFixed(3)})`;
    const attributes = {
      "aria-label": sentence(search, node),
      "aria-level": search.ply[node] + 1,
      "aria-selected": node === this.selected,
      tabindex: node === this.selected ? 0 : -1,
      "aria-expanded": hasChildren ? isOpen : null,
    };
    for (const [name, text] of Object.entries(attributes)) {
      if (text === null) element.removeAttribute(name);
      else if (element.getAttribute(name) !== String(text)) element.setAttribute(name, text);
    }
  }

  /** The vertical lines from parents to children; the horizontal ones belong to the nodes. */
  #drawLinks(seen, top, bottom) {
    const { search, rows } = this;
    const { column, node: wide } = this.#sizes;
    const trunk = (parent, toRow) => {
      const x = this.#left(parent) + (wide + column) / 2;
      const [start, end] = [rows.row[parent], toRow].map((row) => row * LINE + HIGH / 2 - top);
      return `M${x} ${Math.max(start, -LINE)}V${Math.min(end, bottom - top + LINE)}`;
    };
    const parents = new Set(search.path(seen[0] ?? 0));
    for (const node of seen) parents.add(node);
    const plain = [...parents]
      .filter((node) => rows.isOpen(node))
      .map((parent) => trunk(parent, rows.lastRow[parent]));
    const ways = (line) =>
      [...line]
        .filter((node) => node > 0 && rows.isThere(node))
        .map((node) => trunk(search.parent[node], rows.row[node]));
    const lines = { plain, way: search.isOver ? [] : ways(this.#way), best: ways(this.#best) };
    this.#links.replaceChildren();
    this.#links.style.transform = `translateY(${top}px)`;
    this.#links.style.height = `${bottom - top}px`;
    for (const [name, parts] of Object.entries(lines))
      draw(this.#links, "path", { class: `link ${name}`, d: parts.join("") });
  }

  /** Above every column, the player who moves there. */
  #nameColumns(deepest) {
    const { column } = this.#sizes;
    const { turn, settings } = this.search;
    this.#columns.style.width = `${(deepest + 1) * column + 12}px`;
    const names = Array.from({ length: deepest + 1 }, (_, ply) => {
      const number = (ply % 2 ? 1 - turn : turn) + 1;
      const kind = h("b", {}, ply % 2 ? t("min") : t("max"));
      const name = [kind, " ", t("Player {number}", { number })];
      const label = h("span", {}, ...(ply === settings.depth ? [t("leaves")] : name));
      label.style.left = `${ply * column + 8}px`;
      return label;
    });
    fill(this.#columns, ...names);
  }

  /** Draw in the next frame. */
  #drawSoon() {
    if (this.#waits || !this.search) return;
    this.#waits = true;
    requestAnimationFrame(() => {
      this.#waits = false;
      if (this.search) this.draw();
    });
  }

  #nodeAt(event) {
    const element = event.target.closest("[data-node]");
    return element ? Number(element.dataset.node) : -1;
  }

  #point(event) {
    const node = this.#nodeAt(event);
    if (node >= 0 && event.pointerType === "mouse") this.watcher.look(node);
  }

  #click(event) {
    const node = this.#nodeAt(event);
    if (node < 0) return;
    this.select(node);
    if (event.target.closest(".node-fold")) this.#toggle(node);
  }

  /** Select a node, and give it the focus. */
  select(node) {
    this.selected = node;
    this.bring(node);
    this.#bringPage(node);
    this.draw();
    this.#drawn.get(node)?.focus({ preventScroll: true });
    this.watcher.look(node);
  }

  #focused(event) {
    const node = this.#nodeAt(event);
    if (node >= 0 && node !== this.selected) this.select(node);
    else if (node >= 0) this.watcher.look(node);
  }

  #toggle(node) {
    if (node < 0 || !this.search.hasChildren(node)) return;
    this.rows.choose(node, !this.rows.isOpen(node));
    this.show(false);
    this.bring(node);
    this.draw();
  }

  /** The usual keys of a tree: up and down between rows, left and right between plies. */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.search) return;
    const { rows, search, selected } = this;
    const isOpen = rows.isOpen(selected);
    const place = rows.items.indexOf(selected);
    const actions = {
      ArrowDown: () => this.#walk(place + 1),
      ArrowUp: () => this.#walk(place - 1),
      ArrowRight: () =>
        isOpen ? this.select(search.firstChild[selected]) : this.#toggle(selected),
      ArrowLeft: () => (isOpen ? this.#toggle(selected) : this.select(search.parent[selected])),
      Enter: () => this.#toggle(selected),
      Home: () => this.select(0),
      End: () => this.#walk(rows.items.length - 1),
    };
    if (!(event.key in actions)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== "ArrowLeft" || isOpen || selected > 0) actions[event.key]();
  }

  #walk(place) {
    const node = this.rows.items[place];
    if (node !== undefined) this.select(node);
  }
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
