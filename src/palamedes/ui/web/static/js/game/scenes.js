/** The newest scene of a game, put together from what the server sends. */

/**
 * @typedef {import("../shared/messages.js").SceneMessage} SceneMessage
 * @typedef {import("../shared/messages.js").ChangeMessage} ChangeMessage
 */

export class Scenes {
  /** @type {SceneMessage | null} */
  #newest = null;
  #isAsking = false;

  /** @param {() => void} ask asks the server for the whole scene */
  constructor(ask) {
    this.ask = ask;
  }

  /**
   * The scene after a message; null if one is missing before it.
   * @param {SceneMessage | ChangeMessage} message
   */
  receive(message) {
    const before = this.#newest;
    const isWhole = message.type === "scene";
    if (!isWhole && message.number !== before?.number + 1) {
      if (!this.#isAsking) this.ask();
      this.#isAsking = true;
      return null;
    }
    if (isWhole) this.#isAsking = false;
    return (this.#newest = isWhole ? message : changed(before, message));
  }
}

/**
 * @param {SceneMessage} before
 * @param {ChangeMessage} change
 * @returns {SceneMessage}
 */
function changed(before, { number, kept, moves, scene }) {
  return { ...before, ...scene, number, moves: [...before.moves.slice(0, kept), ...moves] };
}
