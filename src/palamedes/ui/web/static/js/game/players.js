/** The players beside a board: names, counters, clocks, and who is thinking. */

import { fill, h, write } from "../shared/dom.js";
import { drawStack } from "../board/pieces.js";
import { botBadge } from "../shared/bots.js";
import { draw, shareDefinitions } from "../shared/svg.js";
import { request } from "../shared/requests.js";
import { t } from "../shared/words.js";

const LOW = 15; // seconds below which a clock is highlighted

/** The strip of one player. */
export class PlayerStrip {
  #clock = h("div", { class: "clock", role: "timer", hidden: true });
  #name = h("div", { class: "player-name" });
  #counter = h("div", { class: "player-counter" });
  #sign = h("div", { class: "player-sign", "aria-hidden": "true" });
  /** @type {[kind: string, owner: number | null][]} the pieces of the game */
  #kinds = [];

  /** @param {number} player @param {string} name CSS class */
  constructor(player, name) {
    this.player = player;
    this.element = h(
      "section",
      { class: `panel player ${name}`, "data-player": player },
      this.#sign,
      h("div", { class: "player-who" }, this.#name, this.#counter),
      this.#clock,
    );
    this.#showSign();
  }

  /** Show another player in this strip. */
  setPlayer(player) {
    if (player === this.player) return;
    this.player = player;
    this.element.dataset.player = String(player);
    this.#showSign();
  }

  /** Show the player's piece, given all pieces of the game. */
  showPiece(kinds) {
    this.#kinds = kinds;
    this.#showSign();
  }

  /**
   * @param {any} scene a SceneMessage, or the fields of one that are known
   * @param {import("../shared/messages.js").BoardData} board
   * @param {number[]} present the players who are connected
   */
  show(scene, board, present = []) {
    const { player } = this;
    const isTurn = scene.turn === player && !scene.result;
    this.element.classList.toggle("turn", isTurn);
    fill(
      this.#name,
      presence(scene, player, present),
      scene.names[player],
      scene.bots?.includes(player) && botBadge(),
      scene.seats.includes(player) &&
        scene.kinds[1 - player] === "human" &&
        scene.seats.length === 1
        ? h("span", { class: "muted" }, ` (${t("you")})`)
        : null,
      scene.thinking === player ? dots() : null,
    );
    const counters = board.counters
      .filter(([owner]) => owner === player)
      .map(([, , value, title]) => t("{title}: {value}", { title, value }));
    write(this.#counter, [...counters, ...waiting(scene, player)].join(", "));
  }

  /** Show one side of a board that nobody plays on: in lessons and puzzles. */
  showSide(names, board, turn = board.turn) {
    const nobody = { seats: [], kinds: [], bots: [], free: [], thinking: null, apart: false, result: null };
    this.show({ ...nobody, turn, names }, board);
  }

  /** The counters of the player. */
  get counter() {
    return this.#counter;
  }

  showClock(seconds) {
    this.#clock.hidden = seconds === null;
    if (seconds === null) return;
    write(this.#clock, clockText(seconds));
    this.#clock.classList.toggle("low", seconds < LOW);
  }

  /** The piece of the player, or a number if the pieces belong to nobody. */
  #showSign() {
    const own = this.#kinds.find(([, owner]) => owner === this.player);
    if (!own) {
      const name = `player-number own-${this.player}`;
      fill(this.#sign, h("span", { class: name }, this.player + 1));
      return;
    }
    shareDefinitions();
    const svg = draw(null, "svg", { viewBox: "-50 -50 100 100" });
    const place = { name: "", x: 0, y: 0, halfWidth: 50, halfHeight: 50, index: 0 };
    drawStack(svg, [[own[0], this.player, 1]], place, 38);
    fill(this.#sign, svg);
  }
}

/** Show the pieces of a game at the names of its players; without an answer they are numbers. */
export function showPieces(strips, game) {
  request(`/api/kinds/${encodeURIComponent(game)}`).then(
    (kinds) => strips.forEach((strip) => strip.showPiece(kinds)),
    () => {},
  );
}

function waiting(scene, player) {
  return scene.free.includes(player) ? [t("waiting for an opponent")] : [];
}

/** Between people at two screens: whether the player is connected. */
function presence(scene, player, present) {
  if (!scene.apart || scene.free.includes(player)) return null;
  const isThere = present.includes(player);
  const label = isThere ? t("online") : t("offline");
  const name = isThere ? "presence there" : "presence";
  return h("span", { class: name, role: "img", "aria-label": label, title: label });
}

function dots() {
  const label = t("is thinking");
  return h("span", { class: "thinking", role: "img", "aria-label": label }, h("i"), h("i"), h("i"));
}

function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return left.toFixed(1);
  const whole = Math.ceil(left);
  const rest = String(whole % 60).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/** Both clocks. Between two scenes of the server they run by themselves. */
export class Clocks {
  #left = null;
  #since = 0;
  #running = -1;

  constructor(strips) {
    this.strips = strips;
    setInterval(() => this.#tick(), 100);
  }

  set(scene) {
    this.#left = scene.clocks;
    this.#since = performance.now();
    const isWaiting = scene.result || scene.paused || scene.free.length; // for an opponent
    this.#running = isWaiting ? -1 : scene.turn;
    this.#tick();
  }

  #tick() {
    const spent = (performance.now() - this.#since) / 1000;
    for (const strip of this.strips) {
      const left = this.#left?.[strip.player] ?? null;
      const runs = strip.player === this.#running;
      strip.showClock(left === null ? null : left - (runs ? spent : 0));
    }
  }
}
