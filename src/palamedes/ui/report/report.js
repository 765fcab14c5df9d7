/* The games of the report: a list with filters, and a replay of one of them. */

const PAGE = 200; // games listed at once
const at = (id) => document.getElementById(id);
const view = { data: null, game: null, positions: [], ply: 0, listed: PAGE };

/** Unpack the games: base64 of deflated JSON. */
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** A text with its {placeholders} filled in. */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_hole, name) => values[name]);
}

/** Add an HTML element. Its text is set as text, never as markup. */
function add(parent, name, text = "", kind = "") {
  const element = document.createElement(name);
  element.textContent = text;
  if (kind) element.className = kind;
  parent.append(element);
  return element;
}

/** All positions of a game, each made from the one before and its changes. */
function positionsOf(data, game) {
  let stacks = new Map();
  return game.frames.map(([changes, regions, counters, touched]) => {
    stacks = new Map(stacks);
    for (let i = 0; i < changes.length; i += 2) {
      if (changes[i + 1] === 0) stacks.delete(changes[i]);
      else stacks.set(changes[i], data.stacks[changes[i + 1]]);
    }
    return { stacks, regions: data.regions[regions], counters, touched };
  });
}

/** The player who made the move of a ply, 0 or 1. */
function moverOf(game, ply) {
  return (game.turn + ply) % 2;
}

function scoreText(data, score) {
  if (score === null) return "";
  if (Math.abs(score) >= data.estimate) {
    const plies = data.won - Math.abs(score);
    if (Math.abs(score) === data.estimate) return data.words[score > 0 ? "won" : "lost"];
    const [one, many] = score > 0 ? data.words.win : data.words.loss;
    return plies === 1 ? one : fill(many, { plies });
  }
  return (score > 0 ? "+" : "") + score;
}

/** The score for the first player from -1 to 1; proven wins and losses are at the ends. */
function advantage(data, game, ply) {
  const score = game.scores[ply];
  if (score === null) return null;
  const sign = moverOf(game, ply) === 0 ? 1 : -1;
  if (Math.abs(score) >= data.estimate) return sign * Math.sign(score);
  return (sign * score) / (Math.abs(score) + 2 * data.typical);
}

/** Whether a game passes the filter by player, result and end; "" passes all. */
function passes(game, player, result, end) {
  const side = player === "" ? 0 : game.players.indexOf(Number(player)) + 1;
  if (player !== "" && side === 0) return false;
  if (end !== "" && game.reason !== end) return false;
  if (result === "") return true;
  if (result === "wins") return side !== 0 && game.winner === side;
  if (result === "loses") return side !== 0 && game.winner === 3 - side;
  return game.winner === Number(result);
}

function listGames() {
  const { data } = view;
  const wanted = ["player", "result", "end"].map((name) => at(`filter-${name}`).value);
  const games = data.games.filter((game) => passes(game, ...wanted));
  const body = at("list").tBodies[0];
  body.replaceChildren();
  for (const game of games.slice(0, view.listed)) listGame(body, game);
  at("more").hidden = games.length <= view.listed;
  const counts = { shown: games.length, total: data.games.length };
  at("shown").textContent = fill(data.words.shown, counts);
}

function listGame(body, game) {
  const { words } = view.data;
  const row = add(body, "tr");
  if (game === view.game) row.setAttribute("aria-current", "true");
  const button = add(add(row, "td"), "button", fill(words.game, { number: game.number }));
  button.type = "button";
  button.addEventListener("click", () => choose(game, true));
  for (const place of game.players) add(row, "td", view.data.names[place]);
  add(row, "td", ["½-½", "1-0", "0-1"][game.winner]);
  add(row, "td", fill(words.plies, { plies: game.moves.length }));
  add(row, "td", words.reasons[game.reason]);
}

/** Show a game from its start. */
function choose(game, isAsked) {
  const { data } = view;
  view.game = game;
  view.positions = positionsOf(data, game);
  const names = game.players.map((place) => data.names[place]).join(" - ");
  at("game-title").textContent = `${fill(data.words.game, { number: game.number })}: ${names}`;
  at("result").textContent = [game.text, game.detail].filter(Boolean).join(" ");
  at("slider").max = game.moves.length;
  at("replay").hidden = false;
  listMoves();
  listGames();
  show(0);
  if (isAsked) at("game-title").focus();
}

function listMoves() {
  const { data, game } = view;
  at("moves").replaceChildren();
  if (game.turn === 1) add(at("moves"), "li", "…");
  game.moves.forEach((move, ply) => {
    const button = add(add(at("moves"), "li"), "button", `${ply + 1}. ${move} `);
    const spent = game.seconds[ply];
    const time = spent === null ? "" : fill(data.words.seconds, { seconds: spent });
    add(button, "small", [scoreText(data, game.scores[ply]), time].filter(Boolean).join(", "));
    button.type = "button";
    button.addEventListener("click", () => show(ply + 1));
  });
}

/** Show the position after `ply` moves. */
function show(ply) {
  const { data, game, positions } = view;
  view.ply = Math.max(0, Math.min(ply, game.moves.length));
  const { stacks, regions, counters, touched } = positions[view.ply];
  drawBoard(at("board"), data.board, stacks, regions, touched);
  showSides(counters);
  at("slider").value = view.ply;
  const move = view.ply ? `${view.ply}. ${game.moves[view.ply - 1]}` : data.words.start;
  at("slider").setAttribute("aria-valuetext", move);
  markMove();
  drawGraph();
}

function showSides(counters) {
  const { data, game, ply } = view;
  at("sides").replaceChildren();
  game.players.forEach((place, player) => {
    const side = add(at("sides"), "div", "", player === 0 ? "side first" : "side second");
    const isOver = ply === game.moves.length;
    side.classList.toggle("to-move", !isOver && moverOf(game, ply) === player);
    add(side, "strong", signOf(data.stacks, player) + data.names[place]);
    for (let i = 0; i < counters.length; i += 3) {
      if (counters[i] !== player) continue;
      const values = { label: data.labels[counters[i + 1]], value: counters[i + 2] };
      add(side, "span", fill(data.words.counter, values));
    }
  });
}

function markMove() {
  const buttons = at("moves").querySelectorAll("button");
  buttons.forEach((button) => button.removeAttribute("aria-current"));
  const current = buttons[view.ply - 1];
  if (current) current.setAttribute("aria-current", "true");
  const list = at("moves");
  const top = current ? current.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  list.scrollTop = top;
}

/** Draw the evaluations of both players, and a line at the position shown. */
function drawGraph() {
  const { data, game, ply } = view;
  const svg = at("graph");
  const count = game.moves.length || 1;
  svg.replaceChildren();
  svg.setAttribute("viewBox", "0 0 100 40");
  svg.setAttribute("preserveAspectRatio", "none");
  const thin = { "vector-effect": "non-scaling-stroke" };
  draw(svg, "line", { x1: 0, y1: 20, x2: 100, y2: 20, stroke: "var(--edge)", ...thin });
  for (const player of [0, 1]) {
    const points = game.scores
      .map((_score, index) => [index, advantage(data, game, index)])
      .filter(([index, value]) => value !== null && moverOf(game, index) === player)
      .map(([index, value]) => `${(100 * (index + 1)) / count},${20 - 18 * value}`);
    const stroke = player === 0 ? "var(--first)" : "var(--second)";
    const style = { fill: "none", stroke, "stroke-width": 2, ...thin };
    draw(svg, "polyline", { points: points.join(" "), ...style });
  }
  const x = (100 * ply) / count;
  const style = { stroke: "var(--ink)", "stroke-width": 1, ...thin };
  draw(svg, "line", { x1: x, y1: 0, x2: x, y2: 40, ...style });
}

/** Keys are for the replay unless a control that uses them has the focus. */
function onKey(event) {
  const steps = { ArrowLeft: view.ply - 1, ArrowRight: view.ply + 1, Home: 0, End: Infinity };
  const isTaken = event.target.closest("input, select, .wide");
  const isChord = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!view.game || !(event.key in steps) || isTaken || isChord) return;
  event.preventDefault();
  show(steps[event.key]);
}

function listen() {
  at("to-start").addEventListener("click", () => show(0));
  at("back").addEventListener("click", () => show(view.ply - 1));
  at("forward").addEventListener("click", () => show(view.ply + 1));
  at("to-end").addEventListener("click", () => show(Infinity));
  at("slider").addEventListener("input", () => show(Number(at("slider").value)));
  at("graph").addEventListener("click", (event) => {
    const box = at("graph").getBoundingClientRect();
    show(Math.round(((event.clientX - box.left) / box.width) * view.game.moves.length));
  });
  at("filter").addEventListener("change", () => {
    view.listed = PAGE;
    listGames();
  });
  at("more").addEventListener("click", () => {
    view.listed += PAGE;
    listGames();
  });
  document.addEventListener("keydown", onKey);
}

/** Fill the options of a filter. */
function offer(id, choices) {
  for (const [value, text] of choices) add(at(id), "option", text).value = value;
}

async function start() {
  if (!window.DecompressionStream) {
    at("too-old").hidden = false;
    return;
  }
  const data = await unpack(at("games").textContent);
  view.data = data;
  offer("filter-player", data.names.map((name, place) => [place, name]));
  const ends = [...new Set(data.games.map((game) => game.reason))];
  offer("filter-end", ends.map((reason) => [reason, data.words.reasons[reason]]));
  at("filter").hidden = false;
  listen();
  if (data.games.length) choose(data.games[0], false);
  else listGames();
}

start();
