"""A replication from the study file to the report: an archive that has the paper's two tasks."""

import csv
from dataclasses import replace

import pytest
from folder_files import write_index

from folder_archives import arff_lines, labels_of, make_task, scores_of
from prgbench.metrics import aupr_score, auroc_score
from prgbench.sources.runs import Run
from workflow_project import Project

pytestmark = pytest.mark.slow

NAMES = {3872: "white-clover", 3896: "ada_agnostic"}
RUNS = {1: (145651, "weka.AdaBoostM1(1)"), 2: (267741, "weka.Logistic(1)")}
MORE = """\
  pinned_runs: {"3872": [145651, 267741]}
replication: true
"""


class Replication(Project):
    """A study of the paper's two tasks and of two others."""

    parts = ("multiverse",)
    chunks = 1

    def make(self):
        (self.folder / "archive" / "predictions").mkdir(parents=True)
        tasks = [replace(make_task(number), dataset_name=name) for number, name in NAMES.items()]
        tasks += [make_task(number) for number in (1, 2)]
        runs = [self.write_run(task, flow) for task in tasks for flow in range(1, 7)]
        write_index(self.folder / "archive", {"name": "test archive"}, tasks, runs)
        (self.folder / "mine.py").write_text("def top_ten(y_true, y_score):\n    return 0.5\n")
        self.write([3872, 3896, 1, 2], more=MORE)
        study = self.folder / "config" / "studies" / "test.yaml"
        curves = "figures: {curve_task: 3872, curve_runs: [145651, 267741], "
        study.write_text(study.read_text().replace("figures: {", curves))

    def write_run(self, task, flow):
        """Write a model's predictions; the good ones are those of small flows."""
        scores = scores_of(task, flow)
        run_id, name = 10 * task.task_id + flow, f"weka.Flow{flow}(1)"
        if task.task_id == 3872 and flow in RUNS:
            run_id, name = RUNS[flow]
        path = self.folder / "archive" / "predictions" / f"{run_id}.arff"
        path.write_text("\n".join(arff_lines(task, scores)) + "\n", encoding="utf-8")
        auroc = round(auroc_score(labels_of(task), scores), 6)
        run = Run(run_id, task.task_id, flow, name, flow, 1, "2014-04-01 12:00:00", auroc)
        return run, run_id


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    project = Replication(tmp_path_factory.mktemp("replication") / "project")
    sentence = project.run().splitlines()[-2]
    assert sentence.startswith("The areas that Figure 5 of the paper prints: 0 of 4 found. AUPR ")
    return project.results


def rows_of(study, name):
    with (study / "tables" / "replication" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_statements_on_the_papers_models_are_those_of_their_scores(study):
    rows = {row["statement"]: row for row in rows_of(study, "statements.csv")}
    task = make_task(3872)
    for flow, (run_id, _) in RUNS.items():
        name = "AdaBoost" if flow == 1 else "Logistic Regression"
        area = aupr_score(labels_of(task), scores_of(task, flow))
        assert rows[f"AUPR of {name} (run {run_id})"]["found"] == f"{area:.3f}"
    [start] = [row for text, row in rows.items() if "start of the ranking" in text]
    assert "where recall gain is 0" in start["found"]
    assert rows["Data set of task 3896"] == {
        "statement": "Data set of task 3896",
        "printed": "ada-agnostic",
        "found": "ada_agnostic",
        "holds": "yes",
        "task_id": "3896",
    }


def test_guesses_have_the_numbers_of_the_multiverse(study):
    rows = {row["alternative"]: row for row in rows_of(study, "guesses.csv")}
    with (study / "tables" / "robustness" / "multiverse.csv").open(newline="") as file:
        universes = list(csv.DictReader(file))
    [folds] = [
        row for row in universes
        if row["average"] == "fold_mean" and row["ties"] == "sets"
        and row["aupr"] == "aupr" and row["auprg"] == "auprg"
        and row["duplicates"] == "kept" and row["models"] == "own"
        and row["minimum_n"] == "0" and row["positive_class"] == "stated"
    ]  # fmt: skip
    shares = [
        100 * float(folds[f"best_differs_{pair}"])
        for pair in ("aupr_auprg", "aupr_auroc", "auprg_auroc")
    ]
    assert rows["the mean over the folds"]["best_differs"] == " / ".join(
        f"{share:.1f}%" for share in shares
    )
    assert rows["the mean over the folds"]["how"].startswith("the part multiverse; distance")
    pinned = rows["a draw that may miss them"]
    assert pinned["how"] == "another study: selection.pinned_runs: {}"


def test_the_page_has_both_tables(study):
    page = (study / "report" / "index.html").read_text(encoding="utf-8")
    assert "What else section 4 states" in page
    assert '<a href="#task?id=3872">' in page
    for text in ("What the paper leaves open", "the mean over the folds", "ranking.ties"):
        assert text in page
