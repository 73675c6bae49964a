// The curves of a task: in this page, or in a script beside it that is run when asked for.

const SCALE = 1000;
const askedCurves = new Map();
const awaited = new Map();

window.receiveCurves = (id, text) => awaited.get(id)?.(text);

function curvesOf(task) {
  const id = study.tasks.id[task];
  if (!askedCurves.has(id)) askedCurves.set(id, packedCurves(id).then((text) => text && unpack(text)));
  return askedCurves.get(id);
}

function packedCurves(id) {
  if (study.curves_beside) return curvesBeside(id);
  return Promise.resolve(find(`script[data-curves="${id}"]`)?.textContent);
}

function curvesBeside(id) {
  return new Promise((resolve, reject) => {
    awaited.set(id, resolve);
    const onerror = () => {
      askedCurves.delete(id);
      reject(new Error(`The file curves/${id}.js is not beside the page.`));
    };
    document.head.append(element("script", { src: `curves/${id}.js`, onerror }));
  });
}

// The points of a model's line; steps are thousandths, null stands between its pieces.
function pointsOf(curves, space, run, curve) {
  const [xs, ys] = curves[space][curves.run.indexOf(run)];
  let [x, y, piece] = [0, 0, 0];
  const points = [];
  xs.forEach((step, order) => {
    if (step === null) {
      piece += 1;
    } else {
      x += step;
      y += ys[order];
      points.push({ x: x / SCALE, y: y / SCALE, order, curve, piece: `${curve} ${piece}` });
    }
  });
  return points;
}
