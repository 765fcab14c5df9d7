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
    throw new Refusal(typeof detail === "string" ? detail : t("The server could not process the request."));
  }
  return document;
}

const FINAL = [1008, 4404]; // closed for good: no such game, or not from here
const SHORTEST = 250;
const LONGEST = 5000; // milliseconds until the next try
const BEAT = 4000; // between two questions whether the server is still there
const SILENCE = 9000; // without an answer, after which it is not

/**
 * A WebSocket that connects again, more and more patiently, also when it dies without a word.
 * `hear` gets every message, `changed` the states "open", "connecting" and "closed".
 */
export class Line {
  #socket = null;
  #pause = SHORTEST;
  #timer = 0;
  #heart = 0;
  #asked = 0; // when the server was asked for a sign of life that has not come yet
  #closed = false;

  constructor(path, hear, changed = (_state, _reason) => {}) {
    this.path = path;
    this.hear = hear;
    this.changed = changed;
    addEventListener("online", () => this.#hurry());
    addEventListener("offline", () => this.#drop());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    this.#heart = setInterval(() => this.#beat(), BEAT);
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
    clearInterval(this.#heart);
    this.#socket?.close();
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    const on = (kind, act) =>
      socket.addEventListener(kind, (event) => socket === this.#socket && act(event));
    this.#socket = socket;
    this.#asked = 0;
    this.changed("connecting", "");
    on("open", () => {
      this.#pause = SHORTEST;
      this.changed("open", "");
    });
    on("message", (event) => this.#heard(JSON.parse(event.data)));
    on("close", (event) => this.#lost(event));
  }

  #heard(message) {
    this.#asked = 0;
    if (message.type !== "pong") this.hear(message);
  }

  /** Ask for a sign of life, and give the line up if the last one never came. */
  #beat() {
    if (this.#asked && performance.now() - this.#asked > SILENCE) this.#drop();
    else if (!this.#asked && this.send({ type: "ping" })) this.#asked = performance.now();
  }

  /** Nobody answers: a new line is tried at once, without waiting for this one to end. */
  #drop() {
    if (this.#closed || !this.#socket) return;
    const dead = this.#socket;
    this.#socket = null;
    dead.close();
    this.#lost({ code: 0, reason: "" });
  }

  #lost({ code, reason }) {
    if (this.#closed) return;
    this.#asked = 0;
    if (FINAL.includes(code)) {
      this.#closed = true;
      this.changed("closed", reason);
      return;
    }
    this.changed("connecting", "");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), this.#pause);
    this.#pause = Math.min(LONGEST, 1.7 * this.#pause);
  }

  /** The network or the visitor is back: do not wait any longer. */
  #hurry() {
    const isUnderWay = this.#socket && this.#socket.readyState !== WebSocket.CLOSED;
    if (this.#closed || isUnderWay) return;
    clearTimeout(this.#timer);
    this.#connect();
  }
}
