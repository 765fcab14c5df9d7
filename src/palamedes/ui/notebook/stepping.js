(({ own, parts, frames, labels }) => {
  const last = frames.length - 1;

  /** The image as a drawing in the page, with names that no other drawing has. */
  function drawing(image, name) {
    const text = decodeURIComponent(image.src.slice(image.src.indexOf(",") + 1));
    const svg = new DOMParser().parseFromString(text.replaceAll(own, name), "image/svg+xml");
    return document.importNode(svg.documentElement, true);
  }

  function button(parent, sign, label, action) {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = sign;
    element.title = label;
    element.setAttribute("aria-label", label);
    element.addEventListener("click", action);
    parent.append(element);
    return element;
  }

  function play(root) {
    const count = (window.palamedesDrawings = (window.palamedesDrawings ?? 0) + 1);
    const name = `${own}${count}-`;
    const named = parts.map((part) => part.replaceAll(own, name));
    const image = root.querySelector("img");
    const svg = drawing(image, name);
    const group = svg.lastElementChild;
    const moves = [...root.querySelectorAll("[data-ply]")];
    const controls = document.createElement("div");
    const slider = document.createElement("input");
    let ply = last;

    function show(wanted) {
      ply = Math.max(0, Math.min(last, wanted));
      group.innerHTML = frames[ply].map((part) => named[part]).join("");
      slider.value = String(ply);
      const told = ply ? `${ply}. ${moves[ply - 1].textContent}` : labels.first;
      slider.setAttribute("aria-valuetext", told);
      svg.setAttribute("aria-label", `${labels.position}: ${told}`);
      first.disabled = back.disabled = ply === 0;
      forward.disabled = end.disabled = ply === last;
      for (const move of moves)
        move.classList.toggle(`${own}now`, Number(move.dataset.ply) === ply);
    }

    const first = button(controls, "«", labels.first, () => show(0));
    const back = button(controls, "‹", labels.back, () => show(ply - 1));
    controls.append(slider);
    const forward = button(controls, "›", labels.forward, () => show(ply + 1));
    const end = button(controls, "»", labels.last, () => show(last));
    controls.className = `${own}controls`;
    controls.title = labels.keys;
    Object.assign(slider, { type: "range", min: 0, max: last, ariaLabel: labels.position });
    slider.addEventListener("input", () => show(Number(slider.value)));
    for (const move of moves)
      move.addEventListener("click", () => show(Number(move.dataset.ply)));

    const keys = {
      ArrowLeft: () => show(ply - 1),
      ArrowRight: () => show(ply + 1),
      Home: () => show(0),
      End: () => show(last),
    };
    root.addEventListener("keydown", (event) => {
      if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      keys[event.key]();
    });
    root.tabIndex = 0;
    root.setAttribute("data-lm-suppress-shortcuts", "true"); // JupyterLab leaves the keys to us
    root.classList.add(`${own}live`);
    image.replaceWith(svg);
    svg.after(controls);
    show(last);
  }

  /** Some notebooks run a script before its output is on the page. */
  function start(patience) {
    const roots = [...document.querySelectorAll(`.${own}player:not(.${own}live)`)];
    if (!roots.length && patience) requestAnimationFrame(() => start(patience - 1));
    roots.forEach(play);
  }
  start(100);
})(DATA);
