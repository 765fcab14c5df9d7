/** Short synthesised sounds: a wooden knock for a move, a few notes for the end of a game. */

import { settings } from "./settings.js";

let context = null;
addEventListener("pointerdown", wake, { once: true });
addEventListener("keydown", wake, { once: true });

/** Browsers allow sound only after the visitor has done something. */
function wake() {
  context ??= new AudioContext();
}

/** @type {Record<string, [pitch: number, delay: number, length: number, kind?: string][]>} */
const TUNES = {
  move: [[190, 0, 0.07, "knock"]],
  take: [
    [190, 0, 0.07, "knock"],
    [140, 0.07, 0.09, "knock"],
  ],
  won: [
    [523, 0, 0.16],
    [659, 0.13, 0.16],
    [784, 0.26, 0.32],
  ],
  lost: [
    [392, 0, 0.2],
    [311, 0.18, 0.36],
  ],
  drawn: [
    [440, 0, 0.2],
    [440, 0.2, 0.28],
  ],
  ask: [
    [660, 0, 0.12],
    [880, 0.12, 0.16],
  ],
};

/** Play a sound, unless the settings say no. */
export function sound(name) {
  if (!settings.sound || !context) return;
  for (const [pitch, delay, length, kind] of TUNES[name]) note(pitch, delay, length, kind);
}

/** The sound of seeds that fall one by one, `gap` milliseconds apart, and of a capture after them. */
export function soundOfSowing(seeds, gap, isCapture) {
  if (!settings.sound || !context) return;
  for (let seed = 0; seed < seeds; seed++)
    note(300 + 40 * (seed % 3), (seed * gap) / 1000, 0.04, "knock", 0.5);
  if (isCapture) note(140, (seeds * gap) / 1000 + 0.2, 0.12, "knock");
}

function note(pitch, delay, length, kind, strength = 1) {
  const loud = strength * settings.volume * (kind === "knock" ? 0.5 : 0.2);
  const start = context.currentTime + delay;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = kind === "knock" ? "triangle" : "sine";
  tone.frequency.setValueAtTime(pitch * (kind === "knock" ? 2.2 : 1), start);
  if (kind === "knock") tone.frequency.exponentialRampToValueAtTime(pitch, start + 0.03);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(Math.max(loud, 0.0001), start + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length + 0.02);
}
