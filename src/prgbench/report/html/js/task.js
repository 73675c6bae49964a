// One task: its models by every measure, and the curves of any two of them.

const taskView = { task: 0, ticket: 0 };

function showTask(params) {
  const task = study.place.get(Number(params.get("id"))) ?? tasksInOrder()[0];
  const [across, up] = study.pairs[0]?.measures ?? [study.measures[0].name, study.measures[0].name];
  const x = knownMeasure(params.get("x"), across);
  const y = knownMeasure(params.get("y"), up);
  taskView.task = task;
  const models = modelsOf(task);
  fillModelChoices(models, x);
  const [first, second] = chosenModels(params, task, x, y);
  setControls("#task-controls", { id: study.tasks.id[task], x, y });
  setControls("#curve-controls", { first: runOf(first), second: runOf(second) });
  find("#task-title").textContent = study.openml ? `Task ${taskName(task)}` : taskName(task);
  find("#task-facts").replaceChildren(...taskFacts(task));
  if (study.pairs.length) listPairs(task);
  listModels(models, x);
  find("#scatter-caption").textContent = `${study.label.get(y)} against ${study.label.get(x)}; a point is a model.`;
  drawChart(find("#task-scatter"), scatterChart(models, x, y));
  drawChart(find("#task-ranks"), ranksChart(models));
  drawCurves();
}

// By name, as a reader looks for them: set-2 before set-10.
function tasksInOrder() {
  return sorted(study.tasks.id.map((_, task) => task), taskName, false);
}

function knownMeasure(name, otherwise) {
  return study.label.has(name) ? name : otherwise;
}

// The asked ones; else the best by each measure, or the first two where these are one.
function chosenModels(params, task, x, y) {
  const byRun = new Map(modelsOf(task).map((model) => [runOf(model), model]));
  const order = sorted(modelsOf(task), (model) => rankOf(model, x), false);
  const first = byRun.get(Number(params.get("first"))) ?? order[0];
  const other = sorted(modelsOf(task), (model) => rankOf(model, y), false).find((model) => model !== first);
  const best = bestOf(task, y);
  const second = byRun.get(Number(params.get("second"))) ?? (best.includes(first) ? order[1] : other);
  return [first, second ?? first];
}

function fillModelChoices(models, measure) {
  const order = sorted(models, (model) => rankOf(model, measure), false);
  for (const select of findAll("#curve-controls select")) {
    const options = order.map((model) =>
      element("option", { value: runOf(model) }, `${rankText(rankOf(model, measure))}. ${modelName(model)}`),
    );
    select.replaceChildren(...options);
  }
}

function taskFacts(task) {
  const { id, dataset, dataset_id: datasetId, positive, models, n, prevalence } = study.tasks;
  const facts = [
    ...(study.openml ? [["Task", onOpenml("t", id[task], String(id[task]))]] : []),
    ["Data set", onOpenml("d", datasetId[task], dataset[task])],
    ...(hasPredictions() ? [
      ["Instances", whole(n[task])],
      ["Positive class", positive[task]],
      ["Prevalence", percentText(prevalence[task])],
      ...[...study.label].filter(([name]) => `chance_${name}` in study.tasks).map(([name, label]) => (
        [`${label} by chance`, decimal(study.tasks[`chance_${name}`][task], 3)]
      )),
    ] : []),
    ["Models", whole(models[task])],
  ];
  return facts.map(([term, what]) => element("div", {}, element("dt", {}, term), element("dd", {}, what)));
}

function listPairs(task) {
  const flag = (key, title) => ({
    key,
    title,
    value: (pair) => pair[key]?.[task] ?? null,
    cell: (pair) => yesNo(pair[key]?.[task] ?? null),
  });
  const pairText = ({ measures }) => measures.map((name) => study.label.get(name)).join(" – ");
  const columns = [
    { key: "pair", title: "Measures", value: pairText, cell: pairText },
    flag("best_differs", "Best models differ"),
    flag("top_differs", `${capitalized(study.top_name)} differ`),
    ...(study.pairs[0]?.certain ? [flag("certain", "Differs for certain"), ...setColumns(task)] : []),
    {
      key: "spearman",
      title: "Rank correlation",
      number: true,
      value: (pair) => pair.spearman[task],
      cell: (pair) => decimal(pair.spearman[task], 3),
    },
  ];
  makeTable(find("#task-pairs"), { caption: "Agreement of the measures in this task", columns }).show(study.pairs);
}

// How many models are in the confidence sets of the two measures, and in both.
function setColumns(task) {
  const titles = { size_a: "Could be best by the first", size_b: "by the second", shared: "by both" };
  return Object.entries(titles).map(([key, title]) => ({
    key,
    title,
    number: true,
    value: (pair) => pair[key][task],
    cell: (pair) => (pair[key][task] === null ? "undefined" : whole(pair[key][task])),
  }));
}

function listModels(models, measure) {
  const names = study.measures.map(({ name }) => name);
  const columns = [flowColumn(), ...measureColumns(names), ...runColumns()];
  makeTable(find("#task-models"), { caption: "Models of this task", columns, sort: `rank ${measure}` }).show(models);
}

async function drawCurves() {
  taskView.ticket += 1;
  const { ticket, task } = taskView;
  const { first, second } = controls("#curve-controls");
  const note = find("#curve-note");
  const curves = await curvesOf(task).catch((error) => {
    note.textContent = error.message;
  });
  if (ticket !== taskView.ticket) return;
  find("#task-curves").hidden = !curves;
  if (curves) note.textContent = "";
  else if (!note.textContent) note.textContent = "The curves of this task are not part of the page.";
  for (const box of curves ? findAll("#task-curves [data-space]") : []) {
    const { space } = box.dataset;
    const lines = [
      ...pointsOf(curves, space, Number(first), "first"),
      ...pointsOf(curves, space, Number(second), "second"),
    ];
    drawChart(box, curveChart(space, lines, study.tasks.prevalence[task]));
  }
}

function rememberTask() {
  replaceRoute("task", { ...controls("#task-controls"), ...controls("#curve-controls") });
}

function startTask() {
  const options = tasksInOrder().map((task) => element("option", { value: study.tasks.id[task] }, taskName(task)));
  find("#task-choice").replaceChildren(...options);
  find("#task-controls").addEventListener("input", () => {
    const wanted = controls("#task-controls");
    replaceRoute("task", wanted);
    showTask(new URLSearchParams(wanted));
  });
  find("#curve-controls").addEventListener("input", () => {
    drawCurves();
    rememberTask();
  });
}
