// The leaderboard of flows by a measure, as the part "leaderboard" has computed it.

const flowsView = { table: null };

function showFlows(params) {
  if (!study.leaderboard) return;
  const measure = knownMeasure(params.get("measure"), study.leaderboard.measure[0]);
  setControls("#flows-controls", { measure, search: params.get("search") ?? "" });
  const table = study.leaderboard;
  const number = (key, title, cell, greatestFirst = false) => ({
    key,
    title,
    number: true,
    greatestFirst,
    value: (row) => table[key][row],
    cell,
  });
  const columns = [
    { key: "flow", title: "Flow", name: true, value: (row) => table.flow[row], cell: (row) => breakable(table.flow[row]) },
    number("rank", "Rank", (row) => withRange(row, "rank", 0)),
    number("strength", "Strength", (row) => decimal(table.strength[row], 2), true),
    number("lower", "from", (row) => decimal(table.lower[row], 2), true),
    number("upper", "to", (row) => decimal(table.upper[row], 2), true),
    number("mean_relative_rank", "Mean relative rank", (row) => decimal(table.mean_relative_rank[row], 3)),
    number("tasks", "Tasks", (row) => whole(table.tasks[row]), true),
    number("datasets", "Data sets", (row) => whole(table.datasets[row]), true),
  ];
  flowsView.table = makeTable(find("#flows-table"), { caption: "Leaderboard of flows", columns, sort: "rank" });
  filterFlows();
}

function withRange(row, name) {
  const { rank, rank_lower: lower, rank_upper: upper } = study.leaderboard;
  const known = lower[row] !== null && upper[row] !== null;
  return known ? `${rank[row]} [${lower[row]}, ${upper[row]}]` : rankText(rank[row]);
}

function filterFlows() {
  const { measure, search } = controls("#flows-controls");
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const { measure: measures, flow } = study.leaderboard;
  const own = [...flow.keys()].filter((row) => measures[row] === measure);
  const rows = own.filter((row) => words.every((word) => flow[row].toLowerCase().includes(word)));
  flowsView.table.show(rows);
  find("#flows-count").textContent = `${whole(rows.length)} of ${counted(own.length, "flow")}`;
}

function startFlows() {
  find("#flows-controls")?.addEventListener("input", () => {
    filterFlows();
    replaceRoute("flows", controls("#flows-controls"));
  });
}
