/** Fingers and mice over a board: a click touches a spot, a drag touches where it begins and ends. */

const FAR = 6; // pixels from which on a press is a drag

export class Hand {
  /** @param {import("./board.js").PalamedesBoard} board @param {any} svg */
  constructor(board, svg) {
    this.board = board;
    this.svg = svg;
    this.press = null;
    // A click must not take the focus: arrow keys walk through the moves then.
    svg.addEventListener("mousedown", (event) => event.preventDefault());
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", () => this.#end());
    // A finger on a piece that can move drags it; elsewhere it scrolls the page.
    svg.addEventListener("touchstart", (event) => this.#canLift && event.preventDefault(), {
      passive: false,
    });
  }

  get #canLift() {
    const { press, board } = this;
    if (!press || !board.isTaken(press.name)) return false;
    return board.isOpen(press.name) || board.isTouched(press.name);
  }

  #down(event) {
    if (!event.isPrimary || event.button !== 0) return;
    const name = spotAt(event);
    if (name) this.press = { name, x: event.clientX, y: event.clientY, ghost: null, drags: false };
  }

  #move(event) {
    const { press } = this;
    if (!press) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.drags && Math.hypot(dx, dy) > FAR) this.#lift(event);
    if (!press.ghost) return;
    const scale = this.svg.getScreenCTM()?.a || 1;
    press.ghost.style.transform = `translate(${dx / scale}px, ${dy / scale}px)`;
  }

  /** Take up what stands on the spot, if a move can begin there. */
  #lift(event) {
    const { press, board } = this;
    press.drags = true;
    if (!this.#canLift) return;
    press.ghost = board.lift(press.name);
    if (press.ghost) this.svg.setPointerCapture(event.pointerId);
  }

  #up(event) {
    const { press, board } = this;
    if (!press) return;
    const target = spotAt(event);
    this.#end();
    if (!press.drags || target === press.name) {
      if (!press.ghost) board.say("touch", press.name);
      return;
    }
    if (!press.ghost) return;
    if (target) board.say("drop-on", { from: press.name, to: target });
    else board.say("let-go", null);
  }

  #end() {
    this.press?.ghost?.remove();
    for (const piece of this.svg.querySelectorAll(".lifted")) piece.classList.remove("lifted");
    this.press = null;
  }
}

/** The spot under a pointer, also while the pointer is captured. */
function spotAt(event) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  return under?.closest("[data-spot]")?.getAttribute("data-spot") ?? null;
}
