/** A WebSocket that connects again by itself. */

import { addressOf } from "./addresses.js";

const FINAL = [1008, 4404]; // codes that end it for good: not allowed, or no such game
const RESTARTING = 1012; // the code with which a server ends that is about to start again
const SHORTEST = 250;
const LONGEST = 5000; // milliseconds until the next attempt
const LONGEST_OF_RESTART = 1000; // the same, while a server is expected back at any moment
const RESTART = 30_000; // milliseconds for which it is
const PING = 4000; // between two pings
const SILENCE = 9000; // without a pong, after which the connection counts as dead

/**
 * Sends and receives messages as JSON. A lost connection is tried again after longer and longer
 * pauses; one that died silently is found by pings.
 */
export class ReconnectingSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #pause = SHORTEST;
  #timer = 0;
  #pinging = 0;
  #heard = -PING; // when the last message came
  #pinged = 0; // when the ping was sent that has no pong yet, or 0
  #restarted = -RESTART; // when the server said that it restarts
  #isClosed = false;

  /**
   * @param {string} path
   * @param {(message: any) => void} onMessage
   * @param {(state: "connecting" | "open" | "closed") => void} onState "closed" is for good
   */
  constructor(path, onMessage, onState = () => {}) {
    this.path = path;
    this.onMessage = onMessage;
    this.onState = onState;
    addEventListener("online", () => this.#connectNow());
    addEventListener("offline", () => this.#abandon());
    document.addEventListener("visibilitychange", () => document.hidden || this.#connectNow());
    this.#pinging = setInterval(() => this.#ping(), PING);
    this.#connect();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Send a message; false if there is no connection. */
  send(message) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Connect again, so that the server sees new cookies. */
  reconnect() {
    this.#socket?.close();
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pinging);
    this.#socket?.close();
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${addressOf(this.path)}`);
    const on = (kind, act) =>
      socket.addEventListener(kind, (event) => socket === this.#socket && act(event));
    this.#socket = socket;
    this.#pinged = 0;
    this.onState("connecting");
    on("open", () => {
      this.#pause = SHORTEST;
      this.onState("open");
    });
    on("message", (event) => this.#receive(JSON.parse(event.data)));
    on("close", (event) => this.#lost(event.code));
  }

  #receive(message) {
    this.#pinged = 0;
    this.#heard = performance.now();
    if (message.type !== "pong") this.onMessage(message);
  }

  /** Whether nothing has come since the last look: whatever comes is as good as a pong. */
  get #isSilent() {
    return performance.now() - this.#heard > PING / 2;
  }

  /** Send a ping, or abandon the connection if the last one was not answered in time. */
  #ping() {
    if (this.#pinged && performance.now() - this.#pinged > SILENCE) this.#abandon();
    else if (!this.#pinged && this.#isSilent && this.send({ type: "ping" }))
      this.#pinged = performance.now();
  }

  /** Give up a dead connection without waiting for its `close` event, which can take minutes. */
  #abandon() {
    if (this.#isClosed || !this.#socket) return;
    const dead = this.#socket;
    this.#socket = null;
    dead.close();
    this.#lost(0);
  }

  #lost(code) {
    if (this.#isClosed) return;
    this.#pinged = 0;
    if (FINAL.includes(code)) {
      this.#isClosed = true;
      this.onState("closed");
      return;
    }
    this.onState("connecting");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), this.#pause);
    if (code === RESTARTING) this.#restarted = performance.now();
    const isRestarting = performance.now() - this.#restarted < RESTART;
    this.#pause = Math.min(isRestarting ? LONGEST_OF_RESTART : LONGEST, 1.7 * this.#pause);
  }

  /** The network or the visitor is back: connect without further pause. */
  #connectNow() {
    const isConnecting = this.#socket && this.#socket.readyState !== WebSocket.CLOSED;
    if (this.#isClosed || isConnecting) return;
    clearTimeout(this.#timer);
    this.#connect();
  }
}
