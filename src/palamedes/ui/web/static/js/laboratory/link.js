/** The address of an exercise: every setting of a search, and the step that is shown. */

const USUAL = { algorithm: "alphabeta", order: "given", evaluation: "" };
const NUMBERS = { depth: 2, simulations: 100, expansions: 5, seed: 0, step: 0 };
export const BUDGETS = {
  bestfirst: "expansions",
  minimax: "depth",
  alphabeta: "depth",
  mcts: "simulations",
};
export const ORDERS = ["given", "good", "bad", "random"];

/** What an address of ours asks for; what it leaves open is as usual. */
export function readLink(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const wish = {
    game: fields.get("game") ?? "",
    position: fields.get("position"),
    moves: (fields.get("moves") ?? "").split(" ").filter(Boolean),
  };
  for (const [name, usual] of Object.entries(USUAL)) wish[name] = fields.get(name) ?? usual;
  for (const [name, usual] of Object.entries(NUMBERS)) {
    const number = Number(fields.get(name) ?? usual);
    wish[name] = Number.isInteger(number) && number >= 0 ? number : usual;
  }
  if (!(wish.algorithm in BUDGETS)) wish.algorithm = USUAL.algorithm;
  if (!ORDERS.includes(wish.order)) wish.order = USUAL.order;
  return wish;
}

/** The fields that make a difference for a search. */
export function queryOf(wish) {
  const fields = new URLSearchParams({ game: wish.game });
  if (wish.position) fields.set("position", wish.position);
  if (wish.moves.length) fields.set("moves", wish.moves.join(" "));
  const budget = BUDGETS[wish.algorithm];
  for (const name of ["algorithm", budget, "evaluation", "order", "seed"])
    fields.set(name, String(wish[name]));
  return fields;
}

export function linkTo(wish, step) {
  const fields = queryOf(wish);
  fields.set("step", String(step));
  return `#${fields}`;
}
