"""A project in which all names are mathematics, markup, formulas or commands."""

import re
from dataclasses import replace
from pathlib import Path

import yaml
from folder_files import write_index
from sklearn.metrics import roc_auc_score

from folder_archives import arff_lines, labels_of, make_run, make_task, scores_of
from workflow_project import Project

NAMES = [
    r"$\frac{1}{$",
    '=HYPERLINK("http://x","y")',
    "<script>alert(1)</script>",
    "|a|",
    "**b**",
    "```c``",
    "[x](http://y.example)",
    "\x1b[31mred\x1b[0m",
    "\u202eleft",
    "two\nlines\r\n# three",
    "数据集",
    "🎉🎉",
    "{{ 7*7 }}",
    "{% raw %}{x}",
    "../../x",
    "%s %(x)s",
    "_hidden_",
    "NA",
    "-1+2",
    "&lt;i&gt; &amp;",
    "x" * 500,
    "\u202e\x07",
]
EVERYTHING = " ".join(NAMES)
FLOWS = [*NAMES, "two\nlines", "two lines", EVERYTHING]
CLASSES = ("$a$", "<b>")
TASKS = range(1, len(NAMES) + 1)


class Hostile(Project):
    """A project whose archive and study have such names only."""

    def make(self) -> None:
        write_hostile_archive(self.folder / "archive")
        study = {
            "title": EVERYTHING,
            "archive": "archive",
            "selection": {
                "min_flows": 12,
                "models": 12,
                "spares": 0,
                "pinned_runs": {2: [2001, 2021]},
            },
            "robustness": "all",
            "chunks": 1,
            "measures": ["aupr", "auprg", "auroc", "own:_top_"],
            "figures": {
                "formats": ["svg", "png"],
                "scatter_tasks": [1, 17],
                "curve_task": 2,
                "curve_runs": [2001, 2021],
            },
            "comparison": {
                "resamples": 200,
                "replicates": 20,
                "splits": 5,
            },
        }
        text = yaml.safe_dump(study, allow_unicode=True)
        (self.folder / "config" / "studies" / "test.yaml").write_text(text, encoding="utf-8")
        (self.folder / "own.py").write_text(
            "def _top_(y_true, y_score):\n    return float(y_true[y_score.argmax()])\n"
        )


def write_hostile_archive(folder: Path) -> None:
    """Write an archive: a data set and a flow for each name, and two flows that look alike."""
    tasks, runs = [], []
    (folder / "predictions").mkdir(parents=True)
    for task_id, name in zip(TASKS, NAMES, strict=True):
        task = replace(
            make_task(task_id), dataset_id=task_id, dataset_name=name, target=name, classes=CLASSES
        )
        tasks.append(task)
        for flow_id, flow in enumerate(FLOWS, start=1):
            scores = scores_of(task, flow_id)
            auroc = round(float(roc_auc_score(labels_of(task), scores)), 6)
            run = replace(make_run(task, flow_id, auroc), flow_name=flow)
            runs.append((run, run.run_id))
            lines = "\n".join(arff_lines(task, scores))
            for label, hostile in zip(("no", "yes"), CLASSES, strict=True):
                lines = re.sub(rf"\b{label}\b", lambda _, text=hostile: text, lines)
            path = folder / "predictions" / f"{run.run_id}.arff"
            path.write_text(f"{lines}\n", encoding="utf-8")
    write_index(folder, {"name": EVERYTHING}, tasks, runs)
