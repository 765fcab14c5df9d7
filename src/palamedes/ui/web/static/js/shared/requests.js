/** Requests to the server, which answers with JSON. */

import { addressOf } from "./addresses.js";
import { t } from "./words.js";

/** A request that failed: the message can be shown to people. */
export class RequestError extends Error {}

/**
 * The answer to a request; RequestError if the server refuses it or cannot be reached.
 * @param {string} path
 * @param {object} [body] sent as JSON by POST; without it, the request is a GET
 */
export async function request(path, body) {
  const post = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(addressOf(path), body === undefined ? {} : post);
  } catch {
    throw new RequestError(t("The server cannot be reached."));
  }
  const document = await answer.json().catch(() => ({}));
  if (answer.ok) return document;
  const { detail } = document;
  throw new RequestError(
    typeof detail === "string" ? detail : t("The server could not process the request."),
  );
}
