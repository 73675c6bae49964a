// Follows the address: "#view?name=value" shows a view of the explorer; all else is an anchor.

const VIEWS = {
  leaderboard: { show: showLeaderboard, start: startLeaderboard },
  tasks: { show: showTasks, start: startTasks },
  heatmap: { show: showHeatmap, start: startHeatmap },
  task: { show: showTask, start: startTask },
};

const panelOf = (view) => findAll(".view").find(({ dataset }) => dataset.view === view);

const REST = 100;
let remembering;

function address() {
  const [view, query = ""] = location.hash.slice(1).split("?");
  return { view, params: new URLSearchParams(query) };
}

// Remembers in the address what is shown, once the controls are at rest: it takes browsers long.
function replaceRoute(view, wanted) {
  const before = location.hash;
  const query = new URLSearchParams(wanted);
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    if (location.hash === before) history.replaceState(null, "", `#${view}?${query}`);
  }, REST);
}

function show(view, params) {
  for (const panel of findAll(".view")) panel.hidden = panel.dataset.view !== view;
  for (const anchor of findAll(".views a")) {
    if (anchor.dataset.view === view) anchor.setAttribute("aria-current", "true");
    else anchor.removeAttribute("aria-current");
  }
  VIEWS[view].show(params);
}

// Opens what is closed around the place of an address.
function reveal(name) {
  const place = document.getElementById(name);
  const closed = place?.closest("details:not([open])");
  if (!closed) return;
  closed.open = true;
  place.scrollIntoView();
}

// Paper shows all that is closed.
function startPrinting() {
  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = findAll("details:not([open])");
    closed.forEach((details) => (details.open = true));
  });
  window.addEventListener("afterprint", () => closed.forEach((details) => (details.open = false)));
}

function follow() {
  clearTimeout(remembering);
  const { view, params } = address();
  if (!panelOf(view)) return reveal(view);
  show(view, params);
  find("#explore").scrollIntoView();
  find("h3", panelOf(view)).focus({ preventScroll: true });
}

async function start() {
  try {
    prepare(await unpack(find("#payload").textContent));
  } catch {
    const error = find("#explorer-error");
    error.textContent = "This browser is too old to unpack the data of the page.";
    error.hidden = false;
    return;
  }
  startDownloads();
  startPrinting();
  for (const { dataset } of findAll(".view")) VIEWS[dataset.view].start();
  for (const form of findAll("form")) form.addEventListener("submit", (event) => event.preventDefault());
  find("#explorer").hidden = false;
  window.addEventListener("hashchange", follow);
  if (!panelOf(address().view)) show(find(".view").dataset.view, new URLSearchParams());
  follow();
}

start();
