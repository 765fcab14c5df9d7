/** The rounds of a tournament of people, where the organiser can set results. */

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { points } from "./tables.js";

/** A section for each round, the newest first. */
export function roundList(tournament, names, page) {
  const rounds = Array.from(
    { length: tournament.round },
    (_none, index) => tournament.round - index,
  );
  return rounds.map((round) => {
    const pairings = tournament.pairings.filter((each) => each.round === round);
    return h(
      "section",
      { class: "panel sheet round", "data-round": round },
      h("h2", {}, t("Round {round}", { round })),
      h("ul", {}, ...pairings.map((pairing) => row(tournament, pairing, names, page))),
    );
  });
}

function row(tournament, pairing, names, page) {
  const first = names.get(pairing.first);
  if (pairing.second === null) {
    return h("li", {}, h("span", {}, first), h("span", { class: "muted" }, t("bye")));
  }
  const pair = `${first} - ${names.get(pairing.second)}`;
  const link = pairing.game
    ? h(
        "a",
        {
          href: `/game/${pairing.game}`,
          id: `board-${pairing.round}-${pairing.board}`,
        },
        pair,
      )
    : h("span", {}, pair);
  return h(
    "li",
    {},
    link,
    h("span", { class: "result" }, resultText(pairing)),
    tournament.mine && resultSelect(pairing, pair, page),
  );
}

function resultText({ points: won, game }) {
  if (won === null) return t("in progress");
  const text = `${points(won)} - ${points(1 - won)}`;
  return game ? text : `${text} ${t("(forfeit)")}`;
}

/** A list from which the organiser sets the result of a game. */
function resultSelect(pairing, pair, page) {
  const { round, board } = pairing;
  const name = t("Result of {pair}", { pair });
  const select = h(
    "select",
    {
      "aria-label": name,
      title: name,
      id: `result-${round}-${board}`,
      onchange: () =>
        select.value && page.act("results", { round, board, points: Number(select.value) }),
    },
    h("option", { value: "" }, t("Set result...")),
    ...[1, 0.5, 0].map((won) => h("option", { value: won }, `${points(won)} - ${points(1 - won)}`)),
  );
  return select;
}
