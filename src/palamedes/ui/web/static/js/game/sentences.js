/** What the page of a game says to its visitor. */

import { objection } from "../board/objections.js";
import { t } from "../shared/words.js";

/** @typedef {import("../shared/messages.js").SceneMessage} SceneMessage */

/**
 * Whose turn it is and what to do, or the result.
 * @param {SceneMessage} scene
 * @param {string} begun what to do next in a move that is begun, else ""
 */
export function statusText(scene, begun) {
  const { result, paused, turn, names, phase } = scene;
  if (result) return [result.text, result.strength].filter(Boolean).join(" ");
  if (paused) return t("The game is paused.");
  if (scene.preparing) return t("The computer is getting ready. This happens only once…");
  if (begun) return begun; // a sentence of its own
  if (isYourTurn(scene)) return t("Your turn: {phase}", { phase });
  if (scene.kinds[turn] === "engine") return t("{player} is thinking…", { player: names[turn] });
  return t("{player} to move: {phase}", { player: names[turn], phase });
}

/**
 * The title of the page, for a visitor who looks at another one meanwhile.
 * @param {{title: string}} info
 * @param {SceneMessage} scene
 */
export function titleText({ title }, scene) {
  const { result, paused } = scene;
  const news = result?.text ?? (!paused && isYourTurn(scene) ? t("Your turn") : "");
  return [news, title, "Palamedes"].filter(Boolean).join(" - ");
}

/**
 * Why a spot cannot be played in the newest position.
 * @param {string} game
 * @param {SceneMessage} scene
 * @param {{touched: string[], spot: string}} refused
 */
export async function refusal(game, { seats, paused, turn, position }, refused) {
  if (!seats.length) return t("You are watching this game.");
  if (paused) return t("The game is paused.");
  if (!seats.includes(turn)) return t("It is not your turn.");
  return objection(game, position, refused);
}

/** Whether it is the turn of a visitor who plays one side. */
export const isYourTurn = ({ seats, turn }) => seats.length === 1 && seats[0] === turn;
