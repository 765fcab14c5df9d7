/** Addresses on this server. A proxy may show it under a prefix, such as /games. */

const PREFIX = document.documentElement.dataset.prefix ?? "";

/** The address of a path on this server, such as /puzzles. */
export const addressOf = (path) => `${PREFIX}${path}`;

/** The path of this page on the server. */
export function currentPath() {
  const path = location.pathname;
  return path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : path;
}

/** Go to another page of this server. */
export const visit = (path) => location.assign(addressOf(path));
