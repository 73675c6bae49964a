// The tables of the study: unpacked once, then selected from.

let study;

async function unpack(text) {
  const letters = atob(text.trim());
  const bytes = new Uint8Array(letters.length);
  for (let place = 0; place < letters.length; place += 1) bytes[place] = letters.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

function prepare(tables) {
  study = tables;
  study.models.run = summed(study.models.run);
  study.ends = summed(study.tasks.models);
  study.place = new Map(study.tasks.id.map((id, place) => [id, place]));
  const { dataset } = study.tasks;
  study.several = new Set(dataset.filter((name, place) => dataset.indexOf(name) !== place));
  study.label = new Map(study.measures.map(({ name, label }) => [name, label]));
}

function summed(steps) {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

// The rows of the models of the task at a place.
function modelsOf(task) {
  const end = study.ends[task];
  return Array.from({ length: study.tasks.models[task] }, (_, row) => end - study.tasks.models[task] + row);
}

// What a task is called: ids mean something at openml.org alone, unless a data set has several.
function taskName(task) {
  const { id, dataset } = study.tasks;
  if (study.openml) return `${id[task]}: ${dataset[task]}`;
  return study.several.has(dataset[task]) ? `${dataset[task]} (${id[task]})` : dataset[task];
}

// What two models of a task are told apart by.
const modelName = (model) => (study.openml ? `${flowOf(model)} (run ${runOf(model)})` : flowOf(model));

const areaOf = (model, measure) => study.models[measure][model];
const rankOf = (model, measure) => study.models[`rank_${measure}`][model];
const runOf = (model) => study.models.run[model];
const flowOf = (model) => study.flows[study.models.flow[model]];

// The models of the lowest rank, in the order of their runs.
function bestOf(task, measure) {
  const models = modelsOf(task);
  const least = Math.min(...models.map((model) => rankOf(model, measure)));
  return models.filter((model) => rankOf(model, measure) === least);
}

// Scores alone tell nothing of the instances.
const hasPredictions = () => study.tasks.n[0] !== null;

function pairOf(names) {
  return study.pairs.find(({ measures }) => names.every((name) => measures.includes(name)));
}

function onOpenml(kind, id, text) {
  return study.openml ? link(`https://www.openml.org/${kind}/${id}`, text) : text;
}
