/** Objects kept in this browser. */

export const LAST_CHOICES = "palamedes-new"; // the key of how the last game was begun
export const LAST_OFFER = "palamedes-offer"; // the same for a game that was offered in the lobby

/** The object stored under a key; an empty one if there is none or storage is not allowed. */
export function load(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is blocked: the value lasts as long as the page.
  }
}
