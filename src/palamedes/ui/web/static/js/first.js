/* The theme, before anything is drawn: a page must not flash. Not a module, so that it comes first. */
"use strict";
(() => {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("palamedes") || "{}") || {};
  } catch {
    kept = {};
  }
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.palette = kept.palette || "walnut";
  root.dataset.mode = kept.mode === "dark" || (kept.mode !== "light" && dark) ? "dark" : "light";
})();
