/* The buttons beside faults: each shows the end of its game. */

for (const button of document.querySelectorAll("button[data-game]")) {
  button.addEventListener("click", () => {
    const number = Number(button.dataset.game);
    const game = view.data && view.data.games.find((each) => each.number === number);
    if (!game) return;
    choose(game, true);
    show(Infinity);
  });
}
