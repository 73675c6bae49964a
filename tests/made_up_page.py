"""A small study for tests of the page, worked out by hand, with hostile names."""

import base64
import json
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from made_up_facts import make_facts
from made_up_standings import make_standings
from prgbench.answer.collecting import collect_answer
from prgbench.data.models import Models
from prgbench.metrics import get_measure
from prgbench.plotting.drawn import caption_file
from prgbench.report import ANSWER_FIGURE
from prgbench.report.html.payload import PageContent, task_curves
from prgbench.report.parts import PartSection
from prgbench.report.provenance import Provenance
from prgbench.report.shown_part import ShownPart
from prgbench.study.agreement import agreement_summary, task_agreement

NAMES = ("aupr", "auprg", "auroc")
HOSTILE_DATASET = "<img src=x onerror=\"document.title='harmed'\">"
HOSTILE_FLOW = "</script><script>document.title='harmed'</script>"
FLOWS = [HOSTILE_FLOW, "weka.J48(1)", "__proto__"]
DATASETS = [HOSTILE_DATASET, "kr-vs-kp", "=1+1"]
POSITIVES = ["won", "</td>", "1"]
SIZES = [100, 500, 2000]
PREVALENCES = [0.1, 0.3, 0.45]
# The ranks of the three flows by each measure, task by task. The first two measures have
# different best models in tasks 12 and 13, the last one because two models are tied.
RANKS = [
    {"aupr": (1, 2, 3), "auprg": (1, 2, 3), "auroc": (2, 1, 3)},
    {"aupr": (1, 2, 3), "auprg": (2, 1, 3), "auroc": (2, 1, 3)},
    {"aupr": (1.5, 1.5, 3), "auprg": (1, 2, 3), "auroc": (1, 2, 3)},
]
TASK_IDS = [11, 12, 13]
# The models that could be the best one by the first measure of a pair, by the second, and by both.
SET_SIZES = {("aupr", "auprg"): [(2, 2, 2), (1, 1, 0), (3, 2, 1)]}
ALL_ALIKE = [(3, 3, 3)] * 3
SVG = (
    '<?xml version="1.0"?>\n<svg width="10pt" height="5pt" viewBox="0 0 10 5" '
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
    '<metadata>made</metadata><style type="text/css">*{stroke-linejoin: round}</style>'
    '<g id="a"><text style="font: 9px \'DejaVu Sans\'">drawn</text></g>'
    '<use xlink:href="#a"/></svg>\n'
)
DATA = "panel,value\nleft,0.25\n"
SETTINGS = {
    "title": "A <study> & its page", "replication": False, "robustness": [], "seed": 7,
    "measures": list(NAMES),
}  # fmt: skip
PAPER_FIGURES = ("rank_heatmap", "area_scatter")
SECTIONS = [
    PartSection(
        ShownPart(
            name="choosing",
            title="Is it more than noise?",
            shows="What it shows.",
            cannot_tell="What it cannot.",
            paragraphs=lambda *_: [],
            figures={"choosing": None},
        ),
        "What it shows.",
        ["The loss is **0.1**.", "- <b>no tag</b>\n- two"],
    ),
    PartSection(
        ShownPart(
            name="ties",
            title="What counts as a tie?",
            shows="Ties.",
            cannot_tell="Nothing else.",
            paragraphs=lambda *_: [],
            figures={"ties": None},
        ),
        "Ties.",
        ["No task has ties."],
    ),
]


def decoded(text):
    """Return what a page's scripts read of a text that it holds."""
    return json.loads(zlib.decompress(base64.b64decode(text)))


def make_models():
    """Return nine models; the areas by a measure fall with the rank."""
    rows = []
    for place, ranks in enumerate(RANKS):
        for flow, name in enumerate(FLOWS):
            row = {
                "task_id": TASK_IDS[place],
                "dataset_id": 40 + place,
                "dataset_name": DATASETS[place],
                "run_id": 100 * TASK_IDS[place] + flow,
                "flow_id": flow,
                "flow_name": name,
                "pos_label": POSITIVES[place],
                "n": SIZES[place],
                "n_instances": SIZES[place],
                "prevalence": PREVALENCES[place],
                "stored_auroc": None,
                "pooled_auroc": 0.5,
            }
            for measure in NAMES:
                row[f"rank_{measure}"] = float(ranks[measure][flow])
                row[measure] = 1 - ranks[measure][flow] / 10
            rows.append(row)
    return Models(pd.DataFrame(rows), NAMES)


def make_curves(models):
    """Return a table in which every model has the same three lines, PRG in two pieces."""
    lines = {
        "roc_x": [0, 0.25, 1], "roc_y": [0, 0.75, 1], "pr_x": [0, 1], "pr_y": [1, 0.5],
        "prg_x": [0, 0.5, np.nan, 0.75, 1], "prg_y": [1, 0.5, np.nan, 0.25, 0],
    }  # fmt: skip
    row = {name: np.array(values, dtype=np.float32) for name, values in lines.items()}
    return pd.DataFrame(
        [
            {"task_id": task_id, "run_id": run_id, **row}
            for task_id, run_id in zip(models.task_id, models.run_id, strict=True)
        ]
    )


def comparison_tables(agreement):
    """Return what a common order gives, and the certain disagreements by task."""
    pairs = agreement[["measure_a", "measure_b"]].drop_duplicates()
    if_alike = pairs.assign(
        statistic="best_differs", found=0.3, if_alike=0.15, if_alike_lower=0.1,
        if_alike_upper=0.2, tasks=3, datasets=3, few_models=0, undefined=0,
    )  # fmt: skip
    certain = [
        {
            "task_id": task_id, "measure_a": a, "measure_b": b, "size_a": first,
            "size_b": second, "shared": shared, "certain": shared == 0,
        }
        for a, b in pairs.itertuples(index=False)
        for task_id, (first, second, shared) in zip(
            TASK_IDS, SET_SIZES.get((a, b), ALL_ALIKE), strict=True
        )
    ]  # fmt: skip
    return {
        "if_alike": if_alike,
        "certain_tasks": pd.DataFrame(certain),
    }


def write_figures(folder):
    """Write the files of the figures; "ties" is one for which there was too little data."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (ANSWER_FIGURE, *PAPER_FIGURES, *(s.part.name for s in SECTIONS)):
        stem = folder / name
        stem.with_suffix(".svg").write_text(SVG)
        stem.with_suffix(".png").write_bytes(b"png of the figure")
        stem.with_suffix(".csv").write_text(DATA)
        drawn = name != "ties"
        caption = f"The caption of *{name}*." if drawn else "Too few ties to draw."
        alt = f'What "{name}" shows'
        stem.with_suffix(".md").write_text(caption_file(caption, alt, drawn=drawn))


def make_content(study: Path, *, models=None, **changes):
    """Return the content of the page of a study whose files lie in a folder."""
    write_figures(study / "figures")
    models = make_models() if models is None else models
    curves = study / "curves.parquet"
    make_curves(models).to_parquet(curves)
    measures = [get_measure(name) for name in NAMES]
    agreement = task_agreement(models, measures)
    summary = agreement_summary(agreement, models)
    tables = comparison_tables(agreement)
    collected = collect_answer(
        "made",
        "test archive",
        0.95,
        models,
        summary,
        tables,
        scope="4 tasks on 3 data sets, 3 models",
    )
    # So many that every view says something.
    answer = collected.model_copy(update={"datasets": 20})
    exclusions = pd.DataFrame({"reason": ["gone <i>"], "count": [2]})
    content = PageContent(
        settings=SETTINGS,
        facts=make_facts("test archive", openml=True),
        provenance=replace(
            Provenance.of(collected, "2026-11-22T01:00:00+00:00", exclusions, replication=False),
            version="9.9",
            commit="abc1234",
        ),
        answer=answer,
        models=models,
        agreement=agreement,
        summary=summary,
        exclusions=exclusions,
        listed=pd.DataFrame({"reason": ["gone <i>", "gone <i>"], "run_id": [1, None]}),
        tables=tables | make_standings(FLOWS),
        sections=SECTIONS,
        later="",
        figures=study / "figures",
        paper_figures=PAPER_FIGURES,
        formats=("pdf", "svg", "png"),
        curves=list(task_curves([curves])),
        second_opinion="",
    )
    return replace(content, **changes)
