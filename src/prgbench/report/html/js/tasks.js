// The table of all tasks: searched, filtered, sorted; its address says how.

const tasksView = { form: "#tasks-controls", table: null, pair: null, searched: [], sort: "task", descending: false };

const TASKS_SHOWN = {
  "": () => true,
  differs: (pair, task) => pair.best_differs[task],
  agrees: (pair, task) => !pair.best_differs[task],
  top3: (pair, task) => pair.top_differs[task],
  top_agrees: (pair, task) => !pair.top_differs[task],
  certain: (pair, task) => pair.certain?.[task],
};

// What a number in the form asks of a task; the form of a table of scores lacks the first two.
const TASKS_NUMBERS = {
  n: (least, _pair, task) => study.tasks.n[task] >= least,
  prevalence: (most, _pair, task) => 100 * study.tasks.prevalence[task] <= most,
  spearman: (most, pair, task) => pair.spearman[task] !== null && pair.spearman[task] <= most,
};

const tasksNumbers = () => Object.keys(TASKS_NUMBERS).filter((name) => name in find(tasksView.form).elements);

function showTasks(params) {
  const names = ["pair", "show", "search", ...tasksNumbers()];
  const wanted = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""]));
  wanted.pair = pairValue(chosenPair(wanted.pair));
  tasksView.sort = params.get("sort") ?? (study.openml ? "task" : "dataset");
  tasksView.descending = params.get("order") === "descending";
  setControls(tasksView.form, wanted);
  makeTasksTable();
  filterTasks();
}

const pairValue = ({ measures }) => measures.join("~");

function chosenPair(value) {
  return pairOf(value.split("~")) ?? study.pairs[0];
}

function makeTasksTable() {
  const pair = chosenPair(controls(tasksView.form).pair);
  tasksView.pair = pair;
  tasksView.table = makeTable(find("#tasks-table"), {
    caption: "Tasks",
    columns: tasksColumns(pair),
    sort: tasksView.sort,
    descending: tasksView.descending,
    onsort: ({ sort, descending }) => {
      Object.assign(tasksView, { sort, descending });
      rememberTasks();
    },
  });
}

function tasksColumns(pair) {
  const { tasks } = study;
  const number = (key, title, cell) => ({ key, title, number: true, value: (task) => tasks[key][task], cell });
  const flag = (key, title) => ({
    key,
    title,
    greatestFirst: true,
    value: (task) => pair[key][task],
    cell: (task) => yesNo(pair[key][task]),
  });
  const best = (measure) => ({
    key: `best ${measure}`,
    title: `Best by ${study.label.get(measure)}`,
    name: true,
    value: (task) => bestText(task, measure),
    cell: (task) => breakable(bestText(task, measure)),
  });
  return [
    ...taskColumns(),
    ...(hasPredictions() ? [
      number("n", "Instances", (task) => whole(tasks.n[task])),
      number("prevalence", "Prevalence", (task) => percentText(tasks.prevalence[task])),
    ] : []),
    flag("best_differs", "Best models differ"),
    flag("top_differs", `${capitalized(study.top_name)} differ`),
    ...(pair.certain ? [flag("certain", "Differs for certain")] : []),
    {
      key: "spearman",
      title: "Rank correlation",
      number: true,
      value: (task) => pair.spearman[task],
      cell: (task) => decimal(pair.spearman[task], 3),
    },
    ...pair.measures.map(best),
    number("models", "Models", (task) => whole(tasks.models[task])),
  ];
}

function taskColumns() {
  const { id, dataset } = study.tasks;
  const ids = { key: "task", title: "Task", value: (task) => id[task], cell: (task) => taskLink(task, id[task]) };
  const names = { key: "dataset", title: "Data set", name: true, value: (task) => dataset[task] };
  if (study.openml) return [ids, { ...names, cell: datasetCell }];
  return [{ ...names, cell: (task) => taskLink(task) }];
}

function taskLink(task, text = taskName(task)) {
  return link(`#task?id=${study.tasks.id[task]}`, text);
}

function datasetCell(task) {
  const { dataset, dataset_id: ids } = study.tasks;
  return onOpenml("d", ids[task], dataset[task]);
}

const bestTexts = new Map();

function bestText(task, measure) {
  const key = `${measure} ${task}`;
  if (!bestTexts.has(key)) bestTexts.set(key, namedBest(task, measure));
  return bestTexts.get(key);
}

function namedBest(task, measure) {
  const [first, ...others] = bestOf(task, measure);
  const name = shortFlow(flowOf(first));
  return others.length ? `${name} and ${counted(others.length, "tied model")}` : name;
}

function filterTasks() {
  const wanted = controls(tasksView.form);
  const words = wanted.search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = TASKS_SHOWN[wanted.show] ?? TASKS_SHOWN[""];
  const rows = [...study.tasks.id.keys()].filter(
    (task) => shown(tasksView.pair, task) && hasNumbers(wanted, task) && words.every((word) => tasksView.searched[task].includes(word)),
  );
  tasksView.table.show(rows);
  find("#tasks-count").textContent = `${whole(rows.length)} of ${counted(study.tasks.id.length, study.openml ? "task" : "data set")}`;
}

// An empty field asks for nothing.
function hasNumbers(wanted, task) {
  return tasksNumbers().every(
    (name) => wanted[name] === "" || TASKS_NUMBERS[name](Number(wanted[name]), tasksView.pair, task),
  );
}

function searchedTexts() {
  const { id, dataset, positive } = study.tasks;
  return id.map((number, task) => `${number} ${dataset[task]} ${positive[task]}`.toLowerCase());
}

function rememberTasks() {
  const wanted = Object.entries(controls(tasksView.form)).filter(([, value]) => value !== "");
  const order = tasksView.descending ? { order: "descending" } : {};
  replaceRoute("tasks", { ...Object.fromEntries(wanted), sort: tasksView.sort, ...order });
}

function startTasks() {
  tasksView.searched = searchedTexts();
  const form = find(tasksView.form);
  form.addEventListener("input", ({ target }) => {
    if (target.name === "pair") makeTasksTable();
    filterTasks();
    rememberTasks();
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    const pair = controls(tasksView.form).pair;
    replaceRoute("tasks", { pair });
    showTasks(new URLSearchParams({ pair }));
  });
}
