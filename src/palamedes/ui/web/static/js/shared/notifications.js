/** Notifications of the system, for a visitor who looks at something else meanwhile. */

import { settings } from "./settings.js";

/** Let the visitor be notified from now on, if the browser allows it; resolves to whether it does. */
export async function allowNotifications() {
  const isAllowed =
    "Notification" in window && (await Notification.requestPermission()) === "granted";
  settings.choose("notify", isAllowed);
  return isAllowed;
}

/**
 * Notify a visitor who wants that and does not see the page.
 * @param {string} text
 * @param {string} about the game
 * @param {string} tag a newer notification with the same one takes the place of the older
 */
export function notify(text, about, tag) {
  if (!settings.notify || !document.hidden) return;
  try {
    const shown = new Notification(text, { body: about, tag });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
    });
  } catch {
    // Some phones have notifications only for apps that are installed.
  }
}
