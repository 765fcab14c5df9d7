/** Elements of a page. Whatever is put in is text: there is no way to put in markup. */

/**
 * An element with attributes, listeners (`onclick`) and children (elements, or texts).
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {any} the element: what it can do depends on its name
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  fill(element, ...children);
  return element;
}

/** Put children in place of those that are there. */
export function fill(element, ...children) {
  const there = children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(...there.map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

/** Change the text of an element only if it is another one: screen readers hear changes. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const REMEMBERED = 4; // sentences that a screen reader may still have to read

/** Say something to those who do not see the page; what was said just before is heard as well. */
export function announce(text) {
  const announcer = find("#announcer");
  announcer.append(h("p", {}, text));
  while (announcer.children.length > REMEMBERED) announcer.firstChild.remove();
}

/** @type {(selector: string, under?: ParentNode) => any} */
export const find = (selector, under = document) => under.querySelector(selector);

/** A picture from our set, which says nothing by itself. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `/static/icons/set.svg#${name}`);
  svg.append(use);
  return svg;
}

/** A button with a picture and a text; `quiet` shows the text only to screen readers and mice. */
export function button(picture, text, onclick, { quiet = false, name = "" } = {}) {
  const attributes = { type: "button", class: `button ${name}`.trim(), onclick };
  if (quiet) return h("button", { ...attributes, title: text, "aria-label": text }, icon(picture));
  return h("button", attributes, picture && icon(picture), h("span", {}, text));
}
