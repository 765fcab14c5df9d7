/** Why a spot cannot be played. Boards know no rules, so the server is asked. */

import { request } from "../shared/requests.js";
import { t } from "../shared/words.js";

/**
 * A sentence about a spot that cannot be touched after others.
 * @param {string} game
 * @param {string} position as text
 * @param {{touched: string[], spot: string}} refused as the board reports it
 * @returns {Promise<string>}
 */
export async function objection(game, position, { touched, spot }) {
  const question = { game, position, touched, spot };
  const answer = await request("/api/objections", question).catch(() => null);
  return answer?.text || t("You can't play there.");
}
