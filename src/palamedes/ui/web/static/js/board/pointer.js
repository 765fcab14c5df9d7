/** Mouse and fingers over a board: a click touches a spot, a drag moves a piece. */

const FAR = 6; // pixels after which a press becomes a drag

/** @typedef {{name: string, x: number, y: number, ghost: Element | null, isDrag: boolean}} Press */

export class Pointer {
  /** @type {Press | null} */
  #press = null;

  /** @param {import("./board.js").PalamedesBoard} board @param {any} svg */
  constructor(board, svg) {
    this.board = board;
    this.svg = svg;
    // A click must not take the focus: without it, arrow keys go through the moves.
    svg.addEventListener("mousedown", (event) => event.preventDefault());
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", () => this.#putBack());
    // A finger drags a piece that can move; elsewhere it scrolls the page.
    svg.addEventListener("touchstart", (event) => this.#canLift && event.preventDefault(), {
      passive: false,
    });
  }

  get #canLift() {
    return this.#press !== null && this.board.canLift(this.#press.name);
  }

  #down(event) {
    if (!event.isPrimary || event.button !== 0) return;
    const name = spotAt(event);
    if (name)
      this.#press = { name, x: event.clientX, y: event.clientY, ghost: null, isDrag: false };
  }

  #move(event) {
    const press = this.#press;
    if (!press) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.isDrag && Math.hypot(dx, dy) > FAR) this.#startDrag(event);
    if (!press.ghost) return;
    const scale = this.svg.getScreenCTM()?.a || 1;
    moveBy(press.ghost, dx / scale, dy / scale);
  }

  #startDrag(event) {
    this.#press.isDrag = true;
    if (!this.#canLift) return;
    this.#press.ghost = this.board.lift(this.#press.name);
    this.svg.setPointerCapture(event.pointerId);
  }

  #up(event) {
    const { board } = this;
    const press = this.#press;
    if (!press) return;
    const target = spotAt(event);
    if (!press.ghost) {
      this.#press = null;
      if (!press.isDrag || target === press.name) board.touch(press.name);
    } else if (target === press.name) this.#putBack();
    else if (!target) {
      this.#putBack();
      board.letGo();
    } else if (board.drag(press.name, target)) this.#leave(target);
    else this.#putBack();
  }

  /** Leave the piece where it was dropped, until the board shows the move. */
  #leave(target) {
    const { places } = this.board.layout;
    const [from, to] = [places.get(this.#press.name), places.get(target)];
    moveBy(this.#press.ghost, to.x - from.x, to.y - from.y);
    this.#press = null;
  }

  #putBack() {
    this.#press?.ghost?.remove();
    for (const piece of this.svg.querySelectorAll(".lifted")) piece.classList.remove("lifted");
    this.#press = null;
  }
}

const moveBy = (ghost, dx, dy) => {
  ghost.style.transform = `translate(${dx}px, ${dy}px)`;
};

/** The spot under a pointer, even if the pointer is captured. */
function spotAt(event) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  return under?.closest("[data-spot]")?.getAttribute("data-spot") ?? null;
}
