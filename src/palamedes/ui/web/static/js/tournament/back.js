/** At a board of a tournament: the way back to it, and on to the next round. */

import { fill, find, h, write } from "../dom.js";
import { ask } from "../net.js";
import { nameOf } from "../tournaments/names.js";
import { t } from "../words.js";

const PAUSE = 2000; // milliseconds until the next question

/** Show the way back on the page of a game of a tournament. */
export function showWayBack(gameId, id) {
  const bar = h("nav", { class: "way-back", "aria-label": t("Tournament"), hidden: true });
  find("#main").prepend(bar);
  let drawn = "";

  async function look() {
    const contest = await ask(`/api/contests/${id}`).catch(() => null);
    if (contest) {
      const next = contest.board !== null && contest.board !== gameId ? contest.board : null;
      const key = JSON.stringify([contest.round, contest.state, next]);
      if (key !== drawn) draw(contest, next);
      drawn = key;
    }
    setTimeout(look, PAUSE);
  }

  function draw(contest, next) {
    const ready = t("Round {round}: your game is ready.", contest);
    bar.hidden = false;
    fill(
      bar,
      h("a", { href: `/tournaments/${id}` }, `‹ ${nameOf(contest)}`),
      h("span", { class: "muted" }, t("Round {round} of {rounds}", contest)),
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
  look();
}
