/** How pieces go from spot to spot during a move. `core/board.py` has the same in Python. */

/**
 * @typedef {import("../shared/messages.js").Stack} Stack
 * @typedef {import("../shared/messages.js").Transfer} Transfer
 * @typedef {Record<string, Stack>} Pieces by spot
 */

/**
 * The stack of a spot with some pieces more, or fewer.
 * @param {Stack} stack
 * @returns {Stack}
 */
export function changed(stack, kind, owner, change) {
  const isSame = (piece) => piece[0] === kind && piece[1] === owner;
  if (!stack.some(isSame)) return [...stack, [kind, owner, change]];
  /** @type {Stack} */
  const after = stack.map((piece) => (isSame(piece) ? [kind, owner, piece[2] + change] : piece));
  return after.filter(([, , count]) => count !== 0);
}

/**
 * The pieces after some transfers.
 * @param {Pieces} pieces
 * @param {Transfer[]} transfers
 * @returns {Pieces}
 */
export function transferred(pieces, transfers) {
  const after = { ...pieces };
  for (const [kind, owner, count, from, to] of transfers) {
    if (from !== null) after[from] = changed(after[from] ?? [], kind, owner, -count);
    if (to !== null) after[to] = changed(after[to] ?? [], kind, owner, count);
  }
  return Object.fromEntries(Object.entries(after).filter(([, stack]) => stack.length));
}

/** Whether some transfers lead from one board to another, both given by their pieces. */
export function leadTo(before, transfers, after) {
  return textOf(transferred(before, transfers)) === textOf(after);
}

/** The pieces as a text that does not depend on their order. */
const textOf = (pieces) =>
  JSON.stringify(
    Object.entries(pieces)
      .map(([spot, stack]) => [spot, ...stack.map(String).sort()])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
