/** Forms that show errors below their fields. */

import { h, icon } from "../shared/dom.js";

/** A field with its label. */
export function field(text, attributes) {
  const input = h("input", { required: true, ...attributes });
  return h("label", { class: "field" }, h("span", { class: "legend" }, text), input);
}

/**
 * A form. If `send` fails, its message appears below the fields.
 * @param {string} picture
 * @param {string} text of the button
 * @param {any[]} fields
 * @param {(answers: any) => Promise<void>} send
 * @param {{name?: string}} [options] CSS classes of the button
 */
export function form(picture, text, fields, send, { name = "main" } = {}) {
  const complaint = h("p", { class: "notice bad", role: "alert", hidden: true });
  const submit = h(
    "button",
    { type: "submit", class: `button ${name}` },
    icon(picture),
    h("span", {}, text),
  );
  const onsubmit = async (event) => {
    event.preventDefault();
    submit.disabled = true;
    complaint.hidden = true;
    try {
      await send(Object.fromEntries(new FormData(element)));
    } catch (error) {
      complaint.textContent = error.message;
      complaint.hidden = false;
    } finally {
      submit.disabled = false;
    }
  };
  const element = h(
    "form",
    { class: "fields", onsubmit },
    ...fields,
    complaint,
    h("div", { class: "buttons" }, submit),
  );
  return element;
}

// Attributes that password managers understand.
export const NAME = { type: "text", name: "name", autocomplete: "username", maxlength: 60 };
export const PASSWORD = {
  type: "password",
  name: "password",
  autocomplete: "current-password",
  maxlength: 200,
};
export const NEW_PASSWORD = { ...PASSWORD, autocomplete: "new-password", minlength: 8 };
