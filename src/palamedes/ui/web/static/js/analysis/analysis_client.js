/** Questions to the analysis server: positions, values, reviews, and what an engine sees. */

import { ReconnectingSocket } from "../shared/socket.js";

export class AnalysisClient {
  #lastId = 0;
  /** @type {Map<number, {message: object, resolve: Function, reject: Function}>} */
  #waiting = new Map();
  #stream = null;
  #socket;

  constructor() {
    this.#socket = new ReconnectingSocket(
      "/api/analysis",
      (message) => this.#receive(message),
      (state) => {
        if (state === "open") this.#repeat();
      },
    );
  }

  /** The answer to a question; rejects with the server's explanation if it is not valid. */
  ask(message) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { message: { ...message, id }, resolve, reject });
      this.#socket.send({ ...message, id });
    });
  }

  /** Ask a question with many answers. They come until the next such question, or `stop`. */
  watch(message, onAnswer) {
    const id = ++this.#lastId;
    this.#stream = { message: { ...message, id }, onAnswer, isDone: false };
    this.#socket.send(this.#stream.message);
  }

  stop() {
    if (this.#stream && !this.#stream.isDone) this.#socket.send({ type: "stop" });
    this.#stream = null;
  }

  close() {
    this.#socket.close();
  }

  #receive(message) {
    const asked = this.#waiting.get(message.id);
    if (asked) {
      this.#waiting.delete(message.id);
      if (message.type === "error") asked.reject(new Error(message.message));
      else asked.resolve(message);
    } else if (this.#stream && message.id === this.#stream.message.id) {
      this.#stream.isDone = message.done === true || message.type === "review";
      this.#stream.onAnswer(message);
    }
  }

  /** After a lost connection, ask again what was not answered. */
  #repeat() {
    for (const { message } of this.#waiting.values()) this.#socket.send(message);
    if (this.#stream && !this.#stream.isDone) this.#socket.send(this.#stream.message);
  }
}
