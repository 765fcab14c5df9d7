/** What is heard of a game: sounds, and words for those who do not see the board. */

import { announce } from "./dom.js";
import { sound } from "./sound.js";
import { t } from "./words.js";

/** Tell by ear what has happened between two scenes of a game. */
export function tellChange(before, scene) {
  const isNew = scene.plies !== before.plies;
  if (!isNew && Boolean(before.result) === Boolean(scene.result)) return;
  if (scene.plies > before.plies) tellMove(before, scene);
  if (scene.result && !before.result) tellEnd(scene);
}

function tellMove(before, scene) {
  const move = scene.moves.at(-1);
  announce(t("{player} plays {move}.", { player: scene.names[before.turn], move }));
  sound(count(scene.board) < count(before.board) ? "take" : "move");
}

function tellEnd({ result, seats }) {
  announce(result.text);
  if (result.winner === null) sound("drawn");
  else sound(seats.length && !seats.includes(result.winner) ? "lost" : "won");
}

const count = (board) =>
  Object.values(board.pieces)
    .flat()
    .reduce((sum, [, , n]) => sum + n, 0);
