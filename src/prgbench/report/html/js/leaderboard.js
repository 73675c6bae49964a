// The leaderboard: a row a model, for each measure its mean and the ranks that it may have.

const LEADERBOARD = "#leaderboard-controls";
const TARGETS = { "": "", new: "_new" };
const leaderboardView = { table: null };

function showLeaderboard(params) {
  const target = params.get("target") in TARGETS ? params.get("target") : knownTarget();
  setControls(LEADERBOARD, { target, search: params.get("search") ?? "" });
  const ending = TARGETS[controls(LEADERBOARD).target];
  leaderboardView.table = makeTable(find("#leaderboard-table"), {
    caption: "Leaderboard",
    columns: [leaderboardName(), ...study.leaderboard.measures.flatMap((name) => leaderboardColumns(name, ending))],
    sort: `rank ${study.leaderboard.measures[0]}`,
  });
  filterLeaderboard();
}

// These data sets, unless only new ones have intervals, as of one score a model and data set.
function knownTarget() {
  const boards = Object.values(study.leaderboard.standings);
  const isKnown = (column) => (own) => own[column].some(Number.isFinite);
  return !boards.every(isKnown("lower")) && boards.some(isKnown("lower_new")) ? "new" : "";
}

function leaderboardName() {
  const { models } = study.leaderboard;
  return {
    key: "model",
    title: capitalized(study.model_word),
    name: true,
    value: (row) => models[row],
    cell: (row) => breakable(models[row]),
  };
}

function leaderboardColumns(name, ending) {
  const own = study.leaderboard.standings[name];
  const label = study.label.get(name);
  const byRank = study.leaderboard.by_rank.includes(name);
  return [
    {
      key: `rank ${name}`,
      title: `Rank by ${label}`,
      number: true,
      value: (row) => own.rank[row],
      cell: (row) => rankWithRange(own, row, ending),
    },
    {
      key: name,
      title: byRank ? `Mean rank by ${label}` : label,
      number: true,
      greatestFirst: !byRank,
      value: (row) => own.value[row],
      cell: (row) => meanWithInterval(own, row, ending),
    },
  ];
}

// In bold if the model may be the best.
function rankWithRange(own, row, ending) {
  if (own.rank[row] === null) return "";
  const [lower, upper] = [own[`rank_lower${ending}`][row], own[`rank_upper${ending}`][row]];
  const text = lower === upper ? `${own.rank[row]} (${lower})` : `${own.rank[row]} (${lower}–${upper})`;
  return own[`may_be_best${ending}`][row] ? element("strong", {}, text) : text;
}

function meanWithInterval(own, row, ending) {
  if (own.rank[row] === null) return "";
  const [lower, upper] = [own[`lower${ending}`][row], own[`upper${ending}`][row]];
  const mean = decimal(own.value[row], 3);
  return lower === null ? mean : `${mean} [${decimal(lower, 3)}, ${decimal(upper, 3)}]`;
}

function filterLeaderboard() {
  const words = controls(LEADERBOARD).search.toLowerCase().split(/\s+/).filter(Boolean);
  const { models } = study.leaderboard;
  const rows = [...models.keys()].filter((row) => words.every((word) => models[row].toLowerCase().includes(word)));
  leaderboardView.table.show(rows);
  find("#leaderboard-count").textContent = `${whole(rows.length)} of ${counted(models.length, study.model_word)}`;
}

function startLeaderboard() {
  find(LEADERBOARD).addEventListener("input", ({ target }) => {
    const wanted = controls(LEADERBOARD);
    replaceRoute("leaderboard", wanted);
    if (target.name === "target") showLeaderboard(new URLSearchParams(wanted));
    else filterLeaderboard();
  });
}
