/** The form for a search: game, position, algorithm, limit, evaluation, move ordering, seed. */

import { button, fill, h } from "../shared/dom.js";
import { choices } from "../shared/dialogs.js";
import { request } from "../shared/requests.js";
import { t } from "../shared/words.js";
import { BUDGETS, ORDERS } from "./search_link.js";
import { openPosition } from "./position_dialog.js";
import { algorithmName, evaluationText, orderName } from "./node_texts.js";

const MOST = { depth: 20, simulations: 119_999, expansions: 119_999, seed: 2 ** 31 - 1 };

export class SearchForm {
  #games = h("select", { "aria-label": t("Game") });
  #evaluations = h("select", { "aria-label": t("Evaluation") });
  #orders = h(
    "select",
    { "aria-label": t("Move ordering") },
    ...ORDERS.map((name) => h("option", { value: name }, orderName(name))),
  );
  #algorithms = h("div");
  #budget = h("input", { type: "number", min: 1 });
  #budgetName = h("span");
  #seed = h("input", { type: "number", min: 0, max: MOST.seed });
  #where = h("output", { class: "where" });
  #submit = h("button", { class: "button main", type: "submit" }, t("Search"));
  #known = new Map(); // evaluations by game

  /** @param {(settings: any) => void} search */
  constructor(search) {
    /** @type {any} */
    this.settings = null;
    this.search = search;
    const field = (name, input) => h("label", {}, h("span", { class: "legend" }, name), input);
    const where = h(
      "div",
      { class: "where-row" },
      button("edit", t("Position"), () => this.#choosePosition()),
      this.#where,
      this.#submit,
    );
    this.element = h(
      "form",
      { class: "panel lab-form", onsubmit: (event) => this.#ask(event) },
      h("div", { class: "wide form-head" }, this.#algorithms, where),
      field(t("Game"), this.#games),
      h("label", {}, h("span", { class: "legend" }, this.#budgetName), this.#budget),
      field(t("Evaluation"), this.#evaluations),
      field(t("Move ordering"), this.#orders),
      field(t("Random seed"), this.#seed),
    );
    this.#games.addEventListener("change", () => this.#changeGame());
    this.#orders.addEventListener("change", () => {
      this.#read();
      this.#drawBudget();
    });
  }

  /** Load the list of games; returns the first. */
  async fill() {
    const families = await request("/api/catalogue");
    const games = families.flatMap((family) => family.variants);
    fill(this.#games, ...games.map(({ id, title }) => h("option", { value: id }, title)));
    return games[0].id;
  }

  /** Show the settings of a search. */
  async show(settings) {
    this.settings = structuredClone(settings);
    if (![...this.#games.options].some((option) => option.value === settings.game))
      this.#games.append(h("option", { value: settings.game }, settings.game));
    this.#games.value = settings.game;
    this.#orders.value = settings.order;
    this.#seed.value = settings.seed;
    this.#drawAlgorithms();
    this.#drawBudget();
    this.#showWhere();
    await this.#drawEvaluations();
  }

  busy(isBusy) {
    this.#submit.disabled = isBusy;
    this.#submit.textContent = isBusy ? t("Searching…") : t("Search");
  }

  #drawAlgorithms() {
    const options = Object.keys(BUDGETS).map((name) => [name, algorithmName(name)]);
    const choose = (name) => {
      this.#read();
      this.settings.algorithm = name;
      this.#drawBudget();
    };
    fill(
      this.#algorithms,
      choices(t("Algorithm"), "algorithm", options, this.settings.algorithm, choose),
    );
  }

  #drawBudget() {
    const name = BUDGETS[this.settings.algorithm];
    const guides = ["good", "bad"].includes(this.#orders.value);
    // MCTS plays at random, so it needs an evaluation only to order moves.
    this.#evaluations.disabled = this.settings.algorithm === "mcts" && !guides;
    const titles = {
      depth: t("Depth"),
      simulations: t("Simulations"),
      expansions: t("Expansions"),
    };
    this.#budgetName.textContent = titles[name];
    this.#budget.max = MOST[name];
    this.#budget.value = this.settings[name];
    this.#budget.name = name;
  }

  async #drawEvaluations() {
    const { game, evaluation } = this.settings;
    if (!this.#known.has(game))
      this.#known.set(
        game,
        await request(`/api/laboratory/evaluations/${encodeURIComponent(game)}`),
      );
    const names = this.#known.get(game);
    fill(this.#evaluations, ...names.map((name) => h("option", { value: name }, evaluationText(name))));
    this.#evaluations.value = names.includes(evaluation) ? evaluation : names[0];
  }

  #showWhere() {
    const { position, moves } = this.settings;
    const parts = [position ?? t("starting position"), moves.join(" ")].filter(Boolean);
    this.#where.textContent = parts.join(", ");
  }

  #changeGame() {
    this.#read();
    Object.assign(this.settings, {
      game: this.#games.value,
      position: null,
      moves: [],
      evaluation: "",
    });
    this.#showWhere();
    this.#drawEvaluations().catch(() => {});
  }

  #choosePosition() {
    openPosition(this.settings, ({ position, moves }) => {
      Object.assign(this.settings, { position, moves });
      this.#showWhere();
      this.#submit.focus();
    });
  }

  #read() {
    const number = (input, most) =>
      Math.max(Number(input.min), Math.min(most, Math.floor(Number(input.value)) || 0));
    const { name } = this.#budget;
    this.settings[name] = number(this.#budget, MOST[name]);
    this.settings.seed = number(this.#seed, MOST.seed);
    this.settings.evaluation = this.#evaluations.value;
    this.settings.order = this.#orders.value;
  }

  #ask(event) {
    event.preventDefault();
    this.#read();
    this.search({ ...structuredClone(this.settings), step: 0 });
  }
}
