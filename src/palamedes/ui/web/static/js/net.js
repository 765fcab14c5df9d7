/** Talking with the server: requests, and lines that connect themselves again. */

import { t } from "./words.js";

/** What the server answered when it could not do something. */
export class Refusal extends Error {}

/**
 * Ask the server for something; Refusal with a text to show if it says no.
 * @param {string} path
 * @param {object} [body] posted as JSON if it is there
 */
export async function ask(path, body) {
  const options =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        };
  let answer;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...options });
  } catch {
    throw new Refusal(t("The server cannot be reached."));
  }
  const document = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const { detail } = document;
    throw new Refusal(typeof detail === "string" ? detail : t("The server could not do that."));
  }
  return document;
}

const FINAL = [1008, 4404]; // closed for good: no such game, or not from here
const SHORTEST = 250;
const LONGEST = 5000; // milliseconds until the next try

/**
 * A WebSocket that connects again, more and more patiently.
 * `hear` gets every message, `changed` the states "open", "connecting" and "closed".
 */
export class Line {
  #socket = null;
  #pause = SHORTEST;
  #timer = 0;
  #closed = false;

  constructor(path, hear, changed = (_state, _reason) => {}) {
    this.path = path;
    this.hear = hear;
    this.changed = changed;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    this.#connect();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Send a message; false if nobody would hear it. */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Connect anew, as somebody else perhaps. */
  renew() {
    this.#socket?.close();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.#socket = socket;
    this.changed("connecting", "");
    socket.addEventListener("open", () => {
      this.#pause = SHORTEST;
      this.changed("open", "");
    });
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.#lost(event));
  }

  #lost(event) {
    if (this.#closed) return;
    if (FINAL.includes(event.code)) {
      this.#closed = true;
      this.changed("closed", event.reason);
      return;
    }
    this.changed("connecting", "");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), this.#pause);
    this.#pause = Math.min(LONGEST, 1.7 * this.#pause);
  }

  /** The network or the visitor is back: do not wait any longer. */
  #hurry() {
    if (this.#closed || this.#socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#connect();
  }
}
