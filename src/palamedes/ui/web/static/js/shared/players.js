/** Other players: links to their profiles, and blocking them. */

import { confirmed } from "./dialogs.js";
import { button, h } from "./dom.js";
import { request } from "./requests.js";
import { t } from "./words.js";

/** The name of an account as a link to its profile. */
export const playerLink = (name) => h("a", { href: `/players/${encodeURIComponent(name)}` }, name);

/**
 * A button that blocks somebody.
 * @param {{name?: string, game?: string, challenge?: string}} whom one of these
 * @param {() => void} done
 * @param {(message: string) => void} fail
 */
export function blockButton(whom, done, fail, { quiet = false } = {}) {
  const block = async () => {
    const what = t("You are not offered each other's games and cannot greet each other.");
    if (!(await confirmed(t("Block this player?"), t("Block"), what))) return;
    try {
      await request("/api/you/blocks", whom);
      done();
    } catch (error) {
      fail(error.message);
    }
  };
  const name = quiet ? "bare block" : "block";
  return button("block", t("Block this player"), block, { quiet, name });
}
