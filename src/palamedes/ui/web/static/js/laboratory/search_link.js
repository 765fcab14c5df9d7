/** Addresses of searches: all their settings, and the step that is shown. */

const DEFAULTS = { algorithm: "alphabeta", order: "given", evaluation: "" };
const NUMBERS = { depth: 2, simulations: 100, expansions: 5, seed: 0, step: 0 };
export const BUDGETS = {
  bestfirst: "expansions",
  minimax: "depth",
  alphabeta: "depth",
  mcts: "simulations",
};
export const ORDERS = ["given", "good", "bad", "random"];

/** The settings in the hash of an address; what is missing or invalid gets its default. */
export function readLink(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const settings = {
    game: fields.get("game") ?? "",
    position: fields.get("position"),
    moves: (fields.get("moves") ?? "").split(" ").filter(Boolean),
  };
  for (const [name, standard] of Object.entries(DEFAULTS))
    settings[name] = fields.get(name) ?? standard;
  for (const [name, standard] of Object.entries(NUMBERS)) {
    const number = Number(fields.get(name) ?? standard);
    settings[name] = Number.isInteger(number) && number >= 0 ? number : standard;
  }
  if (!(settings.algorithm in BUDGETS)) settings.algorithm = DEFAULTS.algorithm;
  if (!ORDERS.includes(settings.order)) settings.order = DEFAULTS.order;
  return settings;
}

/** The settings that matter for a search, as a query. */
export function queryOf(settings) {
  const fields = new URLSearchParams({ game: settings.game });
  if (settings.position) fields.set("position", settings.position);
  if (settings.moves.length) fields.set("moves", settings.moves.join(" "));
  const budget = BUDGETS[settings.algorithm];
  for (const name of ["algorithm", budget, "evaluation", "order", "seed"])
    fields.set(name, String(settings[name]));
  return fields;
}

export function linkTo(settings, step) {
  const fields = queryOf(settings);
  fields.set("step", String(step));
  return `#${fields}`;
}
