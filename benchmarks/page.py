"""Writes the page of a study of the paper's size, and times it, its opening and its filters.

886 tasks with 30 models each and their curves, all made up. Run with ``PYTHONPATH=tests``; needs
Chromium.
"""

import argparse
import statistics
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
from playwright.sync_api import Page, sync_playwright

from made_up_page import NAMES, SECTIONS, comparison_tables, make_content
from made_up_tasks import RANKING
from prgbench.data.models import Models
from prgbench.metrics import get_measure
from prgbench.plotting.drawn import caption_file
from prgbench.report import ANSWER_FIGURE
from prgbench.report.html.page import PAGE, write_page
from prgbench.report.html.payload import PageContent, task_curves
from prgbench.report.parts import SHOWN
from prgbench.study.agreement import agreement_summary, task_agreement
from prgbench.study.model_curves import SPACES
from prgbench.study.ranking import add_ranks

MODELS, FLOWS, POINTS, CHUNKS = 30, 700, 35, 8
LIMITS = {"megabytes": 6.0, "write": 60.0, "open": 2.0, "filter": 0.1}
SEARCHES = ("a", "data 1", "data 88", "", "7", "no such data set", "")
# From a change of a control until the browser has laid the answer out and painted it.
FILTER = """([name, value]) => new Promise(done => {
  const control = document.querySelector(`#tasks-controls [name=${name}]`);
  const start = performance.now();
  control.value = value;
  control.dispatchEvent(new Event("input", {bubbles: true}));
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
})"""


def make_models(tasks: int) -> Models:
    """Each model has a true quality, and each measure adds an error of its own."""
    rng = np.random.default_rng(0)
    task = np.repeat(np.arange(tasks), MODELS)
    quality = rng.normal(size=len(task))
    table = pd.DataFrame(
        {
            "task_id": 3000 + 7 * task,
            "dataset_id": task // 2,
            "dataset_name": [f"data {place // 2} of {place % 7}" for place in task],
            "run_id": rng.choice(10_000_000, len(task), replace=False),
            "pos_label": "positive",
            "n": rng.integers(100, 100_000, tasks)[task],
            "prevalence": rng.uniform(0.01, 0.5, tasks)[task],
            "stored_auroc": None,
            "pooled_auroc": 0.5,
        }
    )
    flows = rng.integers(0, FLOWS, len(task))
    table["flow_name"] = [f"weka.kf.Flow{flow}_Bagging_J48({flow % 4})" for flow in flows]
    for name in NAMES:
        table[name] = 1 / (1 + np.exp(-quality - 0.2 * rng.normal(size=len(task))))
    return add_ranks(Models(table, NAMES), [get_measure(name) for name in NAMES], RANKING)


def write_curves(models: Models, folder: Path) -> list[Path]:
    """Write monotone lines with as many points as real ones have."""
    rng = np.random.default_rng(1)
    paths = []
    for chunk in range(CHUNKS):
        in_chunk = models.task_id % CHUNKS == chunk
        own = models.frame.loc[in_chunk, ["task_id", "run_id"]].copy()
        for space in SPACES:
            for axis in "xy":
                lines = np.sort(rng.random((len(own), POINTS), dtype=np.float32), axis=1)
                own[f"{space}_{axis}"] = list(lines)
        paths.append(folder / f"{chunk}.parquet")
        own.to_parquet(paths[-1])
    return paths


def write_figures(folder: Path, names: list[str]) -> None:
    """Write figures of about the size of the study's own."""
    rng = np.random.default_rng(2)
    for name in names:
        path = " ".join(f"L {x:.6f} {y:.6f}" for x, y in rng.random((1500, 2)) * 500)
        stem = folder / name
        stem.with_suffix(".svg").write_text(
            f'<svg viewBox="0 0 500 500" xmlns="http://www.w3.org/2000/svg"><path d="M 0 0 {path}"'
            "/></svg>"
        )
        stem.with_suffix(".png").write_bytes(b"")
        stem.with_suffix(".csv").write_text("x,y\n" + "0.123456789,0.123456789\n" * 500)
        stem.with_suffix(".md").write_text(caption_file("A caption. " * 30, "A text.", drawn=True))


def content(study: Path, tasks: int) -> PageContent:
    models = make_models(tasks)
    agreement = task_agreement(models, [get_measure(name) for name in NAMES])
    small = make_content(study)
    figures = [figure for part in SHOWN for figure in part.figures]
    write_figures(study / "figures", [*figures, ANSWER_FIGURE, *small.paper_figures])
    certain = agreement[["task_id", "measure_a", "measure_b"]].assign(
        certain=False, size_a=9, size_b=12, shared=7
    )
    return replace(
        small,
        models=models,
        agreement=agreement,
        summary=agreement_summary(agreement, models),
        tables=comparison_tables(agreement) | {"certain_tasks": certain},
        sections=[
            replace(
                SECTIONS[0],
                name=part.name,
                figures=tuple(part.figures),
                paragraphs=["Text. " * 400],
            )
            for part in SHOWN
        ],
        curves=task_curves(write_curves(models, study)),
    )


def seconds_to_open(page: Page, address: str) -> float:
    page.goto("about:blank")
    start = time.perf_counter()
    page.goto(address)
    page.wait_for_selector("#explorer:not([hidden])")
    return time.perf_counter() - start


def seconds_to_filter(page: Page) -> list[float]:
    page.evaluate("location.hash = '#tasks'")
    page.wait_for_selector("#tasks-table table")
    changes = [("search", text) for text in SEARCHES]
    changes += [("show", shown) for shown in ("differs", "top3", "agrees", "")]
    changes += [("n_from", "50000"), ("n_from", ""), ("pair", "aupr~auroc")]
    return [page.evaluate(FILTER, list(change)) / 1000 for change in changes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=886)
    parser.add_argument("--browser", default="/usr/bin/chromium")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        study = Path(folder)
        made = content(study, options.tasks)
        start = time.perf_counter()
        write_page(study / "report", made)
        found = {"write": time.perf_counter() - start}
        path = study / "report" / PAGE
        found["megabytes"] = path.stat().st_size / 1e6
        browser = playwright.chromium.launch(
            executable_path=options.browser, args=["--headless=new", "--no-sandbox"]
        )
        page = browser.new_page()
        found["open"] = statistics.median(seconds_to_open(page, path.as_uri()) for _ in range(5))
        filters = seconds_to_filter(page)
        found["filter"] = max(filters)
        browser.close()
    print(f"{options.tasks} tasks with {MODELS} models each")
    for name, limit in LIMITS.items():
        print(f"{name}: {found[name]:.3g} (limit {limit:g})")
    print(f"filter, median: {statistics.median(filters):.3g}")


if __name__ == "__main__":
    main()
