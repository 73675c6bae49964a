// Downloads of the figures that need no file beside the page.

function fileOf(type, text) {
  return URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
}

function startDownloads() {
  for (const anchor of findAll(".downloads a")) {
    const { figure, ending } = anchor.dataset;
    const drawn = find(`#figure-${figure}`);
    if (ending === "csv") anchor.href = fileOf("text/csv", study.figures[figure]);
    else if (ending === "svg") anchor.href = fileOf("image/svg+xml", new XMLSerializer().serializeToString(drawn));
    else if (ending === "png" && drawn.src) anchor.href = drawn.src;
  }
}
