"""Rows are sorted by data set and model, compared and stored, and come back."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from prgbench.run.errors import PrgbenchError
from prgbench.sources.interface import Reason, Task
from prgbench.sources.table.found_tables import open_files, open_memory
from prgbench.sources.table.names import id_of
from prgbench.sources.table.sorted_tables import (
    PROCEDURE,
    TARGET,
    SortedRun,
    SortedTask,
    mirrored,
    sort_tables,
)
from tables_of_predictions import long_table, write_table

TABLE = long_table(2, 3, 12)
HEART = TABLE[TABLE["dataset"] == "data 0"]


def part(table):
    return open_memory(pa.Table.from_pandas(table, preserve_index=False), {})[0]


def sort(*tables, **options):
    return sort_tables([part(table) for table in tables], **options)


def test_data_sets_become_tasks_and_models_runs_in_the_order_of_their_names():
    tables = sort(TABLE.sample(frac=1, random_state=0))
    assert [known.task.dataset_name for known in tables.tasks] == ["data 0", "data 1"]
    task = tables.tasks[1].task
    assert task.task_id == task.dataset_id == id_of("data set", "data 1")
    assert (task.target, task.estimation_procedure) == (TARGET, PROCEDURE)
    assert (task.classes, task.n_instances, task.n_repeats, task.n_folds) == (("0", "1"), 12, 1, 5)
    runs = tables.tasks[1].runs
    assert [run.model for run in runs] == ["model-0", "model-1", "model-2"]
    assert runs[2].run_id == id_of("run", "data 1", "model-2")


def test_all_data_sets_of_one_class_are_named_at_once():
    table = long_table(4, 2, 12)
    healthy = {"data 1": 0, "data 3": 1}
    table["y_true"] = table["dataset"].map(healthy).fillna(table["y_true"]).astype(int)
    with pytest.raises(PrgbenchError) as raised:
        sort(table)
    assert str(raised.value) == (
        "2 data sets have rows of only one class, '0', '1' (data 1, data 3): keep rows of both "
        "classes, or leave the data sets out."
    )
    left = sort(table[~table["dataset"].isin(healthy)]).tasks
    assert [known.task.dataset_name for known in left] == ["data 0", "data 2"]


def test_rows_that_are_there_twice_are_said_to_be_where_numbers_of_rows_differ():
    without = HEART.drop(columns="row_id")
    table = pd.concat([without, without[without["model"] == "model-1"][3:5]])
    with pytest.raises(PrgbenchError) as raised:
        sort(table)
    assert str(raised.value).startswith(
        "The model model-0 on the data set data 0 has 12 rows, model model-1 has 14 (2 of them "
        "equal earlier ones: drop them if they are duplicates): all models of a data set need "
    )
    again = sort(table[~table.duplicated()])
    assert again.tasks[0].task.n_instances == 12


def read(task, model):
    (run,) = [run for run in task.runs if run.model == model]
    return task.predictions(1, "1").of([run.run_id])


def test_scores_and_truth_come_back():
    found = read(sort(TABLE).tasks[0], "model-1")
    model = HEART[HEART["model"] == "model-1"]
    assert found.y_score.tolist() == [model["y_score"].tolist()]
    assert found.y_true.tolist() == model["y_true"].tolist()
    assert found.fold.tolist() == model["fold"].tolist()
    assert found.group is None


def test_groups_come_back_where_a_data_set_states_them():
    grouped = HEART.assign(group=HEART["row_id"] // 2).sample(frac=1, random_state=0)
    tables = sort(grouped, TABLE[TABLE["dataset"] != "data 0"])
    stated, other = tables.tasks
    found = read(stated, "model-1")
    assert found.group.tolist() == np.repeat(range(6), 2).tolist()
    assert read(other, "model-1").group is None


def test_the_checksum_of_a_run_changes_with_what_is_stored_alone():
    def sums(table):
        tables = sort(table)
        return [run.sha256 for run in tables.tasks[0].runs]

    first = sums(HEART)
    assert len(set(first)) == 3
    assert sums(HEART.sample(frac=1, random_state=1)) == first
    changed = HEART.copy()
    changed.loc[changed["model"] == "model-1", "y_score"] += 0.5
    again = sums(changed)
    assert [a == b for a, b in zip(first, again, strict=True)] == [True, False, True]
    assert not set(sums(HEART.assign(y_true=1 - HEART["y_true"]))) & set(first)
    assert not set(sums(HEART.assign(decision=1))) & set(first)
    assert not set(sums(HEART.assign(group=HEART["row_id"]))) & set(first)


def test_what_is_done_is_told():
    steps = []
    sort(HEART, TABLE[TABLE["dataset"] == "data 1"], step=lambda *step: steps.append(step))
    assert steps == [
        ("reading", 1, 2, "table"),
        ("reading", 2, 2, "table"),
        ("comparing models", 1, 2, "data set"),
        ("comparing models", 2, 2, "data set"),
    ]


def results(folder, name, table):
    return write_table(
        table, folder / f"{name}.20260102T030405/predictions/credit/0/predictions.csv"
    )


RESULTS = pd.DataFrame(
    {"no": [0.25, 0.75], "yes": [0.75, 0.25], "predictions": ["yes", "no"], "truth": ["yes", "no"]}
)


def test_a_framework_of_the_automl_benchmark_that_failed_is_a_run_with_a_problem(tmp_path):
    files = [results(tmp_path, "forest", RESULTS), results(tmp_path, "net", RESULTS[:1])]
    tables = sort_tables(list(open_files(files, {})))
    forest, net = tables.tasks[0].runs
    assert (forest.model, forest.problem, forest.decisions.tolist()) == ("forest", "", [1, 0])
    assert net.problem.startswith("The model net on the data set credit has 1 rows, model forest ")


def test_data_sets_that_are_not_binary_are_said(tmp_path):
    files = [results(tmp_path, "forest", RESULTS.assign(truth="yes"))]
    parts = ["iris", "abalone", *open_files(files, {}), "iris"]
    tables = sort_tables(parts)
    assert tables.tasks == []
    assert [(e.reason, e.dataset_name) for e in tables.excluded] == [
        (Reason.NOT_BINARY, name) for name in ("abalone", "iris", "credit")
    ]


def test_tables_do_not_lie_beside_results_of_the_automl_benchmark(tmp_path):
    (one,) = open_files([results(tmp_path, "forest", RESULTS)], {})
    table = replace(part(HEART), name="mine.csv")
    with pytest.raises(PrgbenchError, match=r"^mine\.csv is among results of the AutoML Bench"):
        sort_tables([one, table])


TASK = Task(7, 7, "heart", "y_true", ("no", "yes"), 3, 1, 1, 1)
VALUES = {"repeat": [0, 0, 0], "row_id": [0, 1, 2], "fold": [-1, -1, -1], "truth": [1, 0, 1]}
ONE = np.array([[0.25, 0.5, 1.0]])
TWO = np.array([[0.125, 0.5, 0.0], [0.75, 0.5, 0.25]])


KINDS = {"repeat": np.int16, "row_id": np.int64, "fold": np.int16, "truth": np.int8}
ROWS = {name: np.array(values, dtype=KINDS[name]) for name, values in VALUES.items()}


def test_scores_of_each_class_come_back_in_the_order_of_the_classes():
    decisions = np.array([1, 0, -1], dtype=np.int8)
    run = SortedRun(9, "tree", {"yes": TWO[0], "no": TWO[1]}, decisions)
    task = SortedTask(TASK, [0, 1], ROWS, runs=[run])
    yes, no = (task.predictions(positive, "yes") for positive in (1, 0))
    assert (yes.positive, yes.negative) == ("yes", "no")
    assert (yes.y_score.tolist(), no.y_score.tolist()) == ([TWO[0].tolist()], [TWO[1].tolist()])
    assert (yes.decision.tolist(), no.decision.tolist()) == ([[1, 0, -1]], [[0, 1, -1]])
    assert (yes.y_true.tolist(), no.y_true.tolist()) == ([True, False, True], [False, True, False])
    for name in ("repeat", "row_id", "fold"):
        assert getattr(yes, name).tolist() == VALUES[name]


def test_scores_of_the_other_class_are_kept_where_they_break_ties():
    tied = np.array([0.5, 0.5, 0.0])
    run = SortedRun(9, "tree", {"yes": tied, "no": TWO[1]})
    task = SortedTask(TASK, [0, 1], ROWS, runs=[run])
    yes, no = (task.predictions(positive, "yes") for positive in (1, 0))
    assert (yes.models[0].both, no.models[0].both) == (True, False)
    assert yes.y_score_negative[9].tolist() == TWO[1].tolist()
    assert yes.y_score_by_both().tolist() == [[1.0, 2.0, 0.0]]
    assert no.y_score_by_both() is None


def test_the_rarer_class_is_the_minority_and_of_equal_ones_the_second():
    assert SortedTask(TASK, [0, 1], ROWS).rarer_class == 0
    even = {**ROWS, "truth": np.array([0, 1, 0, 1], dtype=np.int8)}
    assert SortedTask(TASK, [0, 1], even).rarer_class == 1


def test_rows_have_the_types_of_predictions():
    assert {name: array.dtype for name, array in sort(HEART).tasks[0].rows.items()} == KINDS


@pytest.mark.parametrize(
    ("labels", "scored", "no", "yes"),
    [
        (("",), "yes", [0.75, 0.5, 0.0], [0.25, 0.5, 1.0]),
        (("",), "no", [0.25, 0.5, 1.0], [0.75, 0.5, 0.0]),
        (("no",), "yes", [0.25, 0.5, 1.0], [0.75, 0.5, 0.0]),
        (("yes",), "no", [0.75, 0.5, 0.0], [0.25, 0.5, 1.0]),
    ],
)
def test_one_column_of_scores_is_mirrored_for_the_other_class(labels, scored, no, yes):
    run = SortedRun(9, "tree", dict(zip(labels, ONE, strict=True)))
    task = SortedTask(TASK, [0, 1], ROWS, runs=[run])
    found = [task.predictions(positive, scored) for positive in (0, 1)]
    assert [of_class.y_score.tolist() for of_class in found] == [[no], [yes]]
    assert [of_class.decision.tolist() for of_class in found] == [[[-1, -1, -1]]] * 2
    assert not any(of_class.models[0].both for of_class in found)


@pytest.mark.parametrize(
    ("scores", "others"),
    [
        ([0.0, 0.25, 1.0], [1.0, 0.75, 0.0]),
        ([0.25, 1.5], [-0.25, -1.5]),
        ([-0.5, 0.25], [0.5, -0.25]),
        ([1e-20, 2e-20, 0.5], [-1e-20, -2e-20, -0.5]),
        ([0.5, 0.5], [0.5, 0.5]),
        ([], []),
    ],
)
def test_mirrored_scores(scores, others):
    assert mirrored(np.array(scores)).tolist() == others


@given(arrays.arrays(np.float64, st.integers(1, 20), elements=st.floats(-2, 2)))
def test_mirrored_scores_have_the_opposite_order_and_the_same_ties(scores):
    np.testing.assert_array_equal(
        np.sign(np.subtract.outer(mirrored(scores), mirrored(scores))),
        -np.sign(np.subtract.outer(scores, scores)),
    )
