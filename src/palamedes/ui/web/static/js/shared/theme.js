/* Sets the theme before anything is drawn, so that no page flashes. A module would run too late. */
"use strict";
(() => {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("palamedes") || "{}") || {};
  } catch {
    chosen = {};
  }
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.palette = chosen.palette || "walnut";
  root.dataset.mode =
    chosen.mode === "dark" || (chosen.mode !== "light" && dark) ? "dark" : "light";
})();
