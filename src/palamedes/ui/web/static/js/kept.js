/** What this browser keeps for a visitor, as far as it is allowed to keep anything. */

/** An object that was kept; an empty one if there is none. */
export function kept(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: it holds for this page
  }
}
