// Images of the figures, and downloads that need no file beside the page.

const TYPES = { svg: "image/svg+xml", png: "image/png", csv: "text/csv" };

function blobOf(ending, content) {
  if (ending !== "png") return new Blob([content], { type: `${TYPES[ending]};charset=utf-8` });
  return new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], { type: TYPES.png });
}

function startDownloads() {
  for (const [name, contents] of Object.entries(study.figures)) {
    for (const [ending, content] of Object.entries(contents)) {
      const address = URL.createObjectURL(blobOf(ending, content));
      const place = `[data-figure="${name}"]`;
      findAll(`a${place}[data-ending="${ending}"]`).forEach((anchor) => (anchor.href = address));
      if (ending !== "csv") findAll(`img${place}`).forEach((image) => (image.src = address));
    }
  }
}

function startCopying() {
  const button = find("#copy-bibtex");
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(find("#cite pre").textContent);
    find("#copied").textContent = "Copied.";
  });
}
