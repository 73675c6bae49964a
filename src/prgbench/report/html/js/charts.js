// Draws the charts of Vega-Lite; its interpreter of expressions needs no right to make code.

const drawnCharts = new WeakMap();
const TICK = 5;

async function drawChart(box, spec) {
  const ticket = (drawnCharts.get(box)?.ticket ?? 0) + 1;
  const before = drawnCharts.get(box)?.chart;
  drawnCharts.set(box, { ticket, chart: before });
  const options = { ast: true, actions: false, renderer: "svg", defaultStyle: false };
  const room = element("div", { class: "chart-room" });
  before?.finalize();
  box.replaceChildren(room);
  const chart = await vegaEmbed(room, spec, options);
  if (drawnCharts.get(box).ticket === ticket) drawnCharts.set(box, { ticket, chart });
  else chart.finalize();
}

function chartNamed(name, description, values) {
  const chart = { ...structuredClone(study.charts[name]), description, data: { values } };
  const flow = chart.encoding?.tooltip?.find(({ field }) => field === "flow");
  if (flow) flow.title = capitalized(study.model_word);
  return chart;
}

// The area of each model by one measure against another, with its name and ranks at a touch.
function scatterChart(models, x, y) {
  const [labelX, labelY] = [study.label.get(x), study.label.get(y)];
  const values = models.map((model) => ({
    flow: flowOf(model),
    x: areaOf(model, x),
    y: areaOf(model, y),
    rank_x: rankOf(model, x),
    rank_y: rankOf(model, y),
  }));
  const description = `${labelY} against ${labelX} of ${counted(models.length, "model")}`;
  const chart = chartNamed("scatter", description, values);
  chart.encoding.x.title = labelX;
  chart.encoding.y.title = labelY;
  const titles = { x: labelX, y: labelY, rank_x: `Rank by ${labelX}`, rank_y: `Rank by ${labelY}` };
  for (const shown of chart.encoding.tooltip) shown.title = titles[shown.field] ?? shown.title;
  return chart;
}

// The rank of each model by all measures, beside each other.
function ranksChart(models) {
  const names = study.measures.map(({ label }) => label);
  const values = models.flatMap((model) =>
    study.measures.map(({ name, label }) => ({
      run: runOf(model),
      flow: flowOf(model),
      measure: label,
      rank: rankOf(model, name),
    })),
  );
  const chart = chartNamed("ranks", `Ranks of ${counted(models.length, "model")} by ${names.join(", ")}`, values);
  chart.encoding.x.sort = names;
  chart.encoding.y.axis.values = rankTicks(models.length);
  return chart;
}

// How many models have each pair of ranks; the colours are those of logarithms, as few cells hold most.
function heatmapChart(cells, x, y) {
  const [labelX, labelY] = [study.label.get(x), study.label.get(y)];
  const values = cells.map((cell) => ({
    ...cell,
    left: cell.rank_x - 0.5,
    right: cell.rank_x + 0.5,
    bottom: cell.rank_y - 0.5,
    top: cell.rank_y + 0.5,
    said: `rank ${cell.rank_x} by ${labelX}, rank ${cell.rank_y} by ${labelY}: ${counted(cell.models, "model")}`,
  }));
  const last = cells.reduce((most, cell) => Math.max(most, cell.rank_x, cell.rank_y), 1);
  const most = cells.reduce((largest, { models }) => Math.max(largest, models), 2);
  const chart = chartNamed("heatmap", `Models by their ranks by ${labelX} and ${labelY}`, values);
  for (const [axis, label] of [["x", labelX], ["y", labelY]]) {
    const encoding = chart.encoding[axis];
    encoding.title = `Rank by ${label}`;
    // Both axes have the same ranks, so that equal ranks lie on the diagonal.
    encoding.scale.domain = [0.5, last + 0.5];
    encoding.axis.values = rankTicks(last);
  }
  chart.encoding.color.scale.domain = [1, most];
  const titles = { rank_x: `Rank by ${labelX}`, rank_y: `Rank by ${labelY}` };
  for (const shown of chart.encoding.tooltip) shown.title = titles[shown.field] ?? shown.title;
  return chart;
}

// Every rank, or of many the first and each fifth.
function rankTicks(last) {
  const ranks = Array.from({ length: last }, (_, place) => place + 1);
  return last > 2 * TICK ? ranks.filter((rank) => rank === 1 || rank % TICK === 0) : ranks;
}

// The lines of two models in one space, with the dotted line of what anybody reaches.
function curveChart(space, lines, prevalence) {
  const { title, axes, baseline } = SPACES[space];
  const chart = chartNamed("curve", `${title} curves of two models`, lines);
  const [x, y] = axes;
  chart.layer[0].data = { values: baseline(prevalence) };
  chart.layer[1].encoding.x.title = x;
  chart.layer[1].encoding.y.title = y;
  return chart;
}

const segment = (x0, y0, x1, y1) => [
  { x: x0, y: y0 },
  { x: x1, y: y1 },
];
const SPACES = {
  roc: {
    title: "ROC",
    axes: ["False positive rate", "True positive rate"],
    baseline: () => segment(0, 0, 1, 1),
  },
  pr: {
    title: "Precision-recall",
    axes: ["Recall", "Precision"],
    baseline: (prevalence) => segment(0, prevalence, 1, prevalence),
  },
  prg: {
    title: "Precision-recall-gain",
    axes: ["Recall gain", "Precision gain"],
    baseline: () => segment(0, 1, 1, 0),
  },
};
