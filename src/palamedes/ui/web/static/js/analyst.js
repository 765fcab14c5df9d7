/** Questions about positions: one answer each, or a stream of answers while an engine thinks. */

import { Line } from "./net.js";

export class Analyst {
  #number = 0;
  /** @type {Map<number, {message: object, resolve: Function, reject: Function}>} */
  #waiting = new Map();
  #stream = null;
  #line;

  constructor() {
    this.#line = new Line(
      "/api/analysis",
      (message) => this.#hear(message),
      (state) => {
        if (state === "open") this.#repeat();
      },
    );
  }

  /** One answer; an Error with the server's words if the question makes no sense. */
  ask(message) {
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { message: { ...message, id }, resolve, reject });
      this.#line.send({ ...message, id });
    });
  }

  /** Many answers, until the next question: `hear` gets them all. */
  watch(message, hear) {
    const id = ++this.#number;
    this.#stream = { message: { ...message, id }, hear, done: false };
    this.#line.send(this.#stream.message);
  }

  stop() {
    if (this.#stream && !this.#stream.done) this.#line.send({ type: "stop" });
    this.#stream = null;
  }

  close() {
    this.#line.close();
  }

  #hear(message) {
    const asked = this.#waiting.get(message.id);
    if (asked) {
      this.#waiting.delete(message.id);
      if (message.type === "error") asked.reject(new Error(message.message));
      else asked.resolve(message);
    } else if (this.#stream && message.id === this.#stream.message.id) {
      this.#stream.done = message.done === true || message.type === "review";
      this.#stream.hear(message);
    }
  }

  /** A lost line is open again: what was not answered is asked again. */
  #repeat() {
    for (const { message } of this.#waiting.values()) this.#line.send(message);
    if (this.#stream && !this.#stream.done) this.#line.send(this.#stream.message);
  }
}
