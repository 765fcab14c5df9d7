/** Above a game of a tournament: links to the tournament and to the board of the next round. */

import { fill, find, h, write } from "../shared/dom.js";
import { request } from "../shared/requests.js";
import { nameOf } from "../tournaments/names.js";
import { t } from "../shared/words.js";

const PAUSE = 2000; // milliseconds between two updates

/** @param {string} gameId the game on this page @param {string} id of its tournament */
export function showTournamentBar(gameId, id) {
  const bar = h("nav", { class: "tournament-bar", "aria-label": t("Tournament"), hidden: true });
  find("#main").prepend(bar);
  let drawn = "";

  async function update() {
    const tournament = await request(`/api/contests/${id}`).catch(() => null);
    if (tournament) {
      const next =
        tournament.board !== null && tournament.board !== gameId ? tournament.board : null;
      const key = JSON.stringify([tournament.round, tournament.state, next]);
      if (key !== drawn) draw(tournament, next);
      drawn = key;
    }
    setTimeout(update, PAUSE);
  }

  function draw(tournament, next) {
    const ready = t("Round {round}: your game is ready.", tournament);
    bar.hidden = false;
    fill(
      bar,
      h("a", { href: `/tournaments/${id}` }, `‹ ${nameOf(tournament)}`),
      h("span", { class: "muted" }, t("Round {round} of {rounds}", tournament)),
      next &&
        h(
          "a",
          {
            class: "button main",
            id: "next-board",
            href: `/game/${next}`,
          },
          t("Go to your next game"),
        ),
    );
    if (next) write(find("#announcer"), ready);
  }
  update();
}
