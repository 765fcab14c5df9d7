// Runs the script of a report on a stand-in for a browser's document, and prints what came out.
// node browser.js REPORT.html
"use strict";
const fs = require("fs");
const vm = require("vm");

class Thing {
  constructor(tag) {
    Object.assign(this, { tagName: tag.toUpperCase(), attributes: {}, children: [], listeners: {} });
    Object.assign(this, { own: "", value: "", hidden: false, offsetTop: 0, clientHeight: 0 });
    this.classList = { toggle: (name, on) => on && (this.className += ` ${name}`) };
  }
  append(child) { this.children.push(child); }
  replaceChildren() { this.children = []; }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  removeAttribute(name) { delete this.attributes[name]; }
  addEventListener(name, action) { this.listeners[name] = action; }
  focus() {}
  closest() { return null; }
  getBoundingClientRect() { return { left: 0, width: 100 }; }
  get tBodies() { return this.children; }
  set textContent(text) { this.own = String(text); this.children = []; }
  get textContent() { return this.own + this.children.map((child) => child.textContent).join(""); }
  querySelectorAll(tag) {
    const inside = this.children.flatMap((child) => child.querySelectorAll(tag));
    return this.tagName === tag.toUpperCase() ? [this, ...inside] : inside;
  }
  xml() {
    const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
    const pairs = Object.entries(this.attributes).map(([k, v]) => ` ${k}="${escaped(v)}"`);
    const inner = escaped(this.own) + this.children.map((child) => child.xml()).join("");
    const tag = this.tagName.toLowerCase();
    return `<${tag}${pairs.join("")}>${inner}</${tag}>`;
  }
}

const html = fs.readFileSync(process.argv[2], "utf8");
const things = {};
for (const [, tag, id] of html.matchAll(/<(\w+)[^>]*?\sid="([\w-]+)"/g)) things[id] = new Thing(tag);
things.list.append(new Thing("tbody"));
things.games.own = html.match(/id="games">([^<]*)</)[1];
const document = new Thing("document");
document.getElementById = (id) => things[id] || null;
document.createElement = (tag) => new Thing(tag);
document.createElementNS = (_space, tag) => new Thing(tag);
const box = vm.createContext({
  document, window: { DecompressionStream }, DecompressionStream, Blob, Response, atob, Uint8Array,
});

function countersOf(data, counters) {
  const places = counters.flatMap((_value, i) => (i % 3 === 0 ? [i] : []));
  return places.map((i) => [counters[i], data.labels[counters[i + 1]], counters[i + 2]]);
}

/** Go through all games by the keys of a person, and note what is to be seen. */
function watch() {
  const { view, choose, positionsOf } = box.inside;
  const press = (key) =>
    document.listeners.keydown({ key, target: document, preventDefault() {} });
  const games = view.data.games.map((game) => {
    choose(game, true);
    const boards = [things.board.xml()];
    while (view.ply < game.moves.length) {
      press("ArrowRight");
      boards.push(things.board.xml());
    }
    const sides = things.sides.textContent;
    press("Home");
    const positions = positionsOf(view.data, game).map((position) => ({
      ...position,
      stacks: [...position.stacks].map(([spot, stack]) => [view.data.board.spots[spot][0], stack]),
      counters: countersOf(view.data, position.counters),
      touched: position.touched.map((spot) => view.data.board.spots[spot][0]),
    }));
    const [title, result, moves] = ["game-title", "result", "moves"].map((id) => things[id].textContent);
    return { boards, positions, sides, title, result, moves, graph: things.graph.xml(), ply: view.ply };
  });
  const counts = {};
  for (const result of ["", "wins", "loses", "0", "1", "2"]) {
    things["filter-player"].value = "0";
    things["filter-result"].value = result;
    things.filter.listeners.change();
    counts[result] = Number(things.shown.textContent.split(" ")[0]);
  }
  return { games, counts, rows: things.list.children[0].children.length };
}

const script = html.match(/<script>([^]*)<\/script>/)[1];
vm.runInContext(`${script}\nglobalThis.inside = { view, choose, positionsOf };`, box);
setTimeout(() => console.log(JSON.stringify(watch())), 300);
