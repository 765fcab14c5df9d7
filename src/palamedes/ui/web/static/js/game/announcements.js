/** Tells by ear what happens in a game: sounds, and sentences for screen readers. */

import { gapOf, isSown } from "../board/sowing.js";
import { announce } from "../shared/dom.js";
import { notify } from "../shared/notifications.js";
import { settings } from "../shared/settings.js";
import { sound, soundOfSowing } from "../shared/sound.js";
import { t } from "../shared/words.js";
import { isYourTurn } from "./sentences.js";

/** @typedef {import("../shared/messages.js").SceneMessage} SceneMessage */

/**
 * Announce the move and the end of the game between two scenes.
 * @param {SceneMessage} before
 * @param {SceneMessage} scene
 */
export function announceChange(before, scene) {
  if (scene.plies > before.plies) announceMove(before, scene);
  if (scene.result && !before.result) announceEnd(scene);
  // How strong the computer has played is known a moment later.
  if (scene.result?.strength && !before.result?.strength) announce(scene.result.strength);
}

/**
 * Notify a visitor who looks at something else that it has become their turn in a game with others.
 * @param {SceneMessage | null} before
 * @param {SceneMessage} scene
 * @param {{id: string, title: string}} info
 */
export function notifyOfTurn(before, scene, { id, title }) {
  const isNew = before === null || before.plies !== scene.plies || before.free.length > 0;
  if (isNew && scene.apart && !scene.result && !scene.free.length && isYourTurn(scene))
    notify(t("Your turn"), title, id);
}

function announceMove(before, scene) {
  const move = scene.moves.at(-1);
  announce(t("{player} plays {move}.", { player: scene.names[before.turn], move }));
  const isCapture = pieceCount(scene.board) < pieceCount(before.board);
  const { transfers } = scene.board;
  const sown = isSown(transfers) && settings.animation ? transfers.filter(([, , , , to]) => to) : [];
  if (sown.length) soundOfSowing(sown.length, gapOf(sown.length), isCapture);
  else sound(isCapture ? "take" : "move");
}

function announceEnd({ result, seats }) {
  announce(result.text);
  if (result.winner === null) sound("drawn");
  else sound(seats.length && !seats.includes(result.winner) ? "lost" : "won");
}

const pieceCount = (board) =>
  Object.values(board.pieces)
    .flat()
    .reduce((sum, [, , count]) => sum + count, 0);
