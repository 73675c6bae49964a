// The rank heat map: how many models have each pair of ranks, with the numbers under the pointer.

const HEATMAP = "#heatmap-controls";

function showHeatmap(params) {
  const [across, up] = study.pairs[0].measures;
  const x = knownMeasure(params.get("x"), across);
  const y = knownMeasure(params.get("y"), up);
  setControls(HEATMAP, { x, y });
  const cells = cellsOf(x, y);
  find("#heatmap-count").textContent = heatmapText(cells, x, y);
  drawChart(find("#heatmap-chart"), heatmapChart(cells, x, y));
}

// Tied models can have ranks between whole numbers: these are rounded up, as in the figure.
const wholeRank = (rank) => Math.floor(rank + 0.5);

// The pairs of ranks that some model has, and how many have them; an undefined rank has no cell.
function cellsOf(x, y) {
  const cells = new Map();
  for (const model of study.models.run.keys()) {
    const ranks = [rankOf(model, x), rankOf(model, y)];
    if (ranks.includes(null)) continue;
    const [rankX, rankY] = ranks.map(wholeRank);
    const key = `${rankX} ${rankY}`;
    const models = (cells.get(key)?.models ?? 0) + 1;
    cells.set(key, { rank_x: rankX, rank_y: rankY, models });
  }
  return [...cells.values()];
}

function heatmapText(cells, x, y) {
  const sum = (chosen) => chosen.reduce((total, { models }) => total + models, 0);
  const same = sum(cells.filter((cell) => cell.rank_x === cell.rank_y));
  const labels = `${study.label.get(x)} and ${study.label.get(y)}`;
  return `${whole(same)} of ${counted(sum(cells), "model")} have the same rank by ${labels}.`;
}

function startHeatmap() {
  find(HEATMAP).addEventListener("input", () => {
    const wanted = controls(HEATMAP);
    replaceRoute("heatmap", wanted);
    showHeatmap(new URLSearchParams(wanted));
  });
}
