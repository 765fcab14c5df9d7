/** The dialog for a new tournament of engines. */

import { lineOf, originalChoices, stepChoices } from "../game/levels.js";
import { fill, h, write } from "../shared/dom.js";
import { choices } from "../shared/dialogs.js";
import { gameOf, gameSelect } from "../shared/game_select.js";
import { numberText, t } from "../shared/words.js";
import { field, openDialog, textInput } from "./new_tournament.js";

const GAMES = [1, 2, 4, 10, 20];
const SECONDS = [0.1, 0.25, 0.5, 1, 2];
const CHECKED = ["step2", "step5", "step8"]; // those that a game has of them, at first
const EXAMPLE = "mcts:nodes=500\nstep4:style=aggressive";

export function openNewEngineTournament() {
  const chosen = { games: "4", seconds: "0.25" };
  const levels = h("fieldset", { "data-field": "levels" });
  const title = textInput("title", 60);
  const seed = textInput("seed", 9, "1");
  seed.inputMode = "numeric";
  const specs = h("textarea", {
    name: "specs",
    rows: 3,
    spellcheck: "false",
    placeholder: EXAMPLE,
  });
  let select;

  function fields(families) {
    select = gameSelect(families, (game) => drawLevels(levels, game));
    drawLevels(levels, gameOf(families, select));
    return [
      field(t("Game"), select),
      levels,
      field(
        t("Other engines, one per line"),
        specs,
        t("Algorithm and settings, with an optional name: mine=mcts:nodes=500"),
      ),
      choices(
        t("Games per pairing"),
        "games",
        GAMES.map((number) => [String(number), String(number)]),
        chosen.games,
        (value) => (chosen.games = value),
      ),
      choices(
        t("Time per move"),
        "seconds",
        SECONDS.map((seconds) => [
          String(seconds),
          t("{seconds} s", { seconds: numberText(seconds) }),
        ]),
        chosen.seconds,
        (value) => (chosen.seconds = value),
      ),
      h("div", { class: "two" }, field(t("Title"), title), field(t("Random seed"), seed)),
    ];
  }

  function answers() {
    const checked = [...levels.querySelectorAll("input:checked")].map((input) => input.value);
    const typed = specs.value.split("\n").map((line) => line.trim());
    return {
      game: select.value,
      title: title.value.trim(),
      players: [...checked, ...typed.filter(Boolean)],
      games: Number(chosen.games),
      seconds: Number(chosen.seconds),
      seed: Number.parseInt(seed.value, 10) || 0,
    };
  }
  return openDialog(t("New engine tournament"), "/api/contests/engines", fields, answers);
}

/** Checkboxes for the steps of a game's ladder and its original levels. */
function drawLevels(fieldset, game) {
  const line = h("p", { class: "level-line muted", role: "status" });
  const option = (value, text, label = null) => {
    const input = h("input", {
      ...{ type: "checkbox", name: "level", value, "aria-label": label, title: label },
      onchange: () => write(line, lineOf(game, value)),
    });
    input.checked = CHECKED.includes(value);
    return h("label", {}, input, h("span", {}, text));
  };
  write(line, t("1 is a newcomer, {last} is a master.", { last: game.steps.length }));
  fill(
    fieldset,
    h("legend", {}, t("Levels")),
    stepChoices(game.steps, option),
    line,
    originalChoices(game, false, option),
  );
}
