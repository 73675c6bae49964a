"""One pass sorts the rows, one compares the models; the sentences name data set and model."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.interface import Reason
from prgbench.sources.table.found_tables import open_files, open_memory
from prgbench.sources.table.name_ids import id_of
from prgbench.sources.table.sorting import PROCEDURE, TARGET, sort_tables
from tables_of_predictions import long_table, write_table

TABLE = long_table(2, 3, 12)
HEART = TABLE[TABLE["dataset"] == "data 0"]


def part(table):
    return open_memory(pa.Table.from_pandas(table, preserve_index=False), {})


def sort(folder, *tables, **options):
    return sort_tables([part(table) for table in tables], folder / "sorted", **options)


def test_data_sets_become_tasks_and_models_runs_in_the_order_of_their_names(tmp_path):
    tables = sort(tmp_path, TABLE.sample(frac=1, random_state=0))
    assert [known.task.dataset_name for known in tables.index.tasks] == ["data 0", "data 1"]
    task = tables.index.tasks[1].task
    assert task.task_id == task.dataset_id == id_of("data set", "data 1")
    assert (task.target, task.estimation_procedure) == (TARGET, PROCEDURE)
    assert (task.classes, task.n_instances, task.n_repeats, task.n_folds) == (("0", "1"), 12, 1, 5)
    runs = tables.index.tasks[1].runs
    assert [run.model for run in runs] == ["model-0", "model-1", "model-2"]
    assert runs[2].run_id == id_of("run", "data 1", "model-2")
    assert {run.n_bytes for run in runs} == {12 * 8}


def test_scores_and_truth_come_back(tmp_path):
    tables = sort(tmp_path, TABLE)
    task = tables.index.tasks[0].task
    found = tables.read(task, id_of("run", "data 0", "model-1"), "1")
    model = HEART[HEART["model"] == "model-1"]
    assert found.confidences[1].tolist() == model["y_score"].tolist()
    assert found.truth.tolist() == model["y_true"].tolist()
    assert found.fold.tolist() == model["fold"].tolist()


def test_the_checksum_of_a_run_changes_with_its_scores_truth_and_decisions_alone(tmp_path):
    def sums(name, table):
        tables = sort_tables([part(table)], tmp_path / name)
        return [run.sha256 for run in tables.index.tasks[0].runs]

    first = sums("first", HEART)
    assert len(set(first)) == 3
    assert sums("shuffled", HEART.sample(frac=1, random_state=1)) == first
    changed = HEART.copy()
    changed.loc[changed["model"] == "model-1", "y_score"] += 0.5
    again = sums("scores", changed)
    assert [a == b for a, b in zip(first, again, strict=True)] == [True, False, True]
    assert not set(sums("truth", HEART.assign(y_true=1 - HEART["y_true"]))) & set(first)
    assert not set(sums("decisions", HEART.assign(decision=1))) & set(first)


def test_what_is_done_is_told(tmp_path):
    steps = []
    sort(
        tmp_path, HEART, TABLE[TABLE["dataset"] == "data 1"], step=lambda *step: steps.append(step)
    )
    assert steps == [
        ("reading", 1, 2, "table"),
        ("reading", 2, 2, "table"),
        ("comparing models", 1, 2, "data set"),
        ("comparing models", 2, 2, "data set"),
    ]


def test_the_folder_is_there_only_when_all_of_it_is(tmp_path):
    with pytest.raises(PrgbenchError, match=r"^The data set data 0 has one class, '0': keep rows"):
        sort(tmp_path, HEART.assign(y_true=0))
    assert list(tmp_path.iterdir()) == []
    sort(tmp_path, TABLE)
    again = sort(tmp_path, HEART)
    assert [known.task.dataset_name for known in again.index.tasks] == ["data 0"]
    assert [path.name for path in tmp_path.iterdir()] == ["sorted"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda t: t.drop(index=t.index[-1]), "model-2 of the data set data 0 has 11 rows, model"),
        (lambda t: pd.concat([t, t[-1:]]), "model-2 of the data set data 0 has row_id 11 more"),
        (
            lambda t: t.assign(fold=np.where(t["model"] == "model-1", 0, t["fold"])),
            "model-1 of the data set data 0 has fold 0 where model model-0 has 1",
        ),
    ],
)
def test_what_is_wrong_with_a_model_is_said_with_its_names(tmp_path, change, why):
    with pytest.raises(PrgbenchError, match=f"^The model {why}"):
        sort(tmp_path, change(HEART))


def results(folder, name, table):
    return write_table(
        table, folder / f"{name}.20260102T030405/predictions/credit/0/predictions.csv"
    )


RESULTS = pd.DataFrame(
    {"no": [0.25, 0.75], "yes": [0.75, 0.25], "predictions": ["yes", "no"], "truth": ["yes", "no"]}
)


def test_a_framework_of_the_automl_benchmark_that_failed_is_a_run_with_a_problem(tmp_path):
    files = [results(tmp_path, "forest", RESULTS), results(tmp_path, "net", RESULTS[:1])]
    tables = sort_tables(list(open_files(files, {})), tmp_path / "sorted")
    forest, net = tables.index.tasks[0].runs
    assert (forest.model, forest.problem, forest.has_decisions) == ("forest", "", True)
    assert net.problem.startswith("The model net of the data set credit has 1 rows, model forest ")


def test_data_sets_that_are_not_binary_are_said(tmp_path):
    files = [results(tmp_path, "forest", RESULTS.assign(truth="yes"))]
    parts = ["iris", "abalone", *open_files(files, {}), "iris"]
    tables = sort_tables(parts, tmp_path / "sorted")
    assert tables.index.tasks == []
    assert [(e.reason, e.detail) for e in tables.index.excluded] == [
        (Reason.NOT_BINARY, name) for name in ("abalone", "iris", "credit")
    ]


def test_tables_do_not_stand_beside_results_of_the_automl_benchmark(tmp_path):
    (one,) = open_files([results(tmp_path, "forest", RESULTS)], {})
    table = replace(part(HEART), name="mine.csv")
    with pytest.raises(PrgbenchError, match=r"^mine\.csv lies among results of the AutoML Bench"):
        sort_tables([one, table], tmp_path / "sorted")
