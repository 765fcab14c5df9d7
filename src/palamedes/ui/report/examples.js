/* Single positions of a page: drawn once, nothing to touch. */

async function drawExamples() {
  const text = at("examples").textContent;
  if (!window.DecompressionStream || text === "") return;
  const data = await unpack(text);
  data.frames.forEach((frames, number) => {
    const [{ stacks, regions, touched }] = positionsOf(data, { frames });
    drawBoard(at(`example-${number}`), data.board, stacks, regions, touched);
  });
}

drawExamples();
