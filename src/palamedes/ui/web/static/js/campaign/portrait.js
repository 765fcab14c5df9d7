/** Portraits like those on Greek vases: a dark profile on clay, made of a few named shapes. */

import { draw } from "../shared/svg.js";

const HEAD =
  "M37 100V76C27 68 23 54 27 41C31 27 43 19 56 20C67 21 72 30 72 38L73 45L80 57L74 59L75 64" +
  "L72 66L74 70C73 76 66 78 58 77L59 100Z";

// By name, paths with their classes. Later ones are drawn over earlier ones.
const SHAPES = {
  hair: [
    [
      "M27 60C18 44 26 18 52 15C66 14 74 24 73 37C62 37 57 33 50 36C48 46 42 50 42 60C38 64 31 66 27 60Z",
      "hair",
    ],
    ["M33 54C29 42 35 28 50 24M38 56C35 46 40 36 52 31", "incised"],
  ],
  curls: [
    [
      "M24 50a7 7 0 0 1 1 -13a8 8 0 0 1 7 -12a9 9 0 0 1 13 -8a9 9 0 0 1 14 0a8 8 0 0 1 12 6a7 7 0 0 1 3 12a6 6 0 0 1 -8 3a8 8 0 0 1 -13 -1a8 8 0 0 1 -5 12a8 8 0 0 1 -4 13a9 9 0 0 1 -13 3a8 8 0 0 1 -7 -15Z",
      "hair",
    ],
    ["M32 44a5 5 0 1 1 6 5M44 28a5 5 0 1 1 6 5M58 25a4 4 0 1 1 5 4M33 57a4 4 0 1 1 5 4", "incised"],
  ],
  beard: [
    ["M48 62C55 68 66 66 73 66L75 70C78 80 70 93 60 93C50 90 44 76 48 62Z", "hair"],
    ["M54 72C55 80 58 85 61 88M61 72C62 78 64 82 67 85", "incised"],
  ],
  stubble: [["M54 70v.1M60 72v.1M66 72v.1M57 75v.1M63 75v.1M51 66v.1", "dots"]],
  diadem: [["M27 44C40 36 58 31 72 33", "band"]],
  helmet: [
    [
      "M22 56C17 30 34 10 56 11C70 12 78 26 77 41L66 42L70 62L60 64L54 47L40 52L40 78C28 74 24 66 22 56Z",
      "metal",
    ],
    ["M27 52C25 34 38 18 55 18", "incised"],
  ],
  crest: [["M16 66C4 26 34 -4 74 9C80 12 78 19 72 17C42 9 22 30 26 62Z", "plume"]],
  cap: [["M24 43C28 26 44 6 54 5C62 12 74 26 75 37C60 33 38 35 24 43Z", "plume"]],
  hat: [
    ["M33 31C35 16 62 12 68 27Z", "metal"],
    ["M10 40C26 27 74 20 92 30C82 38 34 45 10 40Z", "metal"],
  ],
  wings: [
    ["M36 24C30 14 18 10 8 12C14 16 12 20 16 22C16 26 26 30 36 29Z", "feather"],
    ["M34 25C27 20 20 18 14 17M34 27C28 25 22 24 17 22", "incised"],
  ],
  smile: [["M64 69C67 71 71 70 73 67", "incised"]],
  veiled: [["M18 100C14 50 26 10 54 12C78 14 82 50 78 100Z", "veil"]],
};
const HATS = ["helmet", "cap"]; // they cover the hair

/** @param {string[]} look names of shapes @returns {SVGElement} */
export function portrait(look) {
  const svg = draw(null, "svg", {
    class: `portrait ${look.includes("old") ? "old" : ""}`,
    viewBox: "0 0 100 100",
    "aria-hidden": "true",
  });
  draw(svg, "circle", { cx: 50, cy: 50, r: 49, class: "clay" });
  const cut = draw(svg, "g", { class: "inside" });
  draw(cut, "path", { d: "M6 100C14 86 30 83 40 82L58 82C72 84 86 90 94 100Z", class: "cloth" });
  draw(cut, "path", { d: HEAD, class: "skin" });
  draw(cut, "path", { d: "M58 45C61 41 67 41 70 45C67 47 62 48 58 45Z", class: "eye" });
  draw(cut, "circle", { cx: 65, cy: 44.5, r: 1.8, class: "skin" });
  draw(cut, "path", { d: "M57 39C61 36 67 36 71 38", class: "incised" });
  for (const shape of shapesOf(look)) {
    for (const [d, name] of SHAPES[shape]) draw(cut, "path", { d, class: name });
  }
  draw(svg, "circle", { cx: 50, cy: 50, r: 47, class: "rim" });
  return svg;
}

function shapesOf(look) {
  const bare = look.includes("bald") || look.includes("curls") || look.includes("veiled");
  const hair = bare || HATS.some((hat) => look.includes(hat)) ? [] : ["hair"];
  return [...hair, ...look].filter((name) => name in SHAPES);
}
